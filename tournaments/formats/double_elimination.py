"""Double elimination: who loses once goes on in the last-chance bracket, who loses twice is out.

Rounds are numbered as the event goes, so both brackets share some. With R rounds in the main
bracket: its round 1 is round 1, its round m is round 2m - 2; there, behind it, stands the
last-chance round of those who were left before, and in round 2m - 1 they meet the losers of main
round m. The grand final is round 2R, its repetition round 2R + 1.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from tournaments.formats.base import (
    EntrantId,
    History,
    Lots,
    Pairing,
    Part,
    Place,
    Ref,
    Section,
    SectionKind,
    Source,
    Standing,
    placed,
)
from tournaments.formats.trees import (
    bye_slots,
    due,
    fallen,
    first_seats,
    loser_of,
    named,
    reversed_bits,
    round_count,
)


class DoubleElimination:
    """Two lives; the grand final is played again if the unbeaten player loses it."""

    key: ClassVar[str] = "double_elimination"
    by_round: ClassVar[bool] = False
    has_knockout: ClassVar[bool] = False

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """Pairings whose players are both known, in either bracket."""
        return tuple(due(self._places(history), first_seats(1, history.entrants), history))

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Who has lost at most once."""
        return frozenset(history.entrants) - self._out_in(history).keys()

    def is_over(self, history: History) -> bool:
        """Whether the grand final is decided, the second one too if there is one."""
        return all(place.ref in history.results for place in self._places(history))

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Places by the round in which an entrant went out for good; those of one are tied."""
        return placed(history.entrants, self._out_in(history))

    def round_total(self, history: History) -> int:
        """Rounds up to the grand final, or to its repetition once that is due."""
        return max((place.ref.round for place in self._places(history)), default=0)

    def sections(self, history: History) -> tuple[Section, ...]:
        """The rounds of the main bracket, those of the last chance, the grand final."""
        return (*_sections(len(history.entrants)), *self._again(history))

    def _places(self, history: History) -> tuple[Place, ...]:
        """Every place in the order of rounds and slots."""
        again = (place for section in self._again(history) for place in section.places)
        return (*_places(len(history.entrants)), *again)

    def _again(self, history: History) -> Iterator[Section]:
        """The second grand final, if somebody who had not lost before has lost the first."""
        final = _final(history)
        loser = loser_of(final, history) if final in history.results else None
        if loser is not None and loser == _unbeaten(history):
            place = Place(Ref(final.round + 1, 1), (Source(final, is_loser=True), Source(final)))
            yield Section(Part.GRAND_FINAL, SectionKind.AGAIN, 2, (place,))

    def _out_in(self, history: History) -> dict[EntrantId, int]:
        """Who is out for good, by the round in which that happened."""
        out: dict[EntrantId, int] = {}
        seats = first_seats(1, history.entrants)
        second_life = (_final(history), _unbeaten(history))
        for section in self.sections(history):
            for entrant, ref in fallen(section.places, seats, history):
                was_beaten = ref in history.results and loser_of(ref, history) == entrant
                has_another = section.part is Part.BRACKET or (ref, entrant) == second_life
                if not (was_beaten and has_another):
                    out[entrant] = ref.round
        return out


def _main_round(number: int) -> int:
    """The round of the event in which a round of the main bracket is played."""
    return max(1, 2 * number - 2)


def _final(history: History) -> Ref:
    """Where the grand final stands."""
    return Ref(2 * round_count(len(history.entrants)), 1)


def _unbeaten(history: History) -> EntrantId | None:
    """Who has won the main bracket, None if nobody has."""
    last = Ref(_main_round(round_count(len(history.entrants))), 1)
    return history.results[last].winner if last in history.results else None


@lru_cache(maxsize=64)
def _sections(entrants: int) -> tuple[Section, ...]:
    """Both brackets and the grand final of a field of this size."""
    if entrants < 2:
        return ()
    rounds = round_count(entrants)
    main = [_main_section(number, rounds) for number in range(1, rounds + 1)]
    byes = bye_slots(entrants)
    left: list[Source | None] = [
        None if place.ref.slot in byes else Source(place.ref, is_loser=True)
        for place in main[0].places
    ]
    chances: list[tuple[Place, ...]] = []
    for number in range(2, rounds + 1):
        slots = 1 << (rounds - number)
        among, left = _meet(zip(left[::2], left[1::2], strict=True), 2 * number - 2, slots)
        drops = (_drop(number, slot, rounds) for slot in range(slots))
        against, left = _meet(zip(drops, left, strict=True), 2 * number - 1, 0)
        chances += filter(None, (among, against))
    last_chance = (
        Section(Part.LAST_CHANCE, _chance_kind(number, len(chances)), number, places)
        for number, places in enumerate(chances, 1)
    )
    finalists = (Source(main[-1].places[0].ref), *filter(None, left))
    final = Place(Ref(2 * rounds, 1), finalists)
    return (*main, *last_chance, Section(Part.GRAND_FINAL, SectionKind.FINAL, 1, (final,)))


@lru_cache(maxsize=64)
def _places(entrants: int) -> tuple[Place, ...]:
    return tuple(sorted(place for section in _sections(entrants) for place in section.places))


def _main_section(number: int, rounds: int) -> Section:
    """A round of the main bracket."""
    here, before = _main_round(number), _main_round(number - 1)
    slots = range(1, (1 << (rounds - number)) + 1)
    pairs = ((Ref(before, 2 * slot - 1), Ref(before, 2 * slot)) for slot in slots)
    places = tuple(
        Place(Ref(here, slot), tuple(map(Source, pair)) if number > 1 else ())
        for slot, pair in zip(slots, pairs, strict=True)
    )
    return Section(Part.BRACKET, named(len(slots)), number, places)


def _drop(number: int, slot: int, rounds: int) -> Source:
    """The loser of the main bracket who comes to a slot, from 0, of the last-chance bracket.

    Those who lose in different main rounds are led to different quarters of the last chance, as
    far as it has as many, so that nobody soon meets again whom he has met.
    """
    turned = slot ^ reversed_bits(number - 1, rounds - number)
    return Source(Ref(_main_round(number), turned + 1), is_loser=True)


def _meet(
    couples: Iterable[tuple[Source | None, Source | None]], round_number: int, before: int
) -> tuple[tuple[Place, ...], list[Source | None]]:
    """The places at which two come, and for each couple who goes on: one alone does so at once."""
    places: list[Place] = []
    left: list[Source | None] = []
    for slot, couple in enumerate(couples, before + 1):
        sources = tuple(source for source in couple if source is not None)
        if len(sources) == 2:
            places.append(Place(Ref(round_number, slot), sources))
            left.append(Source(places[-1].ref))
        else:
            left.append(sources[0] if sources else None)
    return tuple(places), left


def _chance_kind(number: int, count: int) -> SectionKind:
    return SectionKind.FINAL if number == count else SectionKind.ROUND
