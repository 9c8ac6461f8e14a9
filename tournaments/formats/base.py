"""The values every format speaks in, and what a format must be able to say.

Entrants are numbered by their drawn seat, 1 upwards, so a format never learns
names, join times or strength. Nothing here may import Django.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
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
    """Entrants who meet. One alone has a bye or a walkover, none is an empty slot."""

    ref: Ref
    entrants: tuple[EntrantId, ...]

    @property
    def is_contested(self) -> bool:
        """Whether there is a match to play."""
        return len(self.entrants) == 2


@dataclass(frozen=True, slots=True)
class Result:
    """Who goes on from a pairing; None when nobody does."""

    ref: Ref
    outcome: Outcome
    winner: EntrantId | None


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant and his place; tied entrants carry the best place of their group."""

    entrant: EntrantId
    place: int


@dataclass(frozen=True, slots=True)
class History:
    """All a format may know: the entrants in seat order, the pairings made, the results in."""

    entrants: tuple[EntrantId, ...]
    pairings: Mapping[Ref, Pairing] = field(default_factory=dict)
    results: Mapping[Ref, Result] = field(default_factory=dict)

    def with_pairings(self, pairings: Iterable[Pairing]) -> "History":
        """This history and some more pairings."""
        more = {pairing.ref: pairing for pairing in pairings}
        return History(self.entrants, {**self.pairings, **more}, self.results)

    def with_results(self, results: Iterable[Result]) -> "History":
        """This history and some more results."""
        more = {result.ref: result for result in results}
        return History(self.entrants, self.pairings, {**self.results, **more})


class Format(Protocol):
    """A way to run an event."""

    key: ClassVar[str]

    def pairings_due(self, history: History) -> tuple[Pairing, ...]:
        """The pairings that follow from the history and are not made yet, in page order."""

    def is_over(self, history: History) -> bool:
        """Whether every result the event needs is in."""

    def standings(self, history: History) -> tuple[Standing, ...]:
        """Every entrant with the place he holds by the results so far, best first."""


def settled_without_play(pairing: Pairing) -> Result | None:
    """The result of a pairing that needs no match: a bye, a walkover, or nobody at all.

    None when two entrants must play. A lone entrant of the first round has
    drawn a bye; later he is alone because nobody came out of the other slot.
    """
    if pairing.is_contested:
        return None
    if not pairing.entrants:
        return Result(pairing.ref, Outcome.BOTH_OUT, None)
    outcome = Outcome.BYE if pairing.ref.round == 1 else Outcome.WALKOVER
    return Result(pairing.ref, outcome, pairing.entrants[0])
