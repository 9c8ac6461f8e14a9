"""The two seats of a match. Nothing else belongs here.

Source: docs/rules.md, "The board".
"""

from enum import Enum


class Side(Enum):
    """A seat, white or black, kept for the whole match."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The opposite seat."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE
