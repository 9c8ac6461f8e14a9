"""Rules, states and events as plain dicts for storage and the wire, and back.

Sides are "white" and "black", a play is a list of [source, die], levels and kinds are words.
Reading is strict: anything unexpected is a NotationError(MALFORMED) that says where.

Source: docs/rules.md, "Plain data".
"""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from backgammon.clock import ClockRules, ClockState
from backgammon.cube import Cube, CubeRules
from backgammon.engine import legal_ways
from backgammon.errors import NotationError
from backgammon.events import Event
from backgammon.length import FixedGames, Length, PointMatch, TableStakes
from backgammon.notation.plain import (
    Plain,
    Reading,
    dice_of,
    dice_to_list,
    exactly,
    play_from_list,
    play_to_list,
    record_from_dict,
    record_to_dict,
    side_of,
    word,
)
from backgammon.position import Checkers, Position
from backgammon.rules import FirstMove, Rules
from backgammon.scoring import GameResult
from backgammon.sides import Side
from backgammon.state import (
    GameState,
    MatchState,
    Offer,
    Outcome,
    PerSide,
    Phase,
    check_position,
)
from backgammon.variants import find_variant

FORMAT = 1
"""The number of this dict format; raised when old data would be misread."""

_LENGTHS: Mapping[str, type[Length]] = {
    "match": PointMatch,
    "fixed": FixedGames,
    "table": TableStakes,
}
_LENGTH_WORDS = {cls: name for name, cls in _LENGTHS.items()}
_LATER_FIELDS: Mapping[str, Plain] = {"table": {"games": 0}}
"""What a length written before a field existed means by it."""
_whole = exactly(int)
_flag = exactly(bool)


def rules_to_dict(rules: Rules) -> Plain:
    """The rules of a match; equal rules give equal dicts."""
    length = {"kind": _LENGTH_WORDS[type(rules.length)], **record_to_dict(rules.length)}
    return {
        "format": FORMAT,
        "variant": rules.variant.key,
        "options": dict(rules.variant.options),
        "length": length,
        "cube": record_to_dict(rules.cube),
        "first_move": rules.first_move.value,
        "clock": None if rules.clock is None else record_to_dict(rules.clock),
    }


def rules_from_dict(data: Mapping[str, Any]) -> Rules:
    """The rules written by `rules_to_dict`. Raises NotationError or InvalidRules."""
    with Reading("rules"):
        _check_format(data)
        length, clock = dict(data["length"]), data["clock"]
        kind = length.pop("kind")
        return Rules(
            variant=find_variant(data["variant"], data["options"]),
            length=record_from_dict(_LENGTHS[kind], {**_LATER_FIELDS.get(kind, {}), **length}),
            cube=record_from_dict(CubeRules, data["cube"]),
            first_move=FirstMove(data["first_move"]),
            clock=None if clock is None else record_from_dict(ClockRules, clock),
        ).checked()


def state_to_dict(state: MatchState) -> Plain:
    """A match state without its rules, which never change and are stored once."""
    white, black = state.score
    clock, outcome = state.clock, state.outcome
    return {
        "format": FORMAT,
        "phase": state.phase.value,
        "to_act": word(state.to_act),
        "score": {"white": white, "black": black},
        "game_number": state.game_number,
        "crawford_played": state.crawford_played,
        "ready": sorted(side.value for side in state.ready),
        "game": None if state.game is None else _game_to_dict(state.game),
        "clock": None if clock is None else record_to_dict(clock),
        "outcome": None if outcome is None else record_to_dict(outcome),
    }


