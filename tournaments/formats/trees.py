"""Brackets as trees of places: how many there are, what feeds them, and who is known to meet.

Shared by every format that knocks out. Values only; no Django.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tournaments.formats.base import (
    EntrantId,
    History,
    Outcome,
    Pairing,
    Part,
    Place,
    Ref,
    Section,
    SectionKind,
    Source,
)

#: Who the draw put into each place of a first round, the upper line first.
Seats: TypeAlias = Mapping[Ref, tuple[EntrantId, ...]]

#: By the number of winners that come out of a round: what it is called.
_NAMED = {1: SectionKind.FINAL, 2: SectionKind.SEMIFINAL, 4: SectionKind.QUARTERFINAL}


def round_count(entrants: int) -> int:
    """Rounds until one of this many entrants is left: the binary logarithm, rounded up."""
    return max(0, entrants - 1).bit_length()


def slot_count(entrants: int, round_number: int) -> int:
    """Slots of a round, 1 for the final."""
    return 1 << (round_count(entrants) - round_number)


def bye_slots(entrants: int) -> tuple[int, ...]:
    """The slots of the first round that hold one entrant instead of two, as they are given out.

    Slots are taken in the order of their reversed bits: first one in each half
    of the bracket, then one in each quarter, so the free passes lie apart.
    """
    rounds = round_count(entrants)
    return spread(slot_count(entrants, 1))[: (1 << rounds) - entrants] if rounds else ()


def spread(slots: int) -> tuple[int, ...]:
    """All slots of a round, a power of two, so that each next one lies far from those before."""
    width = slots.bit_length() - 1
    return tuple(1 + reversed_bits(index, width) for index in range(slots))


def reversed_bits(number: int, width: int) -> int:
    """The lowest `width` bits of a number in the opposite order."""
    return int(f"{number % (1 << width):0{width}b}"[::-1], 2) if width else 0


def first_seats(
    first: int, entrants: Sequence[EntrantId], favoured: Sequence[EntrantId] = ()
) -> Seats:
    """Who stands where in a first round that is filled from the top, in the order given.

    Nobody in a field that is too small to play.

    favoured: everybody, those first who shall have the byes; without them whoever comes to the
    slot of a bye has it.
    """
    if len(entrants) < 2:
        return {}
    lone = frozenset(bye_slots(len(entrants)))
    spared = frozenset(favoured[: len(lone)])
    rest = (each for each in entrants if each not in spared)
    lucky = (each for each in entrants if each in spared) if spared else rest
    return {
        Ref(first, slot): (next(lucky),) if slot in lone else (next(rest), next(rest))
        for slot in range(1, slot_count(len(entrants), 1) + 1)
    }


def named(slots: int) -> SectionKind:
    """What a round with so many slots is called if the bracket is played to its end."""
    return _NAMED.get(slots, SectionKind.ROUND)


def feeders(ref: Ref) -> tuple[Ref, Ref]:
    """The two slots of the round before whose winners meet in `ref`. Not for the first round."""
    return Ref(ref.round - 1, 2 * ref.slot - 1), Ref(ref.round - 1, 2 * ref.slot)


class Tree(NamedTuple):
    """Single elimination over some rounds: `slots` in its first round, a power of two."""

    first: int
    slots: int
    last: int

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place of the tree, round by round."""
        return _places(self)

    @property
    def winners(self) -> int:
        """How many come out of it."""
        return self.slots >> (self.last - self.first)

    def refs(self, round_number: int) -> tuple[Ref, ...]:
        """The places of one round."""
        slots = self.slots >> (round_number - self.first)
        return tuple(Ref(round_number, slot) for slot in range(1, slots + 1))

    def is_complete(self, history: History) -> bool:
        """Whether every pairing of its last round has a result."""
        return all(ref in history.results for ref in self.refs(self.last))

    def sections(self, part: Part) -> Iterator[Section]:
        """A section a round. The last rounds have names if the tree ends with one winner."""
        for number in range(self.first, self.last + 1):
            refs = self.refs(number)
            yield Section(
                part,
                named(len(refs)) if self.winners == 1 else SectionKind.ROUND,
                number - self.first + 1,
                tuple(Place(ref, self._sources(ref)) for ref in refs),
            )

    def _sources(self, ref: Ref) -> tuple[Source, ...]:
        return () if ref.round == self.first else tuple(Source(each) for each in feeders(ref))


def due(places: Sequence[Place], seats: Seats, history: History) -> Iterator[Pairing]:
    """The pairings whose players are known and that are not made yet, in page order."""
    for place in places:
        if place.ref not in history.pairings:
            expected = _expected(place, seats, history)
            if expected is not None:
                yield _pairing(place, expected, history)


def fallen(
    places: Sequence[Place], seats: Seats, history: History
) -> Iterator[tuple[EntrantId, Ref]]:
    """Who lost a pairing, or was to play in it and had left when it was made."""
    for place in places:
        pairing, result = history.pairings.get(place.ref), history.results.get(place.ref)
        if pairing is None:
            continue
        comers = _expected(place, seats, history) or ()
        yield from ((each, place.ref) for each in comers if each not in pairing.entrants)
        if result is not None:
            yield from ((each, place.ref) for each in pairing.entrants if each != result.winner)


def loser_of(ref: Ref, history: History) -> EntrantId | None:
    """Who lost a decided pairing to somebody; None where nobody did or nobody won."""
    winner = history.results[ref].winner
    if winner is None:
        return None
    return next((each for each in history.pairings[ref].entrants if each != winner), None)


def _expected(place: Place, seats: Seats, history: History) -> tuple[EntrantId, ...] | None:
    """Who comes to a place by the draw and the results, present or not; None while unknown."""
    if not place.sources:
        return seats.get(place.ref)
    if any(source.ref not in history.results for source in place.sources):
        return None
    comers = (
        loser_of(ref, history) if is_loser else history.results[ref].winner
        for ref, is_loser in place.sources
    )
    return tuple(each for each in comers if each is not None)


def _pairing(place: Place, expected: tuple[EntrantId, ...], history: History) -> Pairing:
    """Those who come and are present. Alone by the draw is a bye, alone by absence a walkover."""
    present = tuple(filter(history.is_present, expected))
    is_drawn = not place.sources and present == expected
    return Pairing(place.ref, present, Outcome.BYE if is_drawn else Outcome.WALKOVER)


@lru_cache(maxsize=64)
def _places(tree: Tree) -> tuple[Place, ...]:
    return tuple(place for section in tree.sections(Part.BRACKET) for place in section.places)
