"""The values every format speaks in, and what a format must be able to say.

Entrants are numbered by their drawn seat, 1 upwards, so a format never learns
names, join times or strength. Nothing here may import Django.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from itertools import groupby
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

EntrantId: TypeAlias = int


class Ref(NamedTuple):
    """Where a pairing stands: round from 1, slot from 1 in the order of the page."""

    round: int
    slot: int


class Outcome(Enum):
    """How a pairing came to its result. The values are stored and never renamed."""

    PLAYED = "played"
    BYE = "bye"
    WALKOVER = "walkover"
    BOTH_OUT = "both_out"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants who meet. One alone has a bye or a walkover, none is an empty slot.

    alone: what a lone entrant has, BYE or WALKOVER.
    """

    ref: Ref
    entrants: tuple[EntrantId, ...]
    alone: Outcome = Outcome.BYE

    @property
    def is_contested(self) -> bool:
        """Whether there is a match to play."""
        return len(self.entrants) == 2


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a pairing. `winner` is None when nobody goes on.

    points: of each entrant in the order of the pairing: the score of the match, or in a swing
    the stacks after the game; empty where nothing was played.
    """

    ref: Ref
    outcome: Outcome
    winner: EntrantId | None
    points: tuple[int, ...] = ()


class Part(Enum):
    """What a section belongs to. Sections of one part are the columns of one drawing."""

    BRACKET = "bracket"
    LAST_CHANCE = "last_chance"
    GRAND_FINAL = "grand_final"
    PLAY_OFF = "play_off"
    GROUPS = "groups"
    ROUNDS = "rounds"


class SectionKind(Enum):
    """What a section is called: semifinal, round 3, group B. AGAIN: the grand final once more."""

    ROUND = "round"
    QUARTERFINAL = "quarterfinal"
    SEMIFINAL = "semifinal"
    FINAL = "final"
    AGAIN = "again"
    GROUP = "group"


class Source(NamedTuple):
    """Where a place gets an entrant from: the winner of another pairing, or its loser."""

    ref: Ref
    is_loser: bool = False


class Place(NamedTuple):
    """A pairing that is made or will be, with what feeds it, the upper line first.

    Without sources it is filled by the draw.
    """

    ref: Ref
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Places under one heading, in page order; the heading follows from part, kind and number.

    number: of the round or group within its part, from 1. entrants: of a group, in seat order.
    """

    part: Part
    kind: SectionKind
    number: int
    places: tuple[Place, ...]
    entrants: tuple[EntrantId, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant and his place; tied entrants carry the best place of their group.

    points: wins, or what the format counts, as a fraction because a bye may be half a win.
    tie_breaks: their values in the order of the card; empty where places need none.
    """

    entrant: EntrantId
    place: int
    points: Fraction = Fraction(0)
    tie_breaks: tuple[Fraction, ...] = ()


class Lots(Protocol):
    """Random orders that anybody can draw again once the secret of the event is open."""

    def order(self, what: str, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
        """The entrants in the order of the lot named `what`, the luckiest first.

        The same name and entrants always give the same order.
        """


@dataclass(frozen=True, slots=True)
class History:
    """All a format may know: the entrants in seat order, the pairings made, the results in.

    results: in the order in which they came in; only the places of a swing depend on it.
    present: who may be paired now: not out, not left, not disqualified. None for everybody.
    joined: the first round in which a latecomer could play; who is not named was there in
    round 1.
    forbidden: pairs of entrants, the lower first, who are not to meet in a Swiss.
    """

    entrants: tuple[EntrantId, ...]
    pairings: Mapping[Ref, Pairing] = field(default_factory=dict)
    results: Mapping[Ref, Result] = field(default_factory=dict)
    present: frozenset[EntrantId] | None = None
    joined: Mapping[EntrantId, int] = field(default_factory=dict)
    forbidden: frozenset[tuple[EntrantId, EntrantId]] = frozenset()

    @property
    def drawn(self) -> tuple[EntrantId, ...]:
        """Who was there at the draw, in seat order: all but the latecomers."""
        return tuple(each for each in self.entrants if self.joined.get(each, 1) <= 1)

    @property
    def last_round(self) -> int:
        """The highest round that has a pairing, 0 before the first."""
        return max((ref.round for ref in self.pairings), default=0)

    @property
    def is_decided(self) -> bool:
        """Whether every pairing that was made has its result."""
        return all(ref in self.results for ref in self.pairings)

    @property
    def busy(self) -> frozenset[EntrantId]:
        """Who stands in a pairing without a result."""
        return frozenset(
            entrant
            for ref, pairing in self.pairings.items()
            if ref not in self.results
            for entrant in pairing.entrants
        )

    def with_pairings(self, pairings: Iterable[Pairing]) -> "History":
        """This history and some more pairings."""
        more = {pairing.ref: pairing for pairing in pairings}
        return replace(self, pairings={**self.pairings, **more})

    def with_results(self, results: Iterable[Result]) -> "History":
        """This history and some more results."""
        more = {result.ref: result for result in results}
        return replace(self, results={**self.results, **more})

    def is_present(self, entrant: EntrantId) -> bool:
        """Whether an entrant may be paired."""
        return self.present is None or entrant in self.present


class Format(Protocol):
    """A way to run an event: a value made from its card (`tournaments.formats.format_of`).

    by_round: pairings come a whole round at a time, when the round before is decided; else
    each comes as soon as its players are known.
    """

    key: ClassVar[str]
    by_round: ClassVar[bool]

    @property
    def has_knockout(self) -> bool:
        """Whether who loses is out at once; where not, `alive` says who is still in."""

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """The pairings that follow from the history and are not made yet, in page order.

        A present entrant whose opponent has left stands alone in his pairing. Nothing but the
        history and the lots has a say, so anybody can repeat them.
        """

    def is_over(self, history: History) -> bool:
        """Whether every result the event needs is in."""

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Who may still be paired or win, by the results so far."""

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Every entrant with the place he holds by the results so far, best first."""

    def round_total(self, history: History) -> int:
        """Rounds of the whole event as far as it can be told; 0 where nobody can tell."""

    def sections(self, history: History) -> tuple[Section, ...]:
        """The places of the event as a page groups them, the open ones of a bracket too."""


def settled_without_play(pairing: Pairing) -> Result | None:
    """The result of a pairing that needs no match: a bye, a walkover, or nobody at all.

    None when two entrants must play. A lone entrant has what the pairing says: a bye he drew,
    or a walkover because nobody came out of the other slot.
    """
    if pairing.is_contested:
        return None
    if not pairing.entrants:
        return Result(pairing.ref, Outcome.BOTH_OUT, None)
    return Result(pairing.ref, pairing.alone, pairing.entrants[0])


def placed(entrants: Iterable[EntrantId], out_in: Mapping[EntrantId, int]) -> tuple[Standing, ...]:
    """Places by the round in which each went out, the later the better; one round is a tie.

    Whoever is not named is still in and stands above all others.
    """
    ranked = sorted(entrants, key=lambda each: (each in out_in, -out_in.get(each, 0), each))
    standings: list[Standing] = []
    for _out, group in groupby(ranked, key=out_in.get):
        place = len(standings) + 1
        standings.extend(Standing(entrant, place) for entrant in group)
    return tuple(standings)
