"""Everything that can have happened in a match: facts, in order, enough to rebuild its state.

Every event carries `at_ms`, the server's time of the decision.

Source: docs/rules.md, "The course of a match".
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from backgammon.dice import Dice
from backgammon.play import Play
from backgammon.sides import Side
from backgammon.variants.base import WinKind


class EndReason(Enum):
    """Why a match ended."""

    POINTS = "points"
    FLAG = "flag"
    PENALTY = "penalty"
    FORFEIT = "forfeit"
    LEFT = "left"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The moment every event has."""

    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class SideReady(Timed):
    """A side is ready for the next game."""

    side: Side


@dataclass(frozen=True, slots=True)
class GameStarted(Timed):
    """A game begins. `starter` is None when an opening throw follows."""

    number: int
    crawford: bool
    starter: Side | None = None


@dataclass(frozen=True, slots=True)
class OpeningRolled(Timed):
    """One die each, ties included."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class CubeTurned(Timed):
    """An opening tie has turned the cube; it stays in the middle."""

    value: int


@dataclass(frozen=True, slots=True)
class Rolled(Timed):
    """A side threw its dice."""

    side: Side
    dice: Dice


@dataclass(frozen=True, slots=True)
class Played(Timed):
    """A side made its play; an empty one when nothing could move."""

    side: Side
    play: Play


@dataclass(frozen=True, slots=True)
class Doubled(Timed):
    """A side offers the cube at `value`."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Beavered(Timed):
    """The doubled side turned the cube on to `value`."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Raccooned(Timed):
    """The doubler turned the beavered cube on to `value`."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Taken(Timed):
    """A side accepted the cube as offered."""

    side: Side


@dataclass(frozen=True, slots=True)
class Dropped(Timed):
    """A side refused the cube."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResignationOffered(Timed):
    """A side offers to lose the game at `level`."""

    side: Side
    level: WinKind


@dataclass(frozen=True, slots=True)
class ResignationDeclined(Timed):
    """A side refused the other's resignation."""

    side: Side


@dataclass(frozen=True, slots=True)
class Resigned(Timed):
    """A side lost the game by resigning at `level`."""

    side: Side
    level: WinKind


@dataclass(frozen=True, slots=True)
class PenaltyScored(Timed):
    """A side got one point because the other is absent."""

    side: Side


@dataclass(frozen=True, slots=True)
class FlagFell(Timed):
    """A side ran out of time."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockShifted(Timed):
    """The running turn's beginning moved on by `by_ms`."""

    by_ms: int


@dataclass(frozen=True, slots=True)
class ToppedUp(Timed):
    """A side brought `chips` more to the table."""

    side: Side
    chips: int


@dataclass(frozen=True, slots=True)
class Left(Timed):
    """A side left the table between games: the match is over and each keeps its stack."""

    side: Side


@dataclass(frozen=True, slots=True)
class Forfeited(Timed):
    """The house let a side lose the match."""

    side: Side
    reason: str


@dataclass(frozen=True, slots=True)
class GameWon(Timed):
    """A game ended; `points` include cube and kind of win, Jacoby applied."""

    side: Side
    kind: WinKind
    points: int


@dataclass(frozen=True, slots=True)
class GameDrawn(Timed):
    """A game ended level."""


@dataclass(frozen=True, slots=True)
class MatchWon(Timed):
    """The match is over."""

    side: Side
    reason: EndReason


@dataclass(frozen=True, slots=True)
class MatchDrawn(Timed):
    """The match ended level."""


@dataclass(frozen=True, slots=True)
class Annulled(Timed):
    """The match ended without a result."""

    reason: str


Event: TypeAlias = (
    SideReady
    | GameStarted
    | OpeningRolled
    | CubeTurned
    | Rolled
    | Played
    | Doubled
    | Beavered
    | Raccooned
    | Taken
    | Dropped
    | ResignationOffered
    | ResignationDeclined
    | Resigned
    | PenaltyScored
    | FlagFell
    | ClockShifted
    | ToppedUp
    | Left
    | Forfeited
    | GameWon
    | GameDrawn
    | MatchWon
    | MatchDrawn
    | Annulled
)
