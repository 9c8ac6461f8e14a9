"""The options of the rules card by their stable keys, and rules made from them.

The same words are used in code, protocol, command line and rules card.

Source: docs/rules.md, "Options and their defaults".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from backgammon.clock import ClockRules
from backgammon.cube import Holland
from backgammon.errors import Fault, NotationError
from backgammon.length import FixedGames, TableStakes, TieBreak
from backgammon.rules import FirstMove, Rules
from backgammon.variants import BACKGAMMON, find_variant
from backgammon.variants.base import Variant


@dataclass(frozen=True, slots=True)
class Option:
    """One key: what it may be set to and, in `put`, what that changes in the rules."""

    key: str
    allows: Callable[[object], bool]
    put: Callable[[Rules, Any], Rules]


def _is_flag(value: object) -> bool:
    return type(value) is bool


def _one_of(*choices: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in choices


def _is_count_or_none(value: object) -> bool:
    return value is None or (type(value) is int and value >= 0)


def _cube(field: str) -> Callable[[Rules, Any], Rules]:
    return lambda rules, value: replace(rules, cube=replace(rules.cube, **{field: value}))


def _holland(rules: Rules, value: str) -> Rules:
    return replace(rules, cube=replace(rules.cube, holland=Holland(value)))


def _first_move(rules: Rules, value: str) -> Rules:
    return replace(rules, first_move=FirstMove(value))


def _tie_break(rules: Rules, value: str) -> Rules:
    if not isinstance(rules.length, FixedGames):
        raise NotationError(Fault.UNKNOWN_OPTION, key="tie_break")
    return replace(rules, length=replace(rules.length, tie_break=TieBreak(value)))


def _table(field: str) -> Callable[[Rules, Any], Rules]:
    def put(rules: Rules, value: bool) -> Rules:  # noqa: FBT001 - a value from a table
        if not isinstance(rules.length, TableStakes):
            raise NotationError(Fault.UNKNOWN_OPTION, key=field)
        return replace(rules, length=replace(rules.length, **{field: value}))

    return put


def _in_variant(rules: Rules, _value: object) -> Rules:
    """Already part of the variant."""
    return rules


OPTIONS: Mapping[str, Option] = {
    option.key: option
    for option in (
        Option("crawford", _is_flag, _cube("crawford")),
        Option("jacoby", _is_flag, _cube("jacoby")),
        Option("beavers", _is_flag, _cube("beavers")),
        Option("raccoons", _is_flag, _cube("raccoons")),
        Option("automatic_doubles", _is_count_or_none, _cube("automatic_doubles")),
        Option("holland", _one_of(*(holland.value for holland in Holland)), _holland),
        Option("cube_cap", _is_count_or_none, _cube("cap")),
        Option("cube", _is_flag, _cube("enabled")),
        Option("tie_break", _one_of(*(each.value for each in TieBreak)), _tie_break),
        Option("leave_between_games", _is_flag, _table("leave_between_games")),
        Option("top_up", _is_flag, _table("top_up")),
        Option("end_setting", _one_of("mars", "oin"), _in_variant),
        Option("first_move", _one_of("alternate", "loser"), _first_move),
        Option("opening_double_exception", _one_of("white", "both"), _in_variant),
        Option("last_roll", _is_flag, _in_variant),
    )
}
"""Every option of the rules card by its key."""


_ALIASES = {"A": "forced_bear_off", "B": "rearmost_bear_off", "max5": "five_high"}


def variant_with_options(key: object, options: object) -> Variant:
    """The variant with its own options among `options`; None is backgammon, and no options.

    The house rules have short names too: A, B and max5. Raises NotationError.
    """
    if key is None:
        key = BACKGAMMON.key
    if not isinstance(key, str):
        raise NotationError(Fault.UNKNOWN_VARIANT, key=key)
    key = "+".join(_ALIASES.get(part, part) for part in key.split("+"))
    checked = _checked(options)
    own = {name: value for name, value in checked.items() if OPTIONS[name].put is _in_variant}
    return find_variant(key, own)


def rules_with_options(rules: Rules, options: object, clock: ClockRules | None = None) -> Rules:
    """A preset changed by options. Raises NotationError or InvalidRules."""
    for key, value in _checked(options).items():
        rules = OPTIONS[key].put(rules, value)
    return replace(rules, clock=clock or rules.clock).checked()


def _checked(options: object) -> Mapping[str, Any]:
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise NotationError(Fault.MALFORMED, detail="options must be an object")
    for key, value in options.items():
        if key not in OPTIONS:
            raise NotationError(Fault.UNKNOWN_OPTION, key=key)
        if not OPTIONS[key].allows(value):
            raise NotationError(Fault.BAD_OPTION, key=key, value=value)
    return options
