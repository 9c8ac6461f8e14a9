"""Single elimination: the loser is out, the last one standing has won.

The bracket is the next power of two. Missing entrants leave byes in the first
round, spread over the bracket, at most one to a slot, so never bye against bye.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar

from tournaments.formats.base import (
    EntrantId,
    History,
    Lots,
    Outcome,
    Pairing,
    Ref,
    Standing,
)


def round_count(entrants: int) -> int:
    """Rounds until one of this many entrants is left: the binary logarithm, rounded up."""
    return max(0, entrants - 1).bit_length()


def slot_count(entrants: int, round_number: int) -> int:
    """Slots of a round, 1 for the final."""
    return 1 << (round_count(entrants) - round_number)


def bye_slots(entrants: int) -> frozenset[int]:
    """The slots of the first round that hold one entrant instead of two.

    Slots are taken in the order of their reversed bits: first one in each half
    of the bracket, then one in each quarter, so the free passes lie apart.
    """
    rounds = round_count(entrants)
    if rounds == 0:
        return frozenset()
    slots = 1 << (rounds - 1)
    by_spread = sorted(range(slots), key=lambda slot: _reversed_bits(slot, rounds - 1))
    return frozenset(slot + 1 for slot in by_spread[: 2 * slots - entrants])


def feeders(ref: Ref) -> tuple[Ref, Ref]:
    """The two slots of the round before whose winners meet in `ref`. Not for the first round."""
    return Ref(ref.round - 1, 2 * ref.slot - 1), Ref(ref.round - 1, 2 * ref.slot)


class Knockout:
    """Single elimination; seats fill the bracket from the top."""

    key: ClassVar[str] = "knockout"
    by_round: ClassVar[bool] = False
    has_knockout: ClassVar[bool] = True

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """Pairings whose players are both known, whatever the rest of the round does."""
        known = (*self._first_round(history), *self._later_rounds(history))
        return tuple(
            _without_absent(pairing, history)
            for pairing in known
            if pairing.ref not in history.pairings
        )

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Who has lost no pairing yet."""
        beaten = {
            entrant
            for ref, result in history.results.items()
            for entrant in history.pairings[ref].entrants
            if entrant != result.winner
        }
        return frozenset(history.entrants) - beaten

    def is_over(self, history: History) -> bool:
        """Whether the final has a result."""
        return Ref(round_count(len(history.entrants)), 1) in history.results

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Places by the round an entrant went out in; those of one round are tied.

        Whoever is still in stands above all others. If both players of the
        final are out, they share its two places.
        """
        stays = round_count(len(history.entrants)) + 1
        out_in = dict.fromkeys(history.entrants, stays)
        for ref, result in history.results.items():
            for entrant in history.pairings[ref].entrants:
                if entrant != result.winner:
                    out_in[entrant] = ref.round
        ranked = sorted(history.entrants, key=lambda entrant: (-out_in[entrant], entrant))
        standings: list[Standing] = []
        for _place, group in groupby(ranked, key=out_in.__getitem__):
            place = len(standings) + 1
            standings.extend(Standing(entrant, place) for entrant in group)
        return tuple(standings)

    def _first_round(self, history: History) -> Iterator[Pairing]:
        seats = iter(history.entrants)
        byes = bye_slots(len(history.entrants))
        for slot in range(1, slot_count(len(history.entrants), 1) + 1):
            size = 1 if slot in byes else 2
            yield Pairing(Ref(1, slot), tuple(next(seats) for _ in range(size)))

    def _later_rounds(self, history: History) -> Iterator[Pairing]:
        for round_number in range(2, round_count(len(history.entrants)) + 1):
            for slot in range(1, slot_count(len(history.entrants), round_number) + 1):
                ref = Ref(round_number, slot)
                decided = [history.results.get(feeder) for feeder in feeders(ref)]
                if None not in decided:
                    winners: list[EntrantId] = [
                        each.winner for each in decided if each and each.winner is not None
                    ]
                    yield Pairing(ref, tuple(winners), Outcome.WALKOVER)


def _without_absent(pairing: Pairing, history: History) -> Pairing:
    """A pairing without those who have left: their opponents have walkovers."""
    present = tuple(filter(history.is_present, pairing.entrants))
    return (
        pairing if present == pairing.entrants else Pairing(pairing.ref, present, Outcome.WALKOVER)
    )


def _reversed_bits(number: int, width: int) -> int:
    return int(f"{number:0{width}b}"[::-1], 2) if width else 0
