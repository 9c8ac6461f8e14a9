"""A game of a record followed step by step, so that nothing is kept that cannot have been played.

Source: docs/rules.md, "Match files".
"""

from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from backgammon.cube import CENTRED_CUBE, Cube
from backgammon.dice import Dice
from backgammon.errors import Fault, IllegalPlay, NotationError
from backgammon.events import Beavered, Doubled, Dropped, Played, Raccooned, Rolled, Taken
from backgammon.length import MOST
from backgammon.movegen import can_move, judged
from backgammon.notation.plays import format_moves, parse_play
from backgammon.packed import flipped, own_count, pack
from backgammon.sides import Side
from backgammon.variants.base import Turn, Variant

Turned: TypeAlias = Doubled | Beavered | Raccooned
Step: TypeAlias = Rolled | Played | Turned | Taken | Dropped
"""What a record keeps of a game. The opening throw is the first roll of the starter."""

_ANSWERS: dict[type[Turned], type[Turned]] = {Beavered: Doubled, Raccooned: Beavered}
"""What each further turn of the cube answers."""


def settled(step: Played, variant: Variant, turn: Turn) -> Played:
    """The step with its moves in the order a match file tells them."""
    return Played(step.side, parse_play(format_moves(step.play, turn), variant, turn))


def first_cube(length_points: int) -> Cube | None:
    """The cube a game begins with, None for money play, where opening ties may have turned it."""
    return CENTRED_CUBE if length_points else None


@dataclass(slots=True)
class Course:
    """Where a game has come to. `place` says which game, for refusals.

    `on_roll` is None before the first roll. `cube` is None, where opening ties may have raised
    it, until the first double tells its value. `turned` is a cube that waits for an answer.
    """

    variant: Variant
    place: str
    cube: Cube | None
    packed: int = field(init=False)
    on_roll: Side | None = None
    dice: Dice | None = None
    turned: Turned | None = None
    winner: Side | None = None
    steps: int = 0

    def __post_init__(self) -> None:
        self.packed = pack(self.variant.opening_position, Side.WHITE, self.variant.geometry)

    @property
    def turn(self) -> Turn:
        """The turn of the dice on the board, for reading a play."""
        assert self.dice is not None, "a play follows a roll"
        return Turn(self.packed, self.dice)

    def follow(self, step: Step) -> None:
        """Go one step on; raises NotationError naming the place where it cannot be so."""
        self.steps += 1
        if self.winner is not None:
            raise self.refused("the game is over")
        match step:
            case Rolled(side, dice):
                self._roll(side, dice)
            case Played(side, _):
                self._play(step)
            case Doubled() | Beavered() | Raccooned():
                self._turn_cube(step)
            case Taken(side):
                self._answer(side)
            case Dropped(side):
                self._answer(side)
                self.winner = side.other
            case _:
                assert_never(step)

    def check_end(self, winner: Side | None, points: int) -> None:
        """Raise NotationError unless the game may have ended like this."""
        if self.winner is not None and winner is not self.winner:
            raise self.refused(f"{self.winner.value} has won")
        if not 0 <= points <= MOST or (points == 0) is not (winner is None):
            raise self.refused(f"{points} points are no result")

    def refused(self, why: object) -> NotationError:
        """The refusal of the step at hand."""
        detail = f"{self.place}, step {self.steps}: {str(why).rstrip('.')}"
        return NotationError(Fault.MALFORMED, detail=detail)

    def _roll(self, side: Side, dice: Dice) -> None:
        if self.turned is not None or self.dice is not None or self.on_roll is side.other:
            raise self.refused(f"{side.value} cannot roll")
        self.on_roll, self.dice = side, dice

    def _play(self, step: Played) -> None:
        if self.dice is None or self.on_roll is not step.side:
            raise self.refused(f"{step.side.value} has no dice to play")
        try:
            packed = judged(self.variant, self.turn, step.play)
        except IllegalPlay as refusal:
            raise self.refused(refusal) from refusal
        self.dice, self.on_roll = None, step.side.other
        self.packed = flipped(packed, self.variant.geometry)
        if own_count(packed, 0) == self.variant.checkers:
            self.winner = step.side

    def _turn_cube(self, step: Turned) -> None:
        answers, turned = _ANSWERS.get(type(step)), self.turned
        if answers is None:
            is_due = turned is None and self.dice is None and self.on_roll is step.side
            is_due = is_due and (self.cube is None or self.cube.owner is not step.side.other)
            value = step.value if self.cube is None else self.cube.value * 2
        else:
            is_due = isinstance(turned, answers) and turned.side is step.side.other
            value = turned.value * 2 if turned else 0
        if not is_due or step.value != value or Cube(value, step.side).problem() is not None:
            raise self.refused(f"{step.side.value} cannot turn the cube to {step.value}")
        self.turned = step

    def _answer(self, side: Side) -> None:
        if self.turned is None or self.turned.side is side:
            raise self.refused(f"{side.value} has no cube to answer")
        assert self.on_roll is not None, "a double follows a roll"
        self.cube, self.turned = Cube(self.turned.value, self.on_roll.other), None

    def is_stuck(self) -> bool:
        """The dice on the board cannot be played."""
        return not can_move(self.variant, self.turn)
