"""The formats of Finnish: see `formats.py` beside this.

Nothing else lives here.
"""
