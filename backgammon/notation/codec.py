"""Rules, states and events as plain dicts for storage and the wire, and back.

Sides are "white" and "black", a play is a list of [source, die], levels and kinds are words.
Reading is strict: anything unexpected is a NotationError(MALFORMED) that says where.

Source: docs/rules.md, "Plain data".
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, TypeVar, get_args

from backgammon.clock import ClockRules, ClockState
from backgammon.cube import Cube, CubeRules, Holland
from backgammon.dice import Dice
from backgammon.engine import legal_ways
from backgammon.errors import Fault, NotationError
from backgammon.events import EndReason, Event
from backgammon.length import FixedGames, Length, PointMatch, TableStakes, TieBreak
from backgammon.play import Move, Play
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
from backgammon.variants.base import WinKind

FORMAT = 1
"""The number of this dict format; raised when old data would be misread."""

Plain = dict[str, Any]
_T = TypeVar("_T")

_LEVELS = {kind.word: kind for kind in WinKind}
_LENGTHS = {"match": PointMatch, "fixed": FixedGames, "table": TableStakes}


# Rules


def rules_to_dict(rules: Rules) -> Plain:
    """The rules of a match; equal rules give equal dicts."""
    return {
        "format": FORMAT,
        "variant": rules.variant.key,
        "options": dict(rules.variant.options),
        "length": _length_to_dict(rules.length),
        "cube": _flat(rules.cube),
        "first_move": rules.first_move.value,
        "clock": None if rules.clock is None else _flat(rules.clock),
    }


def rules_from_dict(data: Mapping[str, Any]) -> Rules:
    """The rules written by `rules_to_dict`. Raises NotationError or InvalidRules."""
    with _Reading("rules"):
        _check_format(data)
        cube, clock = dict(data["cube"]), data["clock"]
        cube["holland"] = Holland(cube["holland"])
        return Rules(
            variant=find_variant(data["variant"], data["options"]),
            length=_length_from_dict(data["length"]),
            cube=CubeRules(**cube),
            first_move=FirstMove(data["first_move"]),
            clock=None if clock is None else ClockRules(**clock),
        ).checked()


def _length_to_dict(length: Length) -> Plain:
    kind = next(word for word, cls in _LENGTHS.items() if isinstance(length, cls))
    return {"kind": kind, **_flat(length)}


def _length_from_dict(data: Mapping[str, Any]) -> Length:
    values = dict(data)
    cls = _LENGTHS[values.pop("kind")]
    if "tie_break" in values:
        values["tie_break"] = TieBreak(values["tie_break"])
    length: Length = cls(**values)
    return length


def _flat(value: Any) -> Plain:
    """The fields of a small dataclass, enums as their values."""
    pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {name: item.value if isinstance(item, Enum) else item for name, item in pairs}


# States


def state_to_dict(state: MatchState) -> Plain:
    """A match state without its rules, which never change and are stored once."""
    white, black = state.score
    outcome = state.outcome
    return {
        "format": FORMAT,
        "phase": state.phase.value,
        "to_act": _word(state.to_act),
        "score": {"white": white, "black": black},
        "game_number": state.game_number,
        "crawford_played": state.crawford_played,
        "ready": sorted(side.value for side in state.ready),
        "game": None if state.game is None else _game_to_dict(state.game),
        "clock": None if state.clock is None else _clock_to_dict(state.clock),
        "outcome": outcome and {"winner": _word(outcome.winner), "reason": outcome.reason.value},
    }


def state_from_dict(data: Mapping[str, Any], rules: Rules) -> MatchState:
    """The state written by `state_to_dict` for these rules. Raises NotationError."""
    with _Reading("state"):
        _check_format(data)
        game, clock, outcome = data["game"], data["clock"], data["outcome"]
        return MatchState(
            rules=rules,
            phase=Phase(data["phase"]),
            to_act=_side(data["to_act"]),
            score=(data["score"]["white"], data["score"]["black"]),
            game_number=data["game_number"],
            game=None if game is None else _game_from_dict(game, rules),
            crawford_played=data["crawford_played"],
            ready=frozenset(Side(word) for word in data["ready"]),
            clock=None if clock is None else _clock_from_dict(clock),
            outcome=outcome and Outcome(_side(outcome["winner"]), EndReason(outcome["reason"])),
        )


def _game_to_dict(game: GameState) -> Plain:
    white, black = game.first_dice
    offer, result = game.offer, game.result
    return {
        "position": {"white": list(game.position.white), "black": list(game.position.black)},
        "starter": game.starter.value,
        "on_roll": game.on_roll.value,
        "dice": _dice_to_list(game.dice),
        "cube": {"value": game.cube.value, "owner": _word(game.cube.owner)},
        "rolls": {"white": game.rolls.white, "black": game.rolls.black},
        "first_dice": {"white": _dice_to_list(white), "black": _dice_to_list(black)},
        "throws": game.throws,
        "crawford": game.crawford,
        "offer": offer and {"side": offer.side.value, "level": offer.level.word},
        "result": result
        and {
            "winner": _word(result.winner),
            "kind": result.kind and result.kind.word,
            "points": result.points,
        },
    }


def _game_from_dict(data: Mapping[str, Any], rules: Rules) -> GameState:
    position = Position(_checkers(data["position"]["white"]), _checkers(data["position"]["black"]))
    check_position(position, rules.variant)
    first_dice, offer, result = data["first_dice"], data["offer"], data["result"]
    return GameState(
        position=position,
        starter=Side(data["starter"]),
        on_roll=Side(data["on_roll"]),
        dice=_dice(data["dice"]),
        cube=Cube(data["cube"]["value"], _side(data["cube"]["owner"])),
        rolls=PerSide(data["rolls"]["white"], data["rolls"]["black"]),
        first_dice=(_dice(first_dice["white"]), _dice(first_dice["black"])),
        throws=data["throws"],
        crawford=data["crawford"],
        offer=offer and Offer(Side(offer["side"]), _LEVELS[offer["level"]]),
        result=result
        and GameResult(
            _side(result["winner"]),
            result["kind"] and _LEVELS[result["kind"]],
            result["points"],
        ),
    )


def _clock_to_dict(clock: ClockState) -> Plain:
    return {**_flat(clock), "running": _word(clock.running)}


def _clock_from_dict(data: Mapping[str, Any]) -> ClockState:
    return ClockState(data["white_ms"], data["black_ms"], _side(data["running"]), data["since_ms"])


# Events and plays


def event_to_dict(event: Event) -> Plain:
    """One event: its type in snake case, `at_ms`, and its own fields."""
    data: Plain = {"type": _EVENT_WORDS[type(event)]}
    for name, key, (write, _) in _EVENT_FIELDS[type(event)]:
        data[key] = write(getattr(event, name))
    return data


def event_from_dict(data: Mapping[str, Any]) -> Event:
    """The event written by `event_to_dict`. Raises NotationError."""
    with _Reading("event"):
        cls = _EVENT_TYPES[data["type"]]
        values = {name: read(data[key]) for name, key, (_, read) in _EVENT_FIELDS[cls]}
        event: Event = cls(**values)
        return event


def play_to_list(play: Play) -> list[list[int]]:
    """A play as [source, die] pairs."""
    return [[move.source, move.die] for move in play]


def play_from_list(moves: Iterable[Iterable[int]]) -> Play:
    """The play of [source, die] pairs. Raises NotationError."""
    with _Reading("moves"):
        return tuple(_move(*pair) for pair in moves)


def legal_to_lists(state: MatchState) -> list[list[list[int]]]:
    """One play for each distinct legal result while a play is awaited, else nothing."""
    game = state.game
    if game is None or game.dice is None:
        return []
    return [play_to_list(play) for play in legal_ways(state).values()]


def _move(source: int, die: int) -> Move:
    if type(source) is not int or type(die) is not int:
        raise TypeError("a move is two whole numbers")
    return Move(source, die)


# Small parts


class _Reading:
    """Turns what goes wrong while reading plain data into a NotationError naming the place."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        if isinstance(error, NotationError):
            return
        if isinstance(error, (KeyError, TypeError, ValueError, AttributeError)):
            detail = f"{self._place}: {error}"
            raise NotationError(Fault.MALFORMED, detail=detail) from error


