"""What follows from an action: the events, or a named refusal. Changes nothing.

Source: docs/rules.md, "The course of a match".
"""

from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from backgammon.actions import (
    HOUSE_ACTIONS,
    AcceptResignation,
    Action,
    Annul,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Drop,
    Forfeit,
    HouseAction,
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
from backgammon.dice import Dice, DiceSource
from backgammon.engine.asking import OFFER_FACTORS, action_fault, asker_fault
from backgammon.engine.evolving import evolve
from backgammon.engine.playing import has_won, points_for, resignation_cost
from backgammon.errors import Fault, IllegalAction
from backgammon.events import (
    Annulled,
    Beavered,
    ClockShifted,
    CubeTurned,
    Doubled,
    Dropped,
    EndReason,
    Event,
    FlagFell,
    Forfeited,
    GameDrawn,
    GameStarted,
    GameWon,
    Left,
    MatchDrawn,
    MatchWon,
    OpeningRolled,
    PenaltyScored,
    Played,
    Raccooned,
    ResignationDeclined,
    ResignationOffered,
    Resigned,
    Rolled,
    SideReady,
    Taken,
    ToppedUp,
)
from backgammon.length import PointMatch, TableStakes, ladder_points_to_win
from backgammon.movegen import can_move, judged
from backgammon.play import Play
from backgammon.rules import FirstMove, Rules
from backgammon.scoring import win_kind
from backgammon.sides import Side
from backgammon.state import GAME_PHASES, MatchState, Phase, initial_state
from backgammon.variants.base import WinKind

_TurnAction: TypeAlias = (
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
    | Leave
)
"""What a player may ask, but for the claim of a flag, which the clock answers."""


@dataclass(slots=True)
class _Batch:
    """The events of one decision and the state they lead to, as they are found."""

    state: MatchState
    dice: DiceSource
    now_ms: int
    events: list[Event] = field(default_factory=list)

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)


def start_match(rules: Rules, *, dice: DiceSource, now_ms: int = 0) -> MatchState:
    """A match whose first game has been opened. Raises InvalidRules."""
    state = initial_state(rules)
    for event in decide(state, None, OpenGame(), dice=dice, now_ms=now_ms):
        state = evolve(state, event)
    return state


def decide(
    state: MatchState, side: Side | None, action: Action, *, dice: DiceSource, now_ms: int
) -> tuple[Event, ...]:
    """The events that answer an action of a side, or of the house (`side` None).

    An action that comes after a flag has fallen is answered by the flag. Raises IllegalAction,
    or IllegalPlay for a play the dice do not allow; then nothing has happened.
    """
    asked = type(action)
    batch = _Batch(state, dice, now_ms)
    fallen = _fallen_side(state, action, now_ms) if asker_fault(side, asked) is None else None
    if fallen is not None:
        _fall_flag(batch, fallen)
        return tuple(batch.events)
    fault = action_fault(state, side, asked)
    if fault is not None:
        raise IllegalAction(fault)
    if isinstance(action, ClaimFlag):
        raise IllegalAction(Fault.FLAG_STANDS)
    if isinstance(action, HOUSE_ACTIONS):
        _answer_house(batch, action)
    else:
        assert side is not None, "a player's action has a side"
        _answer_player(batch, side, action)
    return tuple(batch.events)


def _answer_player(batch: _Batch, side: Side, action: _TurnAction) -> None:
    value = batch.state.game.cube.value if batch.state.game else 1
    match action:
        case StartGame():
            if side.other in batch.state.ready:
                _open_game(batch)
            else:
                batch.add(SideReady(side, at_ms=batch.now_ms))
        case Roll():
            batch.add(Rolled(side, Dice(*batch.dice.roll()), at_ms=batch.now_ms))
            _pass_if_stuck(batch)
        case MakePlay(play):
            _make_play(batch, side, play)
        case Double():
            batch.add(Doubled(side, value * 2, at_ms=batch.now_ms))
        case Beaver():
            batch.add(Beavered(side, value * 4, at_ms=batch.now_ms))
        case Raccoon():
            batch.add(Raccooned(side, value * 8, at_ms=batch.now_ms))
        case Take():
            batch.add(Taken(side, at_ms=batch.now_ms))
        case Drop():
            _drop(batch, side)
        case Resign(level):
            _resign(batch, side, level)
        case AcceptResignation():
            _accept_resignation(batch)
        case DeclineResignation():
            batch.add(ResignationDeclined(side, at_ms=batch.now_ms))
        case Leave():
            batch.add(Left(side, at_ms=batch.now_ms))
        case _:
            assert_never(action)


