"""A position with dice as a plain row, and results as short keys: the language of `plays`.

A row is seen by the side to move: `pts` 24 signed counts from its 1 point up (its own above
zero), `bar` and `off` as [mover, other], `dice`. A result key is 24 characters, point 1 first
(`-` empty, `A` to `O` the mover's 1 to 15, `a` to `o` the other's), then a hexadecimal digit
each for the bars (only in games that have one) and for the checkers off.

Source: docs/rules.md, "Rows and result keys".
"""

from collections.abc import Mapping, Sequence
from typing import Any

from backgammon.dice import Dice
from backgammon.errors import Fault, NotationError
from backgammon.notation.options import variant_with_options
from backgammon.packed import CELL_BITS, HALF_BITS, enemy_count, own_count
from backgammon.variants.base import Turn, Variant

_OWN_LETTERS = "-ABCDEFGHIJKLMNO"
_ENEMY_LETTERS = "-abcdefghijklmno"


def read_row(row: object) -> tuple[Variant, Turn]:
    """The variant and the turn a row describes. Raises NotationError saying what is wrong.

    Long nardy reads three more fields: `first_turn`, `color` ("W" started the game, "B" did
    not) and `white_opening_roll`.
    """
    if not isinstance(row, Mapping):
        raise NotationError(Fault.MALFORMED, detail="a row is an object")
    variant = variant_with_options(row.get("variant"), row.get("options"))
    start = read_position(row, variant)
    color = _one_of(row, "color", (None, "W", "B"))
    is_first = _one_of(row, "first_turn", (None, False, True))
    opening = row.get("white_opening_roll")
    return variant, Turn(
        start=start,
        dice=_dice(row.get("dice"), "dice"),
        number=1 if is_first else 2,
        is_starter=color != "B",
        enemy_first_dice=None if opening is None else _dice(opening, "white_opening_roll"),
    )


def result_key(packed: int, variant: Variant) -> str:
    """The key of a position, still seen by the side that has moved."""
    letters = [
        _OWN_LETTERS[own_count(packed, point)]
        if own_count(packed, point)
        else _ENEMY_LETTERS[enemy_count(packed, point)]
        for point in range(1, 25)
    ]
    bars = f"{own_count(packed, 25):x}{enemy_count(packed, 0):x}" if variant.has_bar else ""
    return f"{''.join(letters)}{bars}{own_count(packed, 0):x}{enemy_count(packed, 25):x}"


def row_of(packed: int, variant: Variant) -> dict[str, list[int]]:
    """The `pts`, `off` and, in games that have one, `bar` of a position, seen by the mover."""
    points = [own_count(packed, point) - enemy_count(packed, point) for point in range(1, 25)]
    row = {"pts": points, "off": [own_count(packed, 0), enemy_count(packed, 25)]}
    if variant.has_bar:
        row["bar"] = [own_count(packed, 25), enemy_count(packed, 0)]
    return row


def read_position(row: Mapping[str, Any], variant: Variant) -> int:
    """The packed position of `pts`, `bar` and `off`. Raises NotationError."""
    points = _counts(row, "pts", 24, lowest=-15)
    tells_bar = variant.has_bar or row.get("bar") is not None
    own_bar, enemy_bar = _counts(row, "bar", 2) if tells_bar else (0, 0)
    own_off, enemy_off = _counts(row, "off", 2)
    own = [own_off, *(max(0, count) for count in points), own_bar]
    enemy = [enemy_bar, *(max(0, -count) for count in points), enemy_off]
    if not variant.has_bar and (own_bar or enemy_bar):
        raise NotationError(Fault.NO_BAR)
    if sum(own) != variant.checkers or sum(enemy) != variant.checkers:
        found = f"{sum(own)} and {sum(enemy)}"
        raise NotationError(Fault.CHECKER_COUNT, count=variant.checkers, found=found)
    if own_off == enemy_off == variant.checkers:
        raise NotationError(Fault.BOTH_FINISHED)
    packed = 0
    for cell in range(26):
        packed |= own[cell] << CELL_BITS * cell
        packed |= enemy[cell] << HALF_BITS + CELL_BITS * cell
    return packed


def _counts(row: Mapping[str, Any], name: str, size: int, lowest: int = 0) -> Sequence[int]:
    counts = row.get(name)
    if not isinstance(counts, list) or len(counts) != size:
        raise NotationError(Fault.MALFORMED, detail=f"{name} must be a list of {size} numbers")
    for at, count in enumerate(counts):
        if type(count) is not int or not lowest <= count <= 15:
            detail = f"{name}[{at}] is {count!r}, not a count from {lowest} to 15"
            raise NotationError(Fault.MALFORMED, detail=detail)
    return counts


def _dice(pair: object, name: str) -> Dice:
    if not isinstance(pair, list) or len(pair) != 2:
        raise NotationError(Fault.MALFORMED, detail=f"{name} must be a list of 2 numbers")
    return Dice(*pair)


def _one_of(row: Mapping[str, Any], name: str, choices: tuple[object, ...]) -> object:
    value = row.get(name)
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise NotationError(Fault.BAD_OPTION, key=name, value=value)
    return value