def _check_format(data: Mapping[str, Any]) -> None:
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']} is not {FORMAT}")


def _as_is(value: _T) -> _T:
    return value


def _exactly(cls: type[_T]) -> Callable[[Any], _T]:
    """A reader that refuses any other type (a bool is no whole number)."""

    def read(value: Any) -> _T:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not {cls.__name__}")
        return value

    return read


def _word(value: Enum | None) -> str | None:
    return None if value is None else str(value.value)


def _side(word: str | None) -> Side | None:
    return None if word is None else Side(word)


def _checkers(counts: Iterable[int]) -> Checkers:
    return tuple(counts)


def _dice_to_list(dice: Dice | None) -> list[int] | None:
    return None if dice is None else [dice.first, dice.second]


def _dice(pair: Iterable[int] | None) -> Dice | None:
    return None if pair is None else Dice(*pair)


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


_Form = tuple[Callable[[Any], Any], Callable[[Any], Any]]
_FORMS: Mapping[Any, _Form] = {
    int: (_as_is, _exactly(int)),
    bool: (_as_is, _exactly(bool)),
    str: (_as_is, _exactly(str)),
    Side: (_word, Side),
    Side | None: (_word, _side),
    Dice: (_dice_to_list, lambda pair: Dice(*pair)),
    Play: (play_to_list, play_from_list),
    WinKind: (lambda level: level.word, _LEVELS.__getitem__),
    EndReason: (_word, EndReason),
}
"""How a field of an event is written and read, by its type."""

_EVENT_TYPES: Mapping[str, Any] = {_snake(cls.__name__): cls for cls in get_args(Event)}
_EVENT_WORDS: Mapping[type, str] = {cls: word for word, cls in _EVENT_TYPES.items()}
_EVENT_FIELDS: Mapping[type, tuple[tuple[str, str, _Form], ...]] = {
    cls: tuple(
        (field.name, "moves" if field.name == "play" else field.name, _FORMS[field.type])
        for field in fields(cls)
    )
    for cls in get_args(Event)
}
"""For each event its fields: attribute, key, and how to write and read it."""
