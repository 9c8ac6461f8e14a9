"""The state of a game and of a match, and the table of what may be asked in each phase.

Source: docs/rules.md, "The course of a match".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from backgammon.actions import (
    AcceptResignation,
    Action,
    Annul,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Drop,
    Forfeit,
    Leave,
    MakePlay,
    OpenGame,
    PenaltyPoint,
    Raccoon,
    Resign,
    Roll,
    ShiftClock,
    StartGame,
    Take,
    TopUp,
)
from backgammon.clock import ClockState
from backgammon.cube import CENTRED_CUBE, Cube
from backgammon.dice import Dice
from backgammon.errors import Fault, NotationError
from backgammon.events import EndReason
from backgammon.length import PointMatch, Score
from backgammon.packed import pack
from backgammon.position import Position, PositionProblem
from backgammon.rules import Rules
from backgammon.scoring import GameResult
from backgammon.sides import Side
from backgammon.variants.base import Turn, Variant, WinKind


class Phase(Enum):
    """What the match waits for. OPENING lies between two events of one batch and never waits."""

    BETWEEN_GAMES = "between_games"
    OPENING = "opening"
    TO_ROLL = "to_roll"
    DOUBLED = "doubled"
    BEAVERED = "beavered"
    RACCOONED = "raccooned"
    TO_MOVE = "to_move"
    LAST_ROLL = "last_roll"
    OVER = "over"


ActionType: TypeAlias = type[Action]

PHASES: Mapping[Phase, frozenset[ActionType]] = {
    Phase.BETWEEN_GAMES: frozenset({StartGame, Leave, OpenGame, PenaltyPoint, TopUp}),
    Phase.OPENING: frozenset(),
    Phase.TO_ROLL: frozenset({Roll, Double}),
    Phase.DOUBLED: frozenset({Take, Drop, Beaver}),
    Phase.BEAVERED: frozenset({Take, Drop, Raccoon}),
    Phase.RACCOONED: frozenset({Take, Drop}),
    Phase.TO_MOVE: frozenset({MakePlay}),
    Phase.LAST_ROLL: frozenset({Roll, MakePlay}),
    Phase.OVER: frozenset(),
}
"""What the side to act (between games: either side, or the house) may ask."""

ANY_TIME: frozenset[ActionType] = frozenset(
    {Resign, AcceptResignation, DeclineResignation, ClaimFlag}
)
"""What both sides may ask in every phase of a running game."""

HOUSE_ANY_TIME: frozenset[ActionType] = frozenset({ShiftClock, Forfeit, Annul})
"""What the house may ask until the match is over."""

GAME_PHASES = frozenset(Phase) - {Phase.BETWEEN_GAMES, Phase.OPENING, Phase.OVER}
"""The phases of a running game."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open resignation: who offers to lose, and at what level."""

    side: Side
    level: WinKind


@dataclass(frozen=True, slots=True)
class PerSide:
    """One number for each side."""

    white: int = 0
    black: int = 0

    def of(self, side: Side) -> int:
        """The number of one side."""
        return self.white if side is Side.WHITE else self.black

    def plus_one(self, side: Side) -> PerSide:
        """One more for a side."""
        if side is Side.WHITE:
            return PerSide(self.white + 1, self.black)
        return PerSide(self.white, self.black + 1)