def state_from_dict(data: Mapping[str, Any], rules: Rules) -> MatchState:
    """The state written by `state_to_dict` for these rules. Raises NotationError."""
    with Reading("state"):
        _check_format(data)
        game, clock, outcome, score = (data[key] for key in ("game", "clock", "outcome", "score"))
        return MatchState(
            rules=rules,
            phase=Phase(data["phase"]),
            to_act=side_of(data["to_act"]),
            score=(_whole(score["white"]), _whole(score["black"])),
            game_number=_whole(data["game_number"]),
            game=None if game is None else _game_from_dict(game, rules),
            crawford_played=_flag(data["crawford_played"]),
            ready=frozenset(Side(name) for name in data["ready"]),
            clock=None if clock is None else record_from_dict(ClockState, clock),
            outcome=None if outcome is None else record_from_dict(Outcome, outcome),
        )


def _game_to_dict(game: GameState) -> Plain:
    white, black = game.first_dice
    offer, result = game.offer, game.result
    return {
        "position": {"white": list(game.position.white), "black": list(game.position.black)},
        "starter": game.starter.value,
        "on_roll": game.on_roll.value,
        "dice": dice_to_list(game.dice),
        "cube": {"value": game.cube.value, "owner": word(game.cube.owner)},
        "rolls": {"white": game.rolls.white, "black": game.rolls.black},
        "first_dice": {"white": dice_to_list(white), "black": dice_to_list(black)},
        "throws": game.throws,
        "crawford": game.crawford,
        "offer": None if offer is None else record_to_dict(offer),
        "result": None if result is None else record_to_dict(result),
    }


def _game_from_dict(data: Mapping[str, Any], rules: Rules) -> GameState:
    cells, first_dice = data["position"], data["first_dice"]
    position = Position(_checkers(cells["white"]), _checkers(cells["black"]))
    check_position(position, rules.variant)
    offer, result = data["offer"], data["result"]
    return GameState(
        position=position,
        starter=Side(data["starter"]),
        on_roll=Side(data["on_roll"]),
        dice=dice_of(data["dice"]),
        cube=_cube_from_dict(data["cube"]),
        rolls=record_from_dict(PerSide, data["rolls"]),
        first_dice=(dice_of(first_dice["white"]), dice_of(first_dice["black"])),
        throws=_whole(data["throws"]),
        crawford=_flag(data["crawford"]),
        offer=None if offer is None else record_from_dict(Offer, offer),
        # States written before results told their chips are read as well.
        result=None if result is None else record_from_dict(GameResult, {"chips": 0, **result}),
    )


def _cube_from_dict(data: Mapping[str, Any]) -> Cube:
    cube = record_from_dict(Cube, data)
    fault = cube.problem()
    if fault is not None:
        raise NotationError(fault)
    return cube


_EVENT_TYPES: Mapping[str, Any] = {
    "".join(f"_{part.lower()}" if part.isupper() else part for part in cls.__name__)[1:]: cls
    for cls in get_args(Event)
}
_EVENT_WORDS: Mapping[type, str] = {cls: name for name, cls in _EVENT_TYPES.items()}


def event_to_dict(event: Event) -> Plain:
    """One event: its type in snake case, `at_ms`, and its own fields."""
    return {"type": _EVENT_WORDS[type(event)], **record_to_dict(event)}


def event_from_dict(data: Mapping[str, Any]) -> Event:
    """The event written by `event_to_dict`. Raises NotationError."""
    with Reading("event"):
        values = dict(data)
        event: Event = record_from_dict(_EVENT_TYPES[values.pop("type")], values)
        return event


def legal_to_lists(state: MatchState) -> list[list[list[int]]]:
    """One play for each distinct legal result while a play is awaited, else nothing."""
    game = state.game
    if game is None or game.dice is None:
        return []
    return [play_to_list(play) for play in legal_ways(state).values()]


def _check_format(data: Mapping[str, Any]) -> None:
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']} is not {FORMAT}")


def _checkers(counts: Iterable[int]) -> Checkers:
    return tuple(counts)


__all__ = [
    "FORMAT",
    "event_from_dict",
    "event_to_dict",
    "legal_to_lists",
    "play_from_list",
    "play_to_list",
    "rules_from_dict",
    "rules_to_dict",
    "state_from_dict",
    "state_to_dict",
]
