"""The formats of English: see `formats.py` beside this.

Nothing else lives here.
"""
