"""Swing: single games for chips of the event between whoever is free, until one holds them all.

Stacks begin alike; what a game moves, and that it never moves more than the smaller stack, is
settled where it is played. A round is a moment at which free players were paired.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from tournaments.formats.base import (
    EntrantId,
    History,
    Lots,
    Outcome,
    Pairing,
    Ref,
    Section,
    Standing,
)
from tournaments.formats.matching import matched
from tournaments.formats.sections import rounds_made


@dataclass(frozen=True, slots=True)
class Swing:
    """Table stakes as an event. stack: what everybody begins with."""

    key: ClassVar[str] = "swing"
    by_round: ClassVar[bool] = False
    has_knockout: ClassVar[bool] = False

    stack: int = 100

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """Games for those who are free now, in the order of a lot, nobody against his last.

        Two whom that leaves over wait while another game is on: its players are free soon. If
        there is none, and nobody else, they play each other again.
        """
        free = frozenset(filter(history.is_present, self.alive(history))) - history.busy
        number = history.last_round + 1
        order = lots.order(f"pairing:{number}", free)
        couples, rest = matched(order, _last_opponents(history, free))
        if not couples and len(rest) >= 2 and history.is_decided:
            couples = ((rest[0], rest[1]),)
        return tuple(Pairing(Ref(number, slot), pair) for slot, pair in enumerate(couples, 1))

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Who holds chips and has not failed to come."""
        stacks = self.stacks(history)
        return frozenset(each for each in history.entrants if stacks[each] > 0) - _stayed_away(
            history
        )

    def is_over(self, history: History) -> bool:
        """Whether no game is on and at most one is left."""
        left = [each for each in self.alive(history) if history.is_present(each)]
        return history.is_decided and len(left) < 2

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Those still in by their stacks, then the others, the last to go out first.

        Somebody who left went out with his last game; of two who went out with one game the
        larger stack is above.
        """
        stacks, last_at = self.stacks(history), _last_games(history)
        here = {each for each in self.alive(history) if history.is_present(each)}

        def rank(entrant: EntrantId) -> tuple[int, int, int]:
            is_here = entrant in here
            return (-is_here, 0 if is_here else -last_at[entrant], -stacks[entrant])

        standings: list[Standing] = []
        for _rank, group in groupby(sorted(history.entrants, key=rank), key=rank):
            place = len(standings) + 1
            standings.extend(Standing(each, place, Fraction(stacks[each])) for each in group)
        return tuple(standings)

    def stacks(self, history: History) -> dict[EntrantId, int]:
        """What everybody holds after the games that are decided."""
        stacks = dict.fromkeys(history.entrants, self.stack)
        for ref in sorted(history.results):
            points = history.results[ref].points
            if points:
                stacks.update(zip(history.pairings[ref].entrants, points, strict=True))
        return stacks

    def round_total(self, history: History) -> int:
        """0: it takes as long as it takes."""
        return 0

    def sections(self, history: History) -> tuple[Section, ...]:
        """The moments at which games were paired."""
        return rounds_made(history)


def _last_opponents(
    history: History, free: frozenset[EntrantId]
) -> dict[EntrantId, set[EntrantId]]:
    """Whom the last game of either was against."""
    last = {
        entrant: pairing.entrants
        for _ref, pairing in sorted(history.pairings.items())
        for entrant in pairing.entrants
    }
    barred: dict[EntrantId, set[EntrantId]] = {each: set() for each in free}
    for each in free:
        for other in set(last.get(each, ())) & free - {each}:
            barred[each].add(other)
            barred[other].add(each)
    return barred


def _last_games(history: History) -> dict[EntrantId, int]:
    """The number of everybody's last game in the order in which they ended, -1 for none."""
    last = dict.fromkeys(history.entrants, -1)
    for at, ref in enumerate(history.results):
        last.update(dict.fromkeys(history.pairings[ref].entrants, at))
    return last


def _stayed_away(history: History) -> frozenset[EntrantId]:
    """Both players of a game to which neither came."""
    return frozenset(
        entrant
        for ref, result in history.results.items()
        if result.outcome is Outcome.BOTH_OUT
        for entrant in history.pairings[ref].entrants
    )
