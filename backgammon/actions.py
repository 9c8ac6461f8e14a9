"""Everything that may be asked of a match: orders, not facts.

Source: docs/rules.md, "The course of a match".
"""

from dataclasses import dataclass
from typing import TypeAlias

from backgammon.play import Play
from backgammon.sides import Side
from backgammon.variants.base import WinKind


@dataclass(frozen=True, slots=True)
class StartGame:
    """I am ready for the next game."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice."""


@dataclass(frozen=True, slots=True)
class Double:
    """Offer the cube at twice its value."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """Turn an offered cube once more and keep it."""


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Turn a beavered cube once more; the other side keeps it."""


@dataclass(frozen=True, slots=True)
class Take:
    """Accept the cube as offered."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Refuse the cube and lose the game at the value before."""


@dataclass(frozen=True, slots=True)
class MakePlay:
    """Play the whole turn."""

    play: Play


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up at a level; a level the position can exceed is only an offer."""

    level: WinKind


@dataclass(frozen=True, slots=True)
class AcceptResignation:
    """Take the offered resignation."""


@dataclass(frozen=True, slots=True)
class DeclineResignation:
    """Refuse the offered resignation; the game goes on."""


@dataclass(frozen=True, slots=True)
class ClaimFlag:
    """Look whether the running side has time left. The house asks it too."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up from a table between two games, with what lies before me."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Begin the next game at once. House only."""


@dataclass(frozen=True, slots=True)
class PenaltyPoint:
    """Give `side` one point because the other is absent. House only."""

    side: Side


@dataclass(frozen=True, slots=True)
class ShiftClock:
    """Take `by_ms` of the house's own downtime off the running clock. House only."""

    by_ms: int


@dataclass(frozen=True, slots=True)
class TopUp:
    """Lay `chips` more before `side`, up to what it first brought. House only."""

    side: Side
    chips: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """End the match as lost by `side`. House only."""

    side: Side
    reason: str


@dataclass(frozen=True, slots=True)
class Annul:
    """End the match without a result. House only."""

    reason: str


PlayerAction: TypeAlias = (
    StartGame
    | Roll
    | Double
    | Beaver
    | Raccoon
    | Take
    | Drop
    | MakePlay
    | Resign
    | AcceptResignation
    | DeclineResignation
    | ClaimFlag
    | Leave
)
HouseAction: TypeAlias = OpenGame | PenaltyPoint | ShiftClock | TopUp | Forfeit | Annul
Action: TypeAlias = PlayerAction | HouseAction

HOUSE_ACTIONS = (OpenGame, PenaltyPoint, ShiftClock, TopUp, Forfeit, Annul)