_NONE_YET = PerSide()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """One game.

    Until the opening throw has decided, `starter` and `on_roll` are WHITE and mean nothing.
    `on_roll` is whose turn it is, also while the cube waits for the other side. `dice` are those
    being played. `cube` is as last accepted; a value on offer is twice it, a beaver's four times.
    `rolls` counts turns with dice, `throws` every throw of the game, opening ties included.
    `first_dice` is each side's first roll, white first. `result` is set when the game is over.
    """

    position: Position
    starter: Side = Side.WHITE
    on_roll: Side = Side.WHITE
    dice: Dice | None = None
    cube: Cube = CENTRED_CUBE
    rolls: PerSide = _NONE_YET
    first_dice: tuple[Dice | None, Dice | None] = (None, None)
    throws: int = 0
    crawford: bool = False
    offer: Offer | None = None
    result: GameResult | None = None

    def turn(self, variant: Variant) -> Turn:
        """The turn being played, for the move generator; the dice must have been thrown."""
        if self.dice is None:
            raise ValueError("the dice have not been thrown")
        side = self.on_roll
        return Turn(
            start=pack(self.position, side, variant.geometry),
            dice=self.dice,
            number=self.rolls.of(side),
            is_starter=side is self.starter,
            enemy_first_dice=self.first_dice[0 if side is Side.BLACK else 1],
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended; no winner means a draw or an annulled match."""

    winner: Side | None
    reason: EndReason


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A whole match. `to_act` is whose answer is awaited, None when both or nobody.

    `game` is the running game, or the last one while the next has not begun. `game_number`
    counts games begun. `crawford_played` is set when the Crawford game begins and stays set.
    """

    rules: Rules
    phase: Phase
    to_act: Side | None
    score: Score
    game_number: int = 0
    game: GameState | None = None
    crawford_played: bool = False
    ready: frozenset[Side] = frozenset()
    clock: ClockState | None = None
    outcome: Outcome | None = None

    @property
    def running_game(self) -> GameState:
        """The game being played; raises ValueError when none is."""
        if self.game is None:
            raise ValueError("no game has begun")
        return self.game

    def deadline_ms(self) -> int | None:
        """When the running side's flag falls (server time), or None."""
        if self.clock is None or self.rules.clock is None:
            return None
        return self.clock.deadline_ms(self.rules.clock)


def initial_state(rules: Rules) -> MatchState:
    """A match before its first game. Raises InvalidRules."""
    rules = rules.checked()
    return MatchState(
        rules=rules,
        phase=Phase.BETWEEN_GAMES,
        to_act=None,
        score=rules.length.first_score,
        clock=None if rules.clock is None else ClockState.full(rules.clock),
    )


def set_up(
    rules: Rules,
    position: Position,
    on_roll: Side,
    *,
    dice: Dice | None = None,
    cube: Cube = CENTRED_CUBE,
    score: Score | None = None,
    crawford: bool = False,
    starter: Side = Side.WHITE,
    now_ms: int = 0,
) -> MatchState:
    """A match in the middle of a game, as a problem set up on the board; both have rolled twice.

    The side on roll is to roll, or to move if `dice` are given. A score at which a side needs one
    point, without `crawford`, is after the Crawford game. Raises InvalidRules, or NotationError
    naming what cannot be so in a running game.
    """
    state = initial_state(rules)
    score = state.score if score is None else score
    check_running(position, cube, rules.variant)
    if not rules.length.allows(score):
        raise NotationError(Fault.BAD_SCORE, white=score[0], black=score[1])
    if crawford and not isinstance(rules.length, PointMatch):
        raise NotationError(Fault.CRAWFORD_NEEDS_MATCH)
    needs_one = any(rules.length.points_needed(score, side) == 1 for side in Side)
    is_after = rules.cube.crawford and rules.length != PointMatch(1) and needs_one
    clock = state.clock
    if clock is not None and rules.clock is not None:
        clock = clock.passed_to(on_roll, rules.clock, now_ms)
    return replace(
        state,
        phase=Phase.TO_ROLL if dice is None else Phase.TO_MOVE,
        to_act=on_roll,
        score=score,
        game_number=1,
        crawford_played=crawford or is_after,
        clock=clock,
        game=GameState(
            position=position,
            starter=starter,
            on_roll=on_roll,
            dice=dice,
            cube=cube,
            rolls=PerSide(2, 2),
            crawford=crawford,
        ),
    )


def check_position(position: Position, variant: Variant) -> None:
    """Raise NotationError naming the first thing that cannot be so in this variant."""
    problems = position.problems(variant)
    for problem, (fault, found) in _POSITION_FAULTS.items():
        if problem in problems:
            raise NotationError(fault, count=variant.checkers, found=found(position, variant))


def check_running(position: Position, cube: Cube, variant: Variant) -> None:
    """Raise NotationError naming the first thing that cannot be so while a game is played."""
    check_position(position, variant)
    if variant.checkers in (position.white[0], position.black[0]):
        raise NotationError(Fault.GAME_FINISHED)
    fault = cube.problem()
    if fault is not None:
        raise NotationError(fault)


def _counts(position: Position, _variant: Variant) -> str:
    return f"{sum(position.white)} and {sum(position.black)}"


def _first_shared(position: Position, variant: Variant) -> int:
    return position.shared_points(variant)[0]


def _nothing(_position: Position, _variant: Variant) -> None:
    """The fault says it all."""


_POSITION_FAULTS: Mapping[PositionProblem, tuple[Fault, Callable[[Position, Variant], object]]] = {
    PositionProblem.SHAPE: (Fault.BAD_SHAPE, _nothing),
    PositionProblem.COUNT: (Fault.CHECKER_COUNT, _counts),
    PositionProblem.SHARED_POINT: (Fault.SHARED_POINT, _first_shared),
    PositionProblem.BAR_USED: (Fault.NO_BAR, _nothing),
    PositionProblem.BOTH_FINISHED: (Fault.BOTH_FINISHED, _nothing),
}
"""The fault of each problem, the first that matters first, and what was found instead."""
