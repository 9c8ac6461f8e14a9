"""What a variant is made of. A new game is new data here, never a branch elsewhere.

Source: docs/rules.md, "Variants".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Protocol

from backgammon.dice import Dice
from backgammon.errors import Fault
from backgammon.play import Move
from backgammon.position import Checkers, Geometry, Position


class Contact(Enum):
    """How many enemy checkers close a point; only HITTING sends single checkers to the bar."""

    HITTING = 2
    CLOSED = 1


class BearOff(Enum):
    """What a die must do once all of a side's checkers are home.

    OPTIONAL: anything legal. FORCED: bear off from exactly its point, else move the rearmost
    checker. REARMOST: only the rearmost checker moves.
    """

    OPTIONAL = "optional"
    FORCED = "forced"
    REARMOST = "rearmost"


class Opening(Enum):
    """Whether the opening throw is played by the starter or only decides who starts."""

    ROLL_IS_PLAYED = "roll_is_played"
    ROLL_DECIDES_ONLY = "roll_decides_only"


class WinKind(IntEnum):
    """How a game was won, from the cheapest to the dearest."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3

    @property
    def word(self) -> str:
        """The stable lower-case name."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Worth:
    """Points for each kind of win at cube 1; a `backgammon` of None is only a gammon."""

    single: int = 1
    gammon: int = 2
    backgammon: int | None = None

    def of(self, kind: WinKind) -> int:
        """Points for one kind."""
        if kind is WinKind.BACKGAMMON and self.backgammon is not None:
            return self.backgammon
        return self.single if kind is WinKind.SINGLE else self.gammon


@dataclass(frozen=True, slots=True)
class Turn:
    """What an extra rule may need to know about the turn being played.

    `number` counts this side's turns in this game from 1, `start` is the packed position before
    the first move, `enemy_first_dice` the other side's first roll of the game, if it has rolled.
    """

    start: int
    dice: Dice
    number: int = 2
    is_starter: bool = True
    enemy_first_dice: Dice | None = None


class Restriction(Protocol):
    """One extra rule about one move; it looks at the turn, the move and the position after it."""

    def fault(self, turn: Turn, move: Move, after: int, /) -> Fault | None:
        """Why the move is refused, or None."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A game as data.

    `key` is stored and never renamed. `last_roll`: the side that did not start may answer the
    starter's last checker with one roll. `resignation_is_judged`: the position alone says what
    giving up costs, whatever level was named. `offers` names the options this variant understands,
    `options` holds those it was made with.
    """

    key: str
    name: str
    start: Checkers
    geometry: Geometry = Geometry.OPPOSED
    contact: Contact = Contact.HITTING
    opening: Opening = Opening.ROLL_IS_PLAYED
    bear_off: BearOff = BearOff.OPTIONAL
    restrictions: tuple[Restriction, ...] = ()
    worth: Worth = Worth(1, 2, 3)
    has_cube: bool = True
    last_roll: bool = False
    resignation_is_judged: bool = False
    offers: tuple[str, ...] = ()
    options: tuple[tuple[str, str | bool], ...] = ()

    @property
    def checkers(self) -> int:
        """Checkers of each side."""
        return sum(self.start)

    @property
    def moves_plainly(self) -> bool:
        """Nothing but backgammon's own rules of movement: the fast generator may be used."""
        return (
            self.contact is Contact.HITTING
            and self.geometry is Geometry.OPPOSED
            and self.bear_off is BearOff.OPTIONAL
            and not self.restrictions
        )

    @property
    def has_bar(self) -> bool:
        """Checkers can be hit."""
        return self.contact is Contact.HITTING

    @property
    def opening_position(self) -> Position:
        """Both sides as a game begins."""
        return Position(self.start, self.start)
