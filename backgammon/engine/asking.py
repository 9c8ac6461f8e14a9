"""Who may ask what, in which phase: the reasons against an action, before it is carried out.

Source: docs/rules.md, "The course of a match".
"""

from backgammon.actions import (
    HOUSE_ACTIONS,
    AcceptResignation,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Leave,
    MakePlay,
    PenaltyPoint,
    Raccoon,
    StartGame,
    TopUp,
)
from backgammon.cube import CubeFacts, Turning, cube_fault
from backgammon.errors import Fault
from backgammon.length import PointMatch, TableStakes
from backgammon.sides import Side
from backgammon.state import (
    ANY_TIME,
    GAME_PHASES,
    HOUSE_ANY_TIME,
    PHASES,
    ActionType,
    MatchState,
    Phase,
)

_TURNINGS = {Double: Turning.DOUBLE, Beaver: Turning.BEAVER, Raccoon: Turning.RACCOON}

OFFER_FACTORS = {Phase.DOUBLED: 2, Phase.BEAVERED: 4, Phase.RACCOONED: 8}
"""The value on offer, in units of the cube as last accepted."""


def legal_actions(state: MatchState, side: Side | None) -> frozenset[ActionType]:
    """What the side (None: the house) may ask now. A flag may be claimed at any time besides."""
    asked = PHASES[state.phase] | ANY_TIME | HOUSE_ANY_TIME
    return frozenset(
        action
        for action in asked
        if action is not ClaimFlag and action_fault(state, side, action) is None
    )


def action_fault(state: MatchState, side: Side | None, action: ActionType) -> Fault | None:
    """Why this kind of action may not be asked now, or None.

    Whether a play is legal, or a claimed flag has fallen, is looked at when it is carried out.
    """
    fault = asker_fault(side, action)
    if fault is not None:
        return fault
    if state.phase is Phase.OVER:
        return Fault.MATCH_OVER
    if side is None:
        return _house_fault(state, action)
    if action in ANY_TIME:
        return _any_time_fault(state, side, action)
    if action is StartGame:
        return _ready_fault(state, side)
    if action is Leave:
        return _leave_fault(state)
    return _turn_fault(state, side, action)


def asker_fault(side: Side | None, action: ActionType) -> Fault | None:
    """An action of the house asked by a player, or the reverse."""
    if action in HOUSE_ACTIONS:
        return None if side is None else Fault.SERVER_ONLY
    return Fault.PLAYER_ONLY if side is None and action is not ClaimFlag else None


def _house_fault(state: MatchState, action: ActionType) -> Fault | None:
    if action in HOUSE_ANY_TIME or action is ClaimFlag:
        return None
    if action is TopUp:
        return _top_up_fault(state)
    if action not in PHASES[state.phase]:
        return Fault.WRONG_PHASE
    if action is PenaltyPoint and not isinstance(state.rules.length, PointMatch):
        return Fault.WRONG_PHASE
    return None


def _top_up_fault(state: MatchState) -> Fault | None:
    length = state.rules.length
    if not isinstance(length, TableStakes) or not length.top_up:
        return Fault.TOP_UP_OFF
    if state.phase is not Phase.BETWEEN_GAMES:
        return Fault.TOP_UP_MID_GAME
    has_room = any(length.missing(state.score, side) for side in Side)
    return None if has_room else Fault.TOP_UP_RANGE


def _leave_fault(state: MatchState) -> Fault | None:
    length = state.rules.length
    if not isinstance(length, TableStakes) or not length.leave_between_games:
        return Fault.LEAVING_OFF
    return None if state.phase is Phase.BETWEEN_GAMES else Fault.LEAVE_MID_GAME


def _any_time_fault(state: MatchState, side: Side, action: ActionType) -> Fault | None:
    if action is ClaimFlag:
        return None
    if state.phase not in GAME_PHASES:
        return Fault.WRONG_PHASE
    if action in (AcceptResignation, DeclineResignation):
        offer = state.running_game.offer
        return Fault.NO_OFFER if offer is None or offer.side is side else None
    return None


def _ready_fault(state: MatchState, side: Side) -> Fault | None:
    if state.phase is not Phase.BETWEEN_GAMES:
        return Fault.WRONG_PHASE
    return Fault.ALREADY_READY if side in state.ready else None


def _turn_fault(state: MatchState, side: Side, action: ActionType) -> Fault | None:
    if state.phase not in GAME_PHASES:
        return Fault.WRONG_PHASE
    if state.to_act is not side:
        return Fault.NOT_YOUR_TURN
    if action is Double and state.phase is Phase.TO_MOVE:
        return cube_fault(state.rules.cube, _cube_facts(state, side, action))
    if action not in PHASES[state.phase]:
        is_turned_again = action in (Beaver, Raccoon) and state.phase in OFFER_FACTORS
        return Fault.BEAVERS_OFF if is_turned_again else Fault.WRONG_PHASE
    if action in _TURNINGS:
        return cube_fault(state.rules.cube, _cube_facts(state, side, action))
    if state.phase is Phase.LAST_ROLL:
        has_rolled = state.running_game.dice is not None
        return Fault.WRONG_PHASE if (action is MakePlay) is not has_rolled else None
    return None


def _cube_facts(state: MatchState, side: Side, action: ActionType) -> CubeFacts:
    game, length = state.running_game, state.rules.length
    value = game.cube.value * OFFER_FACTORS.get(state.phase, 1)
    return CubeFacts(
        turning=_TURNINGS[action],
        side=side,
        value=value,
        owner=game.cube.owner,
        has_rolled=game.dice is not None,
        is_crawford=game.crawford,
        is_after_crawford=state.crawford_played,
        points_needed=length.points_needed(state.score, side),
        fewest_rolls=min(game.rolls.white, game.rolls.black),
        is_covered=length.is_covered(state.score, value),
    )
