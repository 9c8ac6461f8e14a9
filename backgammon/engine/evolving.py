"""What an event makes of a state. No judgement here: an event has happened.

Source: docs/rules.md, "The course of a match" and "The clock".
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from backgammon.clock import ClockState
from backgammon.cube import Cube
from backgammon.dice import Dice
from backgammon.engine.asking import OFFER_FACTORS
from backgammon.engine.playing import has_won
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
from backgammon.length import plus
from backgammon.movegen import after_play
from backgammon.rules import Rules
from backgammon.scoring import DRAWN_GAME, GameResult
from backgammon.sides import Side
from backgammon.state import (
    GameState,
    MatchState,
    Offer,
    Outcome,
    Phase,
    initial_state,
)
from backgammon.variants.base import Opening


def replay(rules: Rules, events: Iterable[Event]) -> MatchState:
    """The state after all the events of a match played by these rules."""
    state = initial_state(rules)
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: MatchState, event: Event) -> MatchState:
    """The state after one event. Total over events that `decide` gave for this state."""
    match event:
        case SideReady():
            return replace(state, ready=state.ready | {event.side})
        case GameStarted():
            return _game_started(state, event)
        case OpeningRolled():
            return _opening_rolled(state, event)
        case CubeTurned():
            return _with_game(state, cube=Cube(event.value))
        case Rolled():
            return _rolled(state, event)
        case Played():
            return _played(state, event)
        case Doubled():
            state = _lapsed(state, event.side)
            return _asked(state, Phase.DOUBLED, event.side.other, event.at_ms)
        case Beavered():
            return _asked(state, Phase.BEAVERED, event.side.other, event.at_ms)
        case Raccooned():
            return _asked(state, Phase.RACCOONED, event.side.other, event.at_ms)
        case Taken():
            return _taken(state, event)
        case Dropped() | Resigned():
            return replace(state, to_act=None)
        case ResignationOffered():
            return _with_game(state, offer=Offer(event.side, event.level))
        case ResignationDeclined():
            return _with_game(state, offer=None)
        case PenaltyScored():
            return replace(state, score=state.rules.length.after(state.score, event.side, 1))
        case FlagFell() | Forfeited():
            return replace(state, to_act=None, clock=_clock_for(state, None, event.at_ms))
        case ClockShifted():
            clock = state.clock and state.clock.shifted(event.by_ms, event.at_ms)
            return replace(state, clock=clock)
        case ToppedUp():
            # The next game is for other chips now: who agreed to it is asked again.
            score = plus(state.score, event.side, event.chips)
            return replace(state, score=score, ready=frozenset())
        case Left():
            return _match_over(state, Outcome(None, EndReason.LEFT), event.at_ms)
        case GameWon():
            length, points = state.rules.length, event.points
            chips = length.chips(state.score, points)
            result = GameResult(event.side, event.kind, points, chips)
            score = length.after(state.score, event.side, points)
            return replace(_game_over(state, result, event.at_ms), score=score)
        case GameDrawn():
            return _game_over(state, DRAWN_GAME, event.at_ms)
        case MatchWon():
            return _match_over(state, Outcome(event.side, event.reason), event.at_ms)
        case MatchDrawn():
            return _match_over(state, Outcome(None, EndReason.POINTS), event.at_ms)
        case Annulled():
            return _match_over(state, Outcome(None, EndReason.ANNULLED), event.at_ms)
        case _:
            assert_never(event)


def _with_game(state: MatchState, **changes: object) -> MatchState:
    return replace(state, game=replace(state.running_game, **changes))  # type: ignore[arg-type]


def _clock_for(state: MatchState, side: Side | None, at_ms: int) -> ClockState | None:
    """The clock once the running side has used its time and `side` begins afresh."""
    if state.clock is None or state.rules.clock is None:
        return None
    return state.clock.passed_to(side, state.rules.clock, at_ms)


def _game_started(state: MatchState, event: GameStarted) -> MatchState:
    starter = event.starter
    clock, clock_rules = state.clock, state.rules.clock
    if clock_rules is not None and clock_rules.renews_each_game:
        clock = ClockState.full(clock_rules)
    state = replace(
        state,
        phase=Phase.OPENING if starter is None else Phase.TO_ROLL,
        to_act=starter,
        game_number=event.number,
        crawford_played=state.crawford_played or event.crawford,
        ready=frozenset(),
        clock=clock,
        game=GameState(
            position=state.rules.variant.opening_position,
            starter=starter or Side.WHITE,
            on_roll=starter or Side.WHITE,
            crawford=event.crawford,
        ),
    )
    return replace(state, clock=_clock_for(state, starter, event.at_ms))


def _opening_rolled(state: MatchState, event: OpeningRolled) -> MatchState:
    game = state.running_game
    game = replace(game, throws=game.throws + 1)
    if event.white == event.black:
        return replace(state, game=game)
    starter = Side.WHITE if event.white > event.black else Side.BLACK
    game = replace(game, starter=starter, on_roll=starter)
    phase = Phase.TO_ROLL
    if state.rules.variant.opening is Opening.ROLL_IS_PLAYED:
        dice = Dice(max(event.white, event.black), min(event.white, event.black))
        game, phase = _with_dice(game, starter, dice), Phase.TO_MOVE
    return replace(
        state,
        phase=phase,
        to_act=starter,
        game=game,
        clock=_clock_for(state, starter, event.at_ms),
    )


def _with_dice(game: GameState, side: Side, dice: Dice) -> GameState:
    """The game with a roll on the board, counted for its side."""
    white, black = game.first_dice
    first_dice = (white or dice, black) if side is Side.WHITE else (white, black or dice)
    return replace(game, dice=dice, rolls=game.rolls.plus_one(side), first_dice=first_dice)


def _rolled(state: MatchState, event: Rolled) -> MatchState:
    state = _lapsed(state, event.side)
    game = _with_dice(state.running_game, event.side, event.dice)
    phase = state.phase if state.phase is Phase.LAST_ROLL else Phase.TO_MOVE
    return replace(state, phase=phase, game=replace(game, throws=game.throws + 1))


def _played(state: MatchState, event: Played) -> MatchState:
    state = _lapsed(state, event.side)
    side, other = event.side, event.side.other
    position = after_play(state.rules.variant, state.running_game.position, side, event.play)
    state = _with_game(state, position=position, dice=None, on_roll=other)
    clock = _clock_for(state, other, event.at_ms)
    if not has_won(state, side):
        phase = state.phase if state.phase is Phase.LAST_ROLL else Phase.TO_ROLL
        return replace(state, phase=phase, to_act=other, clock=clock)
    if may_answer(state, other):
        return replace(state, phase=Phase.LAST_ROLL, to_act=other, clock=clock)
    return replace(state, to_act=None, clock=clock)


def may_answer(state: MatchState, side: Side) -> bool:
    """The starter has finished and `side` could still finish with one last roll."""
    game, variant = state.running_game, state.rules.variant
    if not variant.last_roll or side is game.starter or state.phase is Phase.LAST_ROLL:
        return False
    checkers = game.position.of(side)
    return sum(checkers[1:]) <= 4 and not any(checkers[7:])


def _lapsed(state: MatchState, side: Side) -> MatchState:
    """An open resignation of the side that goes on playing is gone."""
    offer = state.running_game.offer
    return _with_game(state, offer=None) if offer is not None and offer.side is side else state


def _asked(state: MatchState, phase: Phase, side: Side, at_ms: int) -> MatchState:
    return replace(state, phase=phase, to_act=side, clock=_clock_for(state, side, at_ms))


def _taken(state: MatchState, event: Taken) -> MatchState:
    game = state.running_game
    cube = Cube(game.cube.value * OFFER_FACTORS[state.phase], game.on_roll.other)
    state = _with_game(state, cube=cube)
    return _asked(state, Phase.TO_ROLL, game.on_roll, event.at_ms)


def _game_over(state: MatchState, result: GameResult, at_ms: int) -> MatchState:
    return replace(
        state,
        phase=Phase.BETWEEN_GAMES,
        to_act=None,
        game=replace(state.running_game, dice=None, offer=None, result=result),
        clock=_clock_for(state, None, at_ms),
    )


def _match_over(state: MatchState, outcome: Outcome, at_ms: int) -> MatchState:
    game = state.game and replace(state.game, offer=None)
    return replace(
        state,
        phase=Phase.OVER,
        to_act=None,
        ready=frozenset(),
        game=game,
        clock=_clock_for(state, None, at_ms),
        outcome=outcome,
    )
