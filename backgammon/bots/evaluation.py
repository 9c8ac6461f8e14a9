"""How good a position is for the side that has just moved: a sum of plain features.

A value is in pips, roughly. The weights were set by hand from what players say and checked by
games of the bot against itself. Only games with hitting and opposed ways are judged like this;
where single checkers close points, `closed_value` looks at room and blocks instead.

Source: docs/rules.md, "The house bot".
"""

import math
from collections.abc import Sequence

from backgammon.bots.shots import exposure

_DIGIT_VALUES = bytes(
    int(chr(code), 16) if chr(code) in "0123456789abcdef" else 0 for code in range(256)
)

# What holding a point is worth: the own board and bar point, then blocks, then anchors.
_POINT_WORTH = (
    0.0, 1.0, 3.0, 5.5, 8.5, 10.0, 8.5, 8.0, 4.5, 3.0, 2.5, 2.0, 1.5,
    2.0, 1.5, 1.5, 2.0, 2.0, 5.0, 3.5, 8.5, 7.0, 4.0, 2.5, 2.0, 0.0,
)  # fmt: skip
_PRIME_WORTH = (0.0, 0.0, 0.0, 2.0, 6.0, 12.0, 20.0)
_PIP_WORTH = 0.7
_BAR_WORTH = 3.0
_BAR_AGAINST_POINT_WORTH = 2.2
_HIT_PIP_COST = 0.6
_HIT_COST = 5.0
_HIT_AGAINST_POINT_COST = 2.0
_FULL_LOSS_PIPS = 12.0
_STACK_COST = 0.9
_BACK_COST = 1.5
_BLOCKED_COST = 1.8
_ON_ROLL_PIPS = 4.0
_CONTACT_SPREAD = 36.0


def cells_of(packed: int) -> tuple[bytes, bytes]:
    """Both sides' counts of a packed position by the mover's point numbers."""
    cells = f"{packed:052x}"[::-1].encode().translate(_DIGIT_VALUES)
    return cells[:26], cells[26:]


def is_race(own: Sequence[int], enemy: Sequence[int]) -> bool:
    """All checkers have passed each other."""
    rear = next((point for point in range(25, 0, -1) if own[point]), 0)
    return not any(enemy[: rear + 1])


def value(own: bytes, enemy: bytes) -> float:
    """The worth of a position to the side that has moved, the other to roll."""
    if is_race(own, enemy):
        return race_lead(own, enemy)
    enemy_own, own_under = enemy[::-1], own[::-1]
    worth = _PIP_WORTH * (_pips(enemy_own) - _pips(own) - _ON_ROLL_PIPS)
    worth += _structure(own, enemy) - _structure(enemy_own, own_under)
    shots = exposure(own, enemy)
    if shots.rolls:
        closed = sum(count > 1 for count in enemy[19:25])
        # A checker far back loses little when it is hit: its share of the danger is smaller.
        share = min(1.0, shots.pips / (_FULL_LOSS_PIPS * shots.rolls))
        danger = share * (_HIT_COST + closed * _HIT_AGAINST_POINT_COST)
        worth -= (shots.rolls * danger + shots.pips * _HIT_PIP_COST) / 36
    return worth


def race_lead(own: bytes, enemy: bytes) -> float:
    """The lead in a race in pips, waste included, for the side that has moved."""
    return race_count(enemy[::-1]) - race_count(own) - _ON_ROLL_PIPS


def race_count(checkers: Sequence[int]) -> float:
    """The pip count with what bearing off will waste, after Keith."""
    waste = 2.0 * max(0, checkers[1] - 1) + max(0, checkers[2] - 1) + max(0, checkers[3] - 3)
    gaps = sum(not checkers[point] for point in (4, 5, 6))
    left, outside = sum(checkers[1:]), sum(checkers[7:])
    return _pips(checkers) + waste + gaps * (left > 3) + 0.5 * left + 0.3 * outside


def _pips(checkers: Sequence[int]) -> int:
    return sum(point * count for point, count in enumerate(checkers))


def _structure(own: Sequence[int], enemy: Sequence[int]) -> float:
    """Points, primes, stacks and trapped checkers of one side, seen by that side."""
    enemy_rear = next((point for point in range(25) if enemy[point]), 25)
    worth, run, boards = 0.0, 0, 0
    for point in range(1, 25):
        count = own[point]
        if count > 3:
            worth -= (count - 3) * _STACK_COST
        if count > 1 and point > enemy_rear:
            worth += _POINT_WORTH[point]
            run += 1
            boards += point <= 6
        elif run:
            worth += _PRIME_WORTH[min(run, 6)]
            run = 0
        if point > 18 and count:
            blocks = sum(enemy[ahead] > 1 for ahead in range(point - 6, point))
            worth -= count * (_BACK_COST + _BLOCKED_COST * max(0, blocks - 1))
    waiting = enemy[0]
    if waiting:
        worth += waiting * (_BAR_WORTH + boards * _BAR_AGAINST_POINT_WORTH)
    return worth


def closed_value(own: bytes, enemy: bytes) -> float:
    """The worth of a position where every checker closes its point: room now, blocks before."""
    enemy_on_board = [point for point in range(1, 25) if enemy[point]]
    spread = sum(1.0 + 0.08 * (24 - point) for point in range(7, 24) if own[point])
    blocks = run = 0
    for point in range(1, 25):
        run = run + 1 if own[point] else 0
        blocks += run * run if enemy_on_board else 0
    stacked = sum(count * count for count in own[1:24])
    return spread + 0.15 * blocks - 0.25 * own[24] - 0.05 * stacked + own[0] - 0.02 * _pips(own)


def chance_of(own: bytes, enemy: bytes) -> float:
    """The chance to win for the side that has moved, the other to roll."""
    if not is_race(own, enemy):
        return 1.0 / (1.0 + math.exp(-value(own, enemy) / _CONTACT_SPREAD))
    total = race_count(own) + race_count(enemy[::-1])
    # Kleinman: the lead against the spread of what both still throw.
    spread = 2.0 * math.sqrt(max(total, 1.0))
    return 0.5 * (1.0 + math.erf(race_lead(own, enemy) / spread))


def pips_to_save_the_gammon(checkers: Sequence[int]) -> int:
    """Pips until all checkers are home and one can be borne off."""
    outside = sum((point - 6) * checkers[point] for point in range(7, 26))
    nearest = next((point for point in range(1, 7) if checkers[point]), 6)
    return outside + nearest
