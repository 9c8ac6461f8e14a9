"""Where the checkers stand, seen from each side's own numbering.

Source: docs/rules.md, "The board".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import TYPE_CHECKING, TypeAlias

from backgammon.sides import Side

if TYPE_CHECKING:
    from backgammon.variants.base import Variant

Checkers: TypeAlias = tuple[int, ...]
"""26 counts; the index is the own point number, 0 is borne off, 25 is the bar."""

CELLS = 26


class Geometry(Enum):
    """How the two ways round the board lie to each other."""

    OPPOSED = "opposed"
    PARALLEL = "parallel"

    def across(self, point: int) -> int:
        """The other side's number of my point (1 to 24)."""
        if self is Geometry.OPPOSED:
            return 25 - point
        return point + 12 if point <= 12 else point - 12


class PositionProblem(Flag):
    """What makes a position unsound; an empty flag means nothing does."""

    NONE = 0
    SHAPE = auto()
    COUNT = auto()
    SHARED_POINT = auto()
    BAR_USED = auto()
    BOTH_FINISHED = auto()


def points(*, off: int = 0, bar: int = 0, **counts: int) -> Checkers:
    """Checkers by name: ``points(p24=2, p13=5, bar=1)`` has eight, one of them on the bar."""
    cells = [0] * CELLS
    cells[0], cells[25] = off, bar
    for name, count in counts.items():
        cells[int(name.removeprefix("p"))] = count
    return tuple(cells)


@dataclass(frozen=True, slots=True)
class Position:
    """Both sides' checkers, each in that side's own numbering."""

    white: Checkers
    black: Checkers

    def of(self, side: Side) -> Checkers:
        """The 26 counts of one side."""
        return self.white if side is Side.WHITE else self.black

    def pips(self, side: Side) -> int:
        """Pips the side still has to travel; a checker on the bar counts 25."""
        return sum(point * count for point, count in enumerate(self.of(side)))

    @property
    def mirrored(self) -> Position:
        """The same position with the seats exchanged."""
        return Position(self.black, self.white)

    def shared_points(self, variant: Variant) -> tuple[int, ...]:
        """White's points on which both sides stand; in a sound position there are none."""
        across = variant.geometry.across
        points = range(1, 25)
        return tuple(at for at in points if self.white[at] and self.black[across(at)])

    def problems(self, variant: Variant) -> PositionProblem:
        """Everything that cannot be so in this variant; empty means sound."""
        if not (_is_shaped(self.white) and _is_shaped(self.black)):
            return PositionProblem.SHAPE
        problems = PositionProblem.NONE
        if not sum(self.white) == sum(self.black) == variant.checkers:
            problems |= PositionProblem.COUNT
        if self.shared_points(variant):
            problems |= PositionProblem.SHARED_POINT
        if not variant.has_bar and (self.white[25] or self.black[25]):
            problems |= PositionProblem.BAR_USED
        if self.white[0] == self.black[0] == variant.checkers:
            problems |= PositionProblem.BOTH_FINISHED
        return problems


def _is_shaped(checkers: Checkers) -> bool:
    return len(checkers) == CELLS and all(
        type(count) is int and 0 <= count <= 15 for count in checkers
    )