def _answer_house(batch: _Batch, action: HouseAction) -> None:
    match action:
        case OpenGame():
            _open_game(batch)
        case PenaltyPoint(side):
            _penalty(batch, side)
        case ShiftClock(by_ms):
            if batch.state.clock is not None and batch.state.clock.running is not None:
                batch.add(ClockShifted(by_ms, at_ms=batch.now_ms))
        case TopUp(side, chips):
            _top_up(batch, side, chips)
        case Forfeit(side, reason):
            before = batch.state
            batch.add(Forfeited(side, reason, at_ms=batch.now_ms))
            _lose_match(batch, side, EndReason.FORFEIT, before)
        case Annul(reason):
            batch.add(Annulled(reason, at_ms=batch.now_ms))
        case _:
            assert_never(action)


def _open_game(batch: _Batch) -> None:
    state = batch.state
    starter = _next_starter(state)
    number = state.game_number + 1
    batch.add(GameStarted(number, _is_crawford(state), starter, at_ms=batch.now_ms))
    while batch.state.phase is Phase.OPENING:
        white, black = batch.dice.roll()
        batch.add(OpeningRolled(white, black, at_ms=batch.now_ms))
        if white == black:
            _turn_cube_for_tie(batch)
    if batch.state.phase is Phase.TO_MOVE:
        _pass_if_stuck(batch)


def _is_crawford(state: MatchState) -> bool:
    """The game to come is the one after a side came to need exactly one point."""
    length = state.rules.length
    if not state.rules.cube.crawford or state.crawford_played or length == PointMatch(1):
        return False
    return any(length.points_needed(state.score, side) == 1 for side in Side)


def _next_starter(state: MatchState) -> Side | None:
    """The side that starts without an opening throw, or None when a throw decides."""
    game, first_move = state.game, state.rules.first_move
    if game is None or game.result is None or first_move is FirstMove.ROLL:
        return None
    winner = game.result.winner
    if first_move is FirstMove.LOSER and winner is not None:
        return winner.other
    return game.starter.other


def _turn_cube_for_tie(batch: _Batch) -> None:
    cube_rules, value = batch.state.rules.cube, batch.state.running_game.cube.value
    turned, limit = value.bit_length() - 1, cube_rules.automatic_doubles
    may_turn = cube_rules.enabled and (limit is None or turned < limit)
    if may_turn and cube_rules.may_reach(value * 2):
        batch.add(CubeTurned(value * 2, at_ms=batch.now_ms))


def _pass_if_stuck(batch: _Batch) -> None:
    """A roll that cannot be played passes the turn at once."""
    game, variant = batch.state.running_game, batch.state.rules.variant
    if not can_move(variant, game.turn(variant)):
        _played(batch, game.on_roll, ())


def _make_play(batch: _Batch, side: Side, play: Play) -> None:
    variant = batch.state.rules.variant
    judged(variant, batch.state.running_game.turn(variant), play)
    _played(batch, side, play)


def _played(batch: _Batch, side: Side, play: Play) -> None:
    was_last_roll = batch.state.phase is Phase.LAST_ROLL
    batch.add(Played(side, play, at_ms=batch.now_ms))
    if was_last_roll:
        _end_last_roll(batch, side)
    elif batch.state.to_act is None:
        _win_by_bearing_off(batch, side)


def _end_last_roll(batch: _Batch, side: Side) -> None:
    if has_won(batch.state, side):
        batch.add(GameDrawn(at_ms=batch.now_ms))
        _end_match_if_decided(batch)
    else:
        _win_by_bearing_off(batch, side.other)


def _win_by_bearing_off(batch: _Batch, side: Side) -> None:
    state = batch.state
    kind = win_kind(state.running_game.position, side, state.rules.variant)
    _win_game(batch, side, kind, points_for(state, kind))


def _win_game(batch: _Batch, side: Side, kind: WinKind, points: int) -> None:
    batch.add(GameWon(side, kind, points, at_ms=batch.now_ms))
    _end_match_if_decided(batch)


