"""The formats of Norwegian bokmål: see `formats.py` beside this.

Nothing else lives here.
"""
