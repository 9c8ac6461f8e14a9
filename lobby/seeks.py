"""Whom *find an opponent* brings together. Pure: values in, pairs out, no database, no clock.

Two people are paired when they ask for the same, neither has blocked the other, and each is
within the other's reach. A reach grows while its person waits, until it takes in everybody.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

#: How far from his own rating somebody looks at first, and how much farther with each second.
FIRST_REACH = 100
REACH_A_SECOND = 10

#: Pairs of people, by user key, of whom one has blocked the other.
Blocks = frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Somebody who looks for an opponent. asks_for: equal for those who ask for the same."""

    seek: int
    person: int
    asks_for: Hashable
    rating: int
    waited_s: float

    @property
    def reach(self) -> int:
        """How far from his own an opponent's rating may be."""
        return reach_after(self.waited_s)


Pair = tuple[Waiting, Waiting]


def reach_after(waited_s: float) -> int:
    """The reach of somebody who has waited so long; never less than the first."""
    return FIRST_REACH + int(max(0.0, waited_s) * REACH_A_SECOND)


def may_pair(one: Waiting, other: Waiting, blocks: Blocks) -> bool:
    """Whether these two may be brought together now."""
    return (
        one.person != other.person
        and one.asks_for == other.asks_for
        and abs(one.rating - other.rating) <= min(one.reach, other.reach)
        and frozenset((one.person, other.person)) not in blocks
    )


def pairs_of(waiting: Iterable[Waiting], blocks: Blocks) -> tuple[Pair, ...]:
    """Who plays whom now. Nobody is in two pairs; whoever is in none goes on waiting.

    Who has waited longest chooses first, and gets the nearest rating within both reaches.
    """
    pairs: list[Pair] = []
    free = sorted(waiting, key=lambda each: (-each.waited_s, each.seek))
    while free:
        first, *others = free
        match = _nearest(first, others, blocks)
        free = others
        if match is not None:
            pairs.append((first, match))
            free = [each for each in others if each.person not in (first.person, match.person)]
    return tuple(pairs)


def _nearest(first: Waiting, others: Sequence[Waiting], blocks: Blocks) -> Waiting | None:
    """Of those he may be paired with, the nearest in rating; of equals, who waits longest."""
    acceptable = (other for other in others if may_pair(first, other, blocks))
    return min(acceptable, key=lambda other: abs(first.rating - other.rating), default=None)
