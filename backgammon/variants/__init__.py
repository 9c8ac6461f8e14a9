"""Every game of the house, found by its stored key. House rules combine: ``a+b``.

Source: docs/rules.md, "Variants".
"""

from collections.abc import Mapping
from dataclasses import replace

from backgammon.errors import Fault, NotationError
from backgammon.variants.base import BearOff, Variant, Worth
from backgammon.variants.catalogue import (
    BACKGAMMON,
    FIVE_HIGH,
    FORCED_BEAR_OFF,
    HYPERGAMMON,
    LONG_NARDY,
    NACKGAMMON,
    REARMOST_BEAR_OFF,
)
from backgammon.variants.restrictions import HeadRule

VARIANTS: tuple[Variant, ...] = (
    BACKGAMMON,
    NACKGAMMON,
    HYPERGAMMON,
    LONG_NARDY,
    FORCED_BEAR_OFF,
    REARMOST_BEAR_OFF,
    FIVE_HIGH,
)

HOUSE_RULES: Mapping[str, Variant] = {
    variant.key: variant for variant in (FORCED_BEAR_OFF, REARMOST_BEAR_OFF, FIVE_HIGH)
}
"""The variants that are backgammon with one rule changed, and may be joined by ``+``."""

_BY_KEY = {variant.key: variant for variant in VARIANTS}
_CHOICES: Mapping[str, tuple[str | bool, ...]] = {
    "end_setting": ("mars", "oin"),
    "opening_double_exception": ("white", "both"),
    "last_roll": (False, True),
}


def find_variant(key: str, options: Mapping[str, str | bool] | None = None) -> Variant:
    """The variant of that key, changed by its own options.

    Raises NotationError: UNKNOWN_VARIANT, UNKNOWN_OPTION, BAD_OPTION.
    """
    variant = _BY_KEY.get(key) or _joined(key)
    return _with_options(variant, options) if options else variant


def _joined(key: str) -> Variant:
    names = key.split("+")
    if len(names) < 2 or len(set(names)) < len(names) or not set(names) <= HOUSE_RULES.keys():
        raise NotationError(Fault.UNKNOWN_VARIANT, key=key)
    rules = [HOUSE_RULES[name] for name in HOUSE_RULES if name in names]
    bear_offs = [rule.bear_off for rule in rules if rule.bear_off is not BearOff.OPTIONAL]
    if len(bear_offs) > 1:
        raise NotationError(Fault.UNKNOWN_VARIANT, key=key)
    return replace(
        BACKGAMMON,
        key="+".join(rule.key for rule in rules),
        name=" + ".join(rule.name for rule in rules),
        bear_off=bear_offs[0] if bear_offs else BearOff.OPTIONAL,
        restrictions=tuple(part for rule in rules for part in rule.restrictions),
    )


def _with_options(variant: Variant, options: Mapping[str, str | bool]) -> Variant:
    for key, value in options.items():
        if key not in variant.offers:
            raise NotationError(Fault.UNKNOWN_OPTION, key=key)
        if not any(value == choice and type(value) is type(choice) for choice in _CHOICES[key]):
            raise NotationError(Fault.BAD_OPTION, key=key, value=value)
    gammon = 1 if options.get("end_setting") == "oin" else 2
    for_both = options.get("opening_double_exception") == "both"
    return replace(
        variant,
        worth=Worth(single=1, gammon=gammon),
        restrictions=tuple(
            HeadRule(for_both) if isinstance(rule, HeadRule) else rule
            for rule in variant.restrictions
        ),
        last_roll=options.get("last_roll") is True,
        options=tuple(sorted(options.items())),
    )


__all__ = [
    "BACKGAMMON",
    "FIVE_HIGH",
    "FORCED_BEAR_OFF",
    "HOUSE_RULES",
    "HYPERGAMMON",
    "LONG_NARDY",
    "NACKGAMMON",
    "REARMOST_BEAR_OFF",
    "VARIANTS",
    "Variant",
    "find_variant",
]
