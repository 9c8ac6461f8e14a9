"""A match as a script of dice and actions, played step by step: the language of `replay`.

A sits on white, B on black; dice are used in order, opening throws included, A's die first.

Source: docs/rules.md, "Scripts of a match".
"""

from collections.abc import Mapping
from typing import Any

from backgammon.actions import (
    AcceptResignation,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Drop,
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
from backgammon.engine import decide, evolve
from backgammon.errors import Fault, NotationError, RulesError
from backgammon.notation.codec import state_to_dict
from backgammon.notation.options import rules_with_options, variant_with_options
from backgammon.notation.plain import LEVELS, Reading, exactly
from backgammon.notation.plays import parse_play
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
}
_count = exactly(int)


def run_script(script: object) -> dict[str, Any]:
    """The plain state after each action; after a refusal also its step and error.

    A game opens by itself where an action other than `start` needs one. Raises NotationError or
    InvalidRules when the script itself cannot be read.
    """
    if not isinstance(script, Mapping):
        raise NotationError(Fault.MALFORMED, detail="a script is an object")
    with Reading("script"):
        rules = _rules(script["rules"])
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


def _rules(told: Mapping[str, Any]) -> Rules:
    options = told.get("options", {})
    variant = variant_with_options(told.get("variant", "backgammon"), options)
    kind = told["kind"]
    if kind == "match":
        rules = Rules.match(_count(told["points"]), variant=variant)
    elif kind == "fixed":
        rules = Rules.fixed(_count(told["games"]), variant=variant)
    elif kind == "table":
        white, black = map(_count, told["stacks"])
        rules = Rules.table(_count(told["stake"]), white, black, variant=variant)
    else:
        raise ValueError(f"rules of kind {kind!r}")
    return rules_with_options(rules, options)


def _started(rules: Rules, told: Mapping[str, Any]) -> MatchState:
    on_roll, owner, score = SEATS[told["on_roll"]], told.get("owner"), told.get("score")
    return set_up(
        rules,
        _position(told["position"], rules.variant, on_roll),
        on_roll,
        cube=_cube(told.get("cube", 1), None if owner is None else SEATS[owner]),
        score=None if score is None else (_count(score[0]), _count(score[1])),
        crawford=exactly(bool)(told.get("crawford", False)),
    )


def _position(told: Mapping[str, Any], variant: Variant, on_roll: Side) -> Position:
    """26 counts for each seat, or a row seen by the side on roll."""
    if "pts" in told:
        return unpack(read_position(told, variant), on_roll, variant.geometry)
    return Position(tuple(told["A"]), tuple(told["B"]))


def _cube(value: object, owner: Side | None) -> Cube:
    if type(value) is not int or value < 1 or value & value - 1:
        raise NotationError(Fault.BAD_OPTION, key="cube", value=value)
    return Cube(value, owner)


def _told(action: Any) -> tuple[Side, str, str]:
    seat, word, *detail = action
    return SEATS[seat], str(word), str(detail[0]) if detail else ""


def _after(state: MatchState, side: Side, word: str, detail: str, dice: GivenDice) -> MatchState:
    if state.phase is Phase.BETWEEN_GAMES and word != "start":
        for event in decide(state, None, OpenGame(), dice=dice, now_ms=0):
            state = evolve(state, event)
    for event in decide(state, side, _action(state, word, detail), dice=dice, now_ms=0):
        state = evolve(state, event)
    return state


def _action(state: MatchState, word: str, detail: str) -> PlayerAction:
    if word in _PLAIN_ACTIONS:
        return _PLAIN_ACTIONS[word]
    if word == "resign" and detail in LEVELS:
        return Resign(LEVELS[detail])
    if word == "play":
        game, variant = state.running_game, state.rules.variant
        has_dice = game.dice is not None
        return MakePlay(parse_play(detail, variant, game.turn(variant)) if has_dice else ())
    raise NotationError(Fault.MALFORMED, detail=f"the action {word!r} {detail!r}")
