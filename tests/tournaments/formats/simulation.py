"""Events played out on paper: results are made up, people leave, nothing is stored."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from hypothesis import settings
from hypothesis import strategies as st

from tournaments.formats.base import (
    EntrantId,
    Format,
    History,
    Outcome,
    Pairing,
    Result,
    settled_without_play,
)
from tournaments.formats.seating import DrawnLots

LOTS = DrawnLots(bytes(32), "event")
Decide: TypeAlias = Callable[[Pairing], EntrantId | None]
Leaves: TypeAlias = Callable[[History], frozenset[EntrantId]]

#: For properties of fields up to the largest: fewer of them, for each takes a while.
large = settings(deadline=None, max_examples=30)

# More rounds than any event of these tests can have.
ENOUGH = 10_000


def chances() -> st.SearchStrategy[random.Random]:
    """Dice for results, from a seed: far quicker than dice thrown by hypothesis one by one."""
    return st.integers(0, 2**32).map(random.Random)


def lots_of(seed: int) -> DrawnLots:
    """The lots of another event."""
    return DrawnLots(seed.to_bytes(32, "big"), f"event {seed}")


def field_of(entrants: int) -> History:
    """Everybody is drawn, nothing is paired."""
    return History(tuple(range(1, entrants + 1)))


def first(pairing: Pairing) -> EntrantId:
    """The one on the upper line wins."""
    return pairing.entrants[0]


def at_random(chance: random.Random) -> Decide:
    """Either of the two wins."""
    return lambda pairing: chance.choice(pairing.entrants)


def now_and_then_nobody(chance: random.Random) -> Decide:
    """Either of the two wins, or neither comes."""
    return lambda pairing: chance.choice([*pairing.entrants, None])


def by_seat(pairing: Pairing) -> EntrantId:
    """The lower seat always wins."""
    return min(pairing.entrants)


def result_of(pairing: Pairing, decide: Decide) -> Result:
    """What comes of a pairing."""
    settled = settled_without_play(pairing)
    if settled is not None:
        return settled
    winner = decide(pairing)
    return Result(pairing.ref, Outcome.PLAYED if winner else Outcome.BOTH_OUT, winner)


def play_out(
    rule: Format,
    history: History,
    decide: Decide,
    *,
    lots: DrawnLots = LOTS,
    chance: random.Random | None = None,
    leaves: Leaves | None = None,
) -> History:
    """Play until nothing is left to play."""
    *_, over = steps(rule, history, decide, lots=lots, chance=chance, leaves=leaves)
    return over


def steps(
    rule: Format,
    history: History,
    decide: Decide,
    *,
    lots: DrawnLots = LOTS,
    chance: random.Random | None = None,
    leaves: Leaves | None = None,
) -> Iterator[History]:
    """The event after each time that pairings were made, and at its end.

    chance: only some of the open results come in at a time, in any order. leaves: who gets up
    for good before the next pairings.
    """
    for _step in range(ENOUGH):
        due = rule.pairings_due(history, lots)
        history = history.with_pairings(due)
        yield history
        open_ones = [p for ref, p in history.pairings.items() if ref not in history.results]
        if not open_ones:
            return
        if chance is not None:
            open_ones = chance.sample(open_ones, chance.randint(1, len(open_ones)))
        history = history.with_results(result_of(pairing, decide) for pairing in open_ones)
        if leaves is not None:
            present = frozenset(history.entrants) if history.present is None else history.present
            history = replace(history, present=present - leaves(history))
    raise AssertionError("The event does not end.")
