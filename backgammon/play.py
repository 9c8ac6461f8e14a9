"""A move and a play: what a player does with the dice.

Source: docs/rules.md, "A move".
"""

from dataclasses import dataclass
from typing import TypeAlias

BAR = 25
OFF = 0


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One checker by one die, from the mover's own point (25 is the bar)."""

    source: int
    die: int

    @property
    def target(self) -> int:
        """The mover's own point reached; 0 when the checker is borne off."""
        return max(OFF, self.source - self.die)

    def __str__(self) -> str:
        source = "bar" if self.source == BAR else str(self.source)
        return f"{source}/{self.target or 'off'}"


Play: TypeAlias = tuple[Move, ...]
"""A whole turn, move by move in the order made; ``()`` when nothing can move."""
