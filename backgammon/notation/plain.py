"""How small values are written as plain data and read back strictly, by their type.

A record is a frozen dataclass whose fields all have a form here; nothing unexpected is accepted.

Source: docs/rules.md, "Plain data".
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, TypeVar, get_type_hints

from backgammon.cube import Holland
from backgammon.dice import Dice
from backgammon.errors import Fault, NotationError, RulesError
from backgammon.events import EndReason
from backgammon.length import TieBreak
from backgammon.play import Move, Play
from backgammon.sides import Side
from backgammon.variants.base import WinKind

Plain = dict[str, Any]
_T = TypeVar("_T")

LEVELS = {kind.word: kind for kind in WinKind}
"""Kinds of win by their word."""


class Reading:
    """Turns what goes wrong while reading plain data into a NotationError naming the place."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, RulesError):
            return
        if isinstance(error, KeyError):
            detail = f"{self._place}: {error} is missing or unknown"
            raise NotationError(Fault.MALFORMED, detail=detail) from error
        if isinstance(error, (LookupError, TypeError, ValueError, AttributeError)):
            detail = f"{self._place}: {error}"
            raise NotationError(Fault.MALFORMED, detail=detail) from error


def exactly(cls: type[_T]) -> Callable[[Any], _T]:
    """A reader that refuses any other type (a bool is no whole number)."""

    def read(value: Any) -> _T:
        if type(value) is not cls:
            raise TypeError(f"{value!r} is not {cls.__name__}")
        return value

    return read


def without_nulls(told: Mapping[str, Any]) -> Plain:
    """What is told; null stands for what is not."""
    return {key: value for key, value in told.items() if value is not None}


def word(value: Enum | None) -> str | None:
    """The stable word of an enum member, or None."""
    return None if value is None else str(value.value)


def side_of(name: str | None) -> Side | None:
    """The side of a word, or None."""
    return None if name is None else Side(name)


def dice_to_list(dice: Dice | None) -> list[int] | None:
    """Two numbers as thrown, or None."""
    return None if dice is None else [dice.first, dice.second]


def dice_of(pair: Iterable[int] | None) -> Dice | None:
    """The dice of two numbers, or None."""
    return None if pair is None else Dice(*pair)


def play_to_list(play: Play) -> list[list[int]]:
    """A play as [source, die] pairs."""
    return [[move.source, move.die] for move in play]


def play_from_list(pairs: Iterable[Iterable[int]]) -> Play:
    """The play of [source, die] pairs. Raises NotationError."""
    whole = exactly(int)
    with Reading("moves"):
        return tuple(Move(*map(whole, pair)) for pair in pairs)


def _as_is(value: _T) -> _T:
    return value


def _optional_int(value: Any) -> int | None:
    return None if value is None else exactly(int)(value)


_Form = tuple[Callable[[Any], Any], Callable[[Any], Any]]
_FORMS: Mapping[Any, _Form] = {
    int: (_as_is, exactly(int)),
    bool: (_as_is, exactly(bool)),
    str: (_as_is, exactly(str)),
    int | None: (_as_is, _optional_int),
    Side: (word, Side),
    Side | None: (word, side_of),
    Dice: (dice_to_list, lambda pair: Dice(*pair)),
    Play: (play_to_list, play_from_list),
    WinKind: (lambda level: level.word, LEVELS.__getitem__),
    WinKind | None: (
        lambda level: level and level.word,
        lambda name: None if name is None else LEVELS[name],
    ),
    EndReason: (word, EndReason),
    Holland: (word, Holland),
    TieBreak: (word, TieBreak),
}
"""How a field is written and read, by its type."""

_KEYS = {"play": "moves"}
"""Fields whose key is another word."""


_fields_known: dict[Any, tuple[tuple[str, str, _Form], ...]] = {}


def _fields_of(cls: Any) -> tuple[tuple[str, str, _Form], ...]:
    """For each field of a record: attribute, key, and how to write and read it."""
    known = _fields_known.get(cls)
    if known is None:
        hints = get_type_hints(cls)
        names = [field.name for field in fields(cls)]
        known = tuple((name, _KEYS.get(name, name), _FORMS[hints[name]]) for name in names)
        _fields_known[cls] = known
    return known


def record_to_dict(record: Any) -> Plain:
    """Every field of a record by its key."""
    return {key: write(getattr(record, name)) for name, key, (write, _) in _fields_of(type(record))}


def record_from_dict(cls: type[_T], data: Mapping[str, Any]) -> _T:
    """The record written by `record_to_dict`; no field may be missing or too many."""
    parts = _fields_of(cls)
    unknown = data.keys() - {key for _, key, _ in parts}
    if unknown:
        raise LookupError(f"unknown field {min(unknown)!r}")
    return cls(**{name: read(data[key]) for name, key, (_, read) in parts})
