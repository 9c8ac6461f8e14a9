"""The formats of Latvian: see `formats.py` beside this.

Nothing else lives here.
"""
