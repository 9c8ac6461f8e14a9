"""Round robin: everybody meets everybody once, by the circle method.

A free round in an odd field is no win. Who has left loses what is to come by walkover.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.formats.base import (
    EntrantId,
    History,
    Lots,
    Outcome,
    Pairing,
    Part,
    Place,
    Ref,
    Section,
    SectionKind,
    Standing,
)
from tournaments.formats.scores import scores_of
from tournaments.formats.tiebreaks import TieBreak, ranked, tie_breaks_of


def circle_rounds(entrants: int) -> int:
    """Rounds until all of a field have met: an odd field needs one more for the free ones."""
    return max(0, entrants - 1 + entrants % 2)


def circle(entrants: Sequence[EntrantId], number: int) -> Iterator[tuple[EntrantId, ...]]:
    """Who meets in a round of the circle, in page order; whoever is free comes last, alone.

    The first entrant stays, all others move on by one seat a round; those opposite each other
    meet. An odd field has an empty seat in the circle: who is opposite is free.
    """
    seats: list[EntrantId | None] = [*entrants, *([None] * (len(entrants) % 2))]
    turn = number - 1
    moved = [seats[0], *(seats[1 + (at - turn) % (len(seats) - 1)] for at in range(len(seats) - 1))]
    half = len(seats) // 2
    free: tuple[EntrantId, ...] = ()
    for one, other in zip(moved[:half], reversed(moved[half:]), strict=True):
        if one is None or other is None:
            free = tuple(each for each in (one, other) if each is not None)
        else:
            yield (min(one, other), max(one, other))
    if free:
        yield free


def circle_pairings(
    entrants: Sequence[EntrantId], number: int, first_slot: int, history: History
) -> Iterator[Pairing]:
    """A round of the circle, from a slot on, as it is with those who are present."""
    for slot, table in enumerate(circle(entrants, number), first_slot):
        present = tuple(filter(history.is_present, table))
        is_free = len(table) == 1
        yield Pairing(Ref(number, slot), present, Outcome.BYE if is_free else Outcome.WALKOVER)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody against everybody, round by round, in the order of the seats."""

    key: ClassVar[str] = "round_robin"
    by_round: ClassVar[bool] = True
    has_knockout: ClassVar[bool] = False

    tie_breaks: tuple[TieBreak, ...] = tie_breaks_of(())

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """The next round, once the one before is decided."""
        if not history.is_decided or self.is_over(history):
            return ()
        return tuple(circle_pairings(history.drawn, history.last_round + 1, 1, history))

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Everybody: nobody is knocked out."""
        return frozenset(history.entrants)

    def is_over(self, history: History) -> bool:
        """Whether all have met, or nobody is left."""
        is_full = history.last_round >= self.round_total(history)
        return history.is_decided and (
            is_full or not any(map(history.is_present, history.entrants))
        )

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Places by wins, walkovers among them, then by the tie-breaks of the card."""
        return ranked(history.entrants, scores_of(history, lots), self.tie_breaks)

    def round_total(self, history: History) -> int:
        """Rounds until all have met."""
        return circle_rounds(len(history.drawn))

    def sections(self, history: History) -> tuple[Section, ...]:
        """All rounds, those to come as well."""
        return tuple(
            Section(
                Part.ROUNDS,
                SectionKind.ROUND,
                number,
                tuple(
                    Place(Ref(number, slot)) for slot in range(1, (len(history.drawn) + 1) // 2 + 1)
                ),
            )
            for number in range(1, self.round_total(history) + 1)
        )
