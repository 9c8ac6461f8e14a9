"""Text and plain-data forms of the values of this package.

Source: docs/rules.md, "Plays as text".
"""

from backgammon.notation.plays import format_play, parse_play

__all__ = ["format_play", "parse_play"]
