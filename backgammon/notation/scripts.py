"""A match as a script of dice and actions, played step by step: the language of `replay`.

A sits on white, B on black; dice are used in order, opening throws included, A's die first.

Source: docs/rules.md, "Scripts of a match".
"""

from collections.abc import Mapping
from typing import Any

from backgammon.actions import (
    AcceptResignation,
    Action,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Drop,
    Leave,
    MakePlay,
    OpenGame,
    PlayerAction,
    Raccoon,
    Resign,
    Roll,
    StartGame,
    Take,
)
from backgammon.cube import Cube
from backgammon.dice import Dice, GivenDice
from backgammon.engine import decide, evolve, legal_actions
from backgammon.errors import Fault, NotationError, RulesError
from backgammon.notation.codec import state_to_dict
from backgammon.notation.options import rules_with_options, variant_with_options
from backgammon.notation.plain import LEVELS, Reading, dice_of, exactly, without_nulls
from backgammon.notation.plays import parse_play
from backgammon.notation.position_id import parse_position_id
from backgammon.notation.rows import read_position
from backgammon.packed import unpack
from backgammon.position import Position
from backgammon.rules import Rules
from backgammon.sides import Side
from backgammon.state import MatchState, Phase, initial_state, set_up
from backgammon.variants.base import Variant

SEATS = {"A": Side.WHITE, "B": Side.BLACK}

_PLAIN_ACTIONS: Mapping[str, PlayerAction] = {
    "start": StartGame(),
    "roll": Roll(),
    "double": Double(),
    "beaver": Beaver(),
    "raccoon": Raccoon(),
    "take": Take(),
    "drop": Drop(),
    "accept": AcceptResignation(),
    "decline": DeclineResignation(),
    "claim_flag": ClaimFlag(),
    "leave": Leave(),
}
_BETWEEN_GAMES = {"start", "leave"}
"""What opens no game."""

_RULES_KEYS = {
    "match": {"points"},
    "fixed": {"games"},
    "table": {"stake", "stacks"},
}
"""What the rules of each kind must tell, beside what all of them may."""

_START_KEYS = {"position", "on_roll", "dice", "cube", "owner", "score", "crawford"}
_count = exactly(int)


def run_script(script: object) -> dict[str, Any]:
    """The plain state after each action; after a refusal also its step and error.

    What opens or throws by itself: the next game where an action other than `start` or `leave`
    needs one, the dice where a `play` comes before the roll. Raises NotationError or InvalidRules
    when the script itself cannot be read.
    """
    if not isinstance(script, Mapping):
        raise NotationError(Fault.MALFORMED, detail="a script is an object")
    with Reading("script"):
        rules = read_rules(script["rules"])
        throws = [Dice(*pair) for pair in script.get("dice", [])]
        start = script.get("start")
        state = initial_state(rules) if start is None else _started(rules, start)
        actions = [_told(action) for action in script.get("actions", [])]
    dice = GivenDice((throw.first, throw.second) for throw in throws)
    states: list[dict[str, Any]] = []
    for side, word, detail in actions:
        try:
            state = _after(state, side, word, detail, dice)
        except RulesError as refusal:
            error = {"code": refusal.fault.code, "message": str(refusal)}
            return {"states": states, "step": len(states), "error": error}
        states.append(state_to_dict(state))
    return {"states": states}


def read_rules(told: Mapping[str, Any]) -> Rules:
    """The rules of a script. Raises NotationError, InvalidRules, or what `Reading` names."""
    told = without_nulls(told)
    kind, options = told["kind"], told.get("options")
    if kind not in _RULES_KEYS:
        raise ValueError(f"rules of kind {kind!r}")
    _check_keys(told, {"kind", "variant", "options"} | _RULES_KEYS[kind])
    variant = variant_with_options(told.get("variant"), options)
    if kind == "match":
        rules = Rules.match(_count(told["points"]), variant=variant)
    elif kind == "fixed":
        rules = Rules.fixed(_count(told["games"]), variant=variant)
    else:
        white, black = map(_count, told["stacks"])
        rules = Rules.table(_count(told["stake"]), white, black, variant=variant)
    return rules_with_options(rules, options)


def _started(rules: Rules, told: Mapping[str, Any]) -> MatchState:
    told = without_nulls(told)
    _check_keys(told, _START_KEYS)
    on_roll, owner, score = SEATS[told["on_roll"]], told.get("owner"), told.get("score")
    return set_up(
        rules,
        _position(told["position"], rules.variant, on_roll),
        on_roll,
        dice=dice_of(told.get("dice")),
        cube=Cube(told.get("cube", 1), None if owner is None else SEATS[owner]),
        score=None if score is None else _pair(score),
        crawford=exactly(bool)(told.get("crawford", False)),
    )


def _check_keys(told: Mapping[str, Any], known: set[str]) -> None:
    for key in told:
        if key not in known:
            raise NotationError(Fault.UNKNOWN_OPTION, key=key)


def _position(told: Any, variant: Variant, on_roll: Side) -> Position:
    """A Position ID, a row seen by the side on roll, or 26 counts for each seat or side."""
    if isinstance(told, str):
        return parse_position_id(told, on_roll, variant)
    if "pts" in told:
        return unpack(read_position(told, variant), on_roll, variant.geometry)
    white, black = ("A", "B") if "A" in told else ("white", "black")
    return Position(tuple(told[white]), tuple(told[black]))


def _pair(numbers: Any) -> tuple[int, int]:
    first, second = map(_count, numbers)
    return first, second


def _told(action: Any) -> tuple[Side, str, str]:
    seat, word, *details = action
    if len(details) > 1:
        raise ValueError(f"too much is told of {word!r}")
    return SEATS[seat], exactly(str)(word), exactly(str)(details[0]) if details else ""


def _after(state: MatchState, side: Side, word: str, detail: str, dice: GivenDice) -> MatchState:
    if state.phase is Phase.BETWEEN_GAMES and word not in _BETWEEN_GAMES:
        state = _decided(state, None, OpenGame(), dice)
    if word == "play" and Roll in legal_actions(state, side):
        state = _decided(state, side, Roll(), dice)
        if state.to_act is not side and not detail:
            return state  # The roll could not be played, and that is what the script says.
    return _decided(state, side, _action(state, word, detail), dice)


def _decided(state: MatchState, side: Side | None, action: Action, dice: GivenDice) -> MatchState:
    for event in decide(state, side, action, dice=dice, now_ms=0):
        state = evolve(state, event)
    return state


def _action(state: MatchState, word: str, detail: str) -> PlayerAction:
    if word in _PLAIN_ACTIONS and not detail:
        return _PLAIN_ACTIONS[word]
    if word == "resign" and detail in LEVELS:
        return Resign(LEVELS[detail])
    if word == "play":
        game, variant = state.running_game, state.rules.variant
        has_dice = game.dice is not None
        return MakePlay(parse_play(detail, variant, game.turn(variant)) if has_dice else ())
    raise NotationError(Fault.MALFORMED, detail=f"the action {word!r} {detail!r}")
