"""Questions about the turn and the game that is being played.

Source: docs/rules.md, "A move" and "Resignation".
"""

from collections.abc import Mapping

from backgammon import movegen
from backgammon.errors import Fault
from backgammon.play import Play
from backgammon.position import Position
from backgammon.scoring import game_points, most_at_risk
from backgammon.sides import Side
from backgammon.state import MatchState
from backgammon.variants.base import WinKind


def legal_ways(state: MatchState) -> Mapping[int, Play]:
    """One play for each distinct legal result (packed) of the roll; {} when nothing can move.

    Raises ValueError when no dice lie on the board.
    """
    variant = state.rules.variant
    return movegen.ways(variant, state.running_game.turn(variant))


def legal_plays(state: MatchState) -> Mapping[Position, Play]:
    """Each reachable position once, with one way there; {} when nothing can move.

    Raises ValueError when no dice lie on the board.
    """
    game, variant = state.running_game, state.rules.variant
    return movegen.legal_plays(variant, game.turn(variant), game.on_roll)


def explain_play(state: MatchState, play: Play) -> Fault | None:
    """Why this play is refused with the dice on the board, or None when it is legal.

    Raises ValueError when no dice lie on the board.
    """
    variant = state.rules.variant
    return movegen.play_fault(variant, state.running_game.turn(variant), play)


def has_won(state: MatchState, side: Side) -> bool:
    """The side has borne off all its checkers."""
    return state.running_game.position.of(side)[0] == state.rules.variant.checkers


def counts_single(state: MatchState) -> bool:
    """Jacoby holds and no double was accepted in this game, so every win counts as a single."""
    return state.rules.cube.jacoby and state.running_game.cube.owner is None


def points_for(state: MatchState, kind: WinKind) -> int:
    """Points for winning the running game this way at the cube as it stands."""
    return game_points(
        kind,
        state.running_game.cube.value,
        state.rules.variant,
        counts_single=counts_single(state),
    )


def resignation_cost(state: MatchState, side: Side) -> WinKind:
    """The most the running game can still cost the side: a resignation this high needs no consent.

    Single while Jacoby makes every win one; in a match never dearer than what already ends it.
    """
    variant = state.rules.variant
    most = most_at_risk(state.running_game.position, side, variant)
    if counts_single(state):
        return WinKind.SINGLE
    needed = state.rules.length.points_needed(state.score, side.other)
    if needed is None or variant.resignation_is_judged:
        return most
    return next(
        (kind for kind in WinKind if kind >= most or points_for(state, kind) >= needed), most
    )
