"""The formats of Estonian: see `formats.py` beside this.

Nothing else lives here.
"""
