"""Counts of results by depth from the start position: the check move generators agree on.

Source: docs/rules.md, "The package as a tool".
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from backgammon.dice import Dice
from backgammon.movegen import all_results
from backgammon.packed import flipped, pack
from backgammon.sides import Side
from backgammon.variants.base import Opening, Turn, Variant

ROLLS = tuple(Dice(high, low) for low, high in combinations_with_replacement(range(1, 7), 2))
"""The 21 different rolls."""

DEEPEST_KEPT = 2
"""The depth to which distinct positions are counted; beyond, they do not fit into memory."""


def perft(variant: Variant, depth: int) -> Iterator[dict[str, Any]]:
    """One count for each depth: results summed over all distinct positions before and all rolls.

    `depth` is 1 to 3. A roll that cannot be played counts its unchanged position. Where the first
    roll is a turn of its own, the answer may depend on it, so there depth 2 counts from each
    position and roll.
    """
    tells_rolls_apart = variant.opening is Opening.ROLL_DECIDES_ONLY
    start = pack(variant.opening_position, Side.WHITE, variant.geometry)
    before: set[tuple[int, Dice | None]] = {(start, None)}
    for level in range(1, depth + 1):
        by_roll = {f"{high}{low}": 0 for high, low in ROLLS}
        reached: set[tuple[int, Dice | None]] = set()
        is_kept = level <= DEEPEST_KEPT
        for packed, enemy_dice in before:
            for dice in ROLLS:
                turn = Turn(packed, dice, (level + 1) // 2, level % 2 == 1, enemy_dice)
                found = all_results(variant, turn) or {packed}
                by_roll[f"{dice.first}{dice.second}"] += len(found)
                if is_kept:
                    mark = dice if tells_rolls_apart and level == 1 else None
                    reached.update((after, mark) for after in found)
        yield {
            "variant": variant.key,
            "depth": level,
            "sum": sum(by_roll.values()),
            "distinct": len({packed for packed, _ in reached}) if is_kept else None,
            "by_roll": by_roll,
        }
        before = {(flipped(packed, variant.geometry), mark) for packed, mark in reached}