def _end_match_if_decided(batch: _Batch, reason: EndReason = EndReason.POINTS) -> None:
    state = batch.state
    verdict = state.rules.length.verdict(state.score, state.game_number)
    if verdict is None:
        return
    if verdict.winner is None:
        batch.add(MatchDrawn(at_ms=batch.now_ms))
    else:
        batch.add(MatchWon(verdict.winner, reason, at_ms=batch.now_ms))


def _drop(batch: _Batch, side: Side) -> None:
    points = _points_for_a_drop(batch.state)
    batch.add(Dropped(side, at_ms=batch.now_ms))
    _win_game(batch, side.other, WinKind.SINGLE, points)


def _points_for_a_drop(state: MatchState) -> int:
    """Half of what was offered: the value before the last turn of the cube."""
    return state.running_game.cube.value * OFFER_FACTORS[state.phase] // 2


def _resign(batch: _Batch, side: Side, level: WinKind) -> None:
    state = batch.state
    if state.phase in OFFER_FACTORS and state.to_act is side:
        _drop(batch, side)
        return
    cost = resignation_cost(state, side)
    if level >= cost or state.rules.variant.resignation_is_judged:
        _lose_by_resigning(batch, side, cost)
    else:
        batch.add(ResignationOffered(side, level, at_ms=batch.now_ms))


def _accept_resignation(batch: _Batch) -> None:
    offer = batch.state.running_game.offer
    assert offer is not None, "only an open offer is accepted"
    _lose_by_resigning(batch, offer.side, offer.level)


def _lose_by_resigning(batch: _Batch, side: Side, level: WinKind) -> None:
    batch.add(Resigned(side, level, at_ms=batch.now_ms))
    _win_game(batch, side.other, level, points_for(batch.state, level))


def _penalty(batch: _Batch, side: Side) -> None:
    batch.add(PenaltyScored(side, at_ms=batch.now_ms))
    state, length = batch.state, batch.state.rules.length
    score = state.score[0 if side is Side.WHITE else 1]
    needed = ladder_points_to_win(length) if isinstance(length, PointMatch) else None
    if state.game_number == 0 and needed is not None and score >= needed:
        batch.add(MatchWon(side, EndReason.PENALTY, at_ms=batch.now_ms))
    else:
        _end_match_if_decided(batch, EndReason.PENALTY)


def _top_up(batch: _Batch, side: Side, chips: int) -> None:
    state, length = batch.state, batch.state.rules.length
    assert isinstance(length, TableStakes), "only a table is topped up"
    if not 0 < chips <= length.missing(state.score, side):
        raise IllegalAction(Fault.TOP_UP_RANGE)
    batch.add(ToppedUp(side, chips, at_ms=batch.now_ms))


def _fallen_side(state: MatchState, action: Action, now_ms: int) -> Side | None:
    """The side whose time has run out, unless the house shifts the clock or ends the match."""
    is_above_clocks = isinstance(action, ShiftClock | Forfeit | Annul)
    if state.clock is None or state.rules.clock is None or is_above_clocks:
        return None
    has_fallen = state.clock.has_fallen(state.rules.clock, now_ms)
    return state.clock.running if has_fallen else None


def _fall_flag(batch: _Batch, side: Side) -> None:
    before = batch.state
    batch.add(FlagFell(side, at_ms=batch.now_ms))
    _lose_match(batch, side, EndReason.FLAG, before)


def _lose_match(batch: _Batch, side: Side, reason: EndReason, before: MatchState) -> None:
    """The side loses the match; at a table first the game that ran, at the most it can cost.

    Whose answer to a turned cube is awaited never loses less than by dropping.
    """
    if before.rules.length.settles_the_game and before.phase in GAME_PHASES:
        kind = resignation_cost(before, side)
        points = points_for(before, kind)
        is_asked = before.phase in OFFER_FACTORS and before.to_act is side
        dropped = _points_for_a_drop(before) if is_asked else 0
        if dropped > points:
            kind, points = WinKind.SINGLE, dropped
        batch.add(GameWon(side.other, kind, points, at_ms=batch.now_ms))
    batch.add(MatchWon(side.other, reason, at_ms=batch.now_ms))
