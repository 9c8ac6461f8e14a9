"""How exposed blots are: the rolls that hit them and what a hit costs.

Everything is in the numbering of the side that has just moved; the other side, which rolls next,
moves upwards from its bar at 0.

Source: docs/rules.md, "The house bot".
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple


class Exposure(NamedTuple):
    """Of 36 rolls how many hit, and the pips they cost together, each at its worst blot."""

    rolls: int
    pips: int


SAFE = Exposure(0, 0)
_ROLLS = tuple(
    (high, low, 1 if high == low else 2)
    for low, high in combinations_with_replacement(range(1, 7), 2)
)


def exposure(own: Sequence[int], enemy: Sequence[int]) -> Exposure:
    """What the other side's next roll can do to the blots of the side that has moved."""
    rear = next((point for point in range(25) if enemy[point]), 25)
    costs = {point: 25 - point for point in range(rear + 1, 25) if own[point] == 1}
    if not costs:
        return SAFE
    hitters = [point for point in range(1, 25) if enemy[point]]
    waiting = enemy[0]
    rolls = pips = 0
    for high, low, weight in _ROLLS:
        if waiting:
            cost = _cost_from_the_bar(own, costs, hitters, waiting, high, low)
        else:
            cost = max(_reach(own, costs, point, high, low) for point in hitters)
        if cost:
            rolls += weight
            pips += weight * cost
    return Exposure(rolls, pips)


def _reach(own: Sequence[int], costs: dict[int, int], start: int, high: int, low: int) -> int:
    """The dearest blot one checker can hit with this roll, by one die or several."""
    if high == low:
        worst = 0
        for step in range(1, 5):
            point = start + step * high
            if point > 24 or own[point] > 1:
                break
            worst = max(worst, costs.get(point, 0))
        return worst
    worst = max(costs.get(start + high, 0), costs.get(start + low, 0))
    end = start + high + low
    if end in costs and (own[start + high] < 2 or own[start + low] < 2):
        worst = max(worst, costs[end])
    return worst


def _cost_from_the_bar(
    own: Sequence[int],
    costs: dict[int, int],
    hitters: Sequence[int],
    waiting: int,
    high: int,
    low: int,
) -> int:
    """The same while the other side must enter first."""
    entering = [die for die in {high, low} if own[die] < 2]
    if not entering:
        return 0
    worst = max(costs.get(die, 0) for die in entering)
    if waiting == 1:
        worst = max(worst, _reach(own, costs, 0, high, low))
        for die in entering:
            other = low if die == high else high
            worst = max([worst, *(costs.get(point + other, 0) for point in hitters)])
    return worst
