"""A rating's way as a line to draw: numbers in, coordinates out. No Django, no markup.

The canvas is 100 by 100, the template stretches it over the page; the scale has lines at equal
distances, so that its labels can stand beside the drawing as plain text of any size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor
from typing import Final

CANVAS: Final = 100
MOST_STEPS: Final = 5
_STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000)


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line of the scale: the rating it stands for, and where it is drawn."""

    rating: int
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """What the drawing needs: the scale from top to bottom, the line, and where it ends."""

    grid: tuple[GridLine, ...]
    points: tuple[tuple[float, float], ...]

    @property
    def polyline(self) -> str:
        """The line as SVG wants it."""
        return " ".join(f"{x},{y}" for x, y in self.points)

    @property
    def end(self) -> tuple[float, float]:
        """The latest rating."""
        return self.points[-1]


def chart_of(ratings: Sequence[Decimal]) -> Chart:
    """The ratings, oldest first, spread over the canvas. At least one is given."""
    low, high = float(min(ratings)), float(max(ratings))
    step = next((s for s in _STEPS if _lines(low, high, s) <= MOST_STEPS), _STEPS[-1])
    bottom, top = _bounds(low, high, step)
    count = (top - bottom) // step
    grid = tuple(
        GridLine(top - number * step, round(CANVAS * number / count, 2))
        for number in range(count + 1)
    )
    across = max(len(ratings) - 1, 1)
    points = tuple(
        (
            round(CANVAS * number / across, 2),
            round(CANVAS * (top - float(rating)) / (top - bottom), 2),
        )
        for number, rating in enumerate(ratings)
    )
    return Chart(grid, points)


def _lines(low: float, high: float, step: int) -> int:
    bottom, top = _bounds(low, high, step)
    return (top - bottom) // step


def _bounds(low: float, high: float, step: int) -> tuple[int, int]:
    """The multiples of the step around what is drawn, never the same."""
    bottom = floor(low / step) * step
    return bottom, max(ceil(high / step) * step, bottom + step)
