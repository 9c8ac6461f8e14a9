"""All distinct results of a roll in plain backgammon movement, as fast as plain Python goes.

The same answers as `search.ways`, which the tests hold against each other; no plays are kept.
What makes it fast: a move is an addition; which points are closed never changes during a turn;
with two checkers outside the home board the dice of a mixed roll meet only on one checker's way
or on one blot; and the moves of a double, ordered from the highest point down, lead to each
result exactly once.

Source: docs/rules.md, "A move" to "Bearing off".
"""

from collections.abc import Iterable
from typing import TypeAlias

from backgammon.movegen.single import ANYWHERE, HIT, OUTSIDE, closed_points, open_moves
from backgammon.packed import CELL_BITS, HALF, HALF_BITS, ON_BAR, POINTS, occupied
from backgammon.variants.base import BearOff, Contact

_BAR_CELL = ON_BAR * 0xF
_OUTSIDE_CELLS = OUTSIDE * 0xF

_LastMoves: TypeAlias = dict[int, list[int]]
"""For a set of sources what the last move from each of them adds."""


def results(packed: int, dice: Iterable[int]) -> set[int]:
    """Every distinct legal result of the roll, packed as `packed` is; empty when nothing moves.

    `packed` is the position seen by the side to move (`backgammon.pack`), `dice` two numbers
    from 1 to 6. Neither is checked. Results are still seen by the side that has moved.
    """
    first, second = dice
    closed = closed_points(packed, Contact.HITTING)
    if first == second:
        return _double(packed, closed, first)
    high, low = (first, second) if first > second else (second, first)
    outside = packed & _OUTSIDE_CELLS
    if packed & _BAR_CELL or not outside & (outside - 1):
        return _step_by_step(packed, closed, high, low)
    return _in_the_open(packed, closed, high, low)


def _in_the_open(packed: int, closed: int, high: int, low: int) -> set[int]:
    """A mixed roll with nobody on the bar and no chance to bear off."""
    high_bits, low_bits = CELL_BITS * high, CELL_BITS * low
    own = packed & HALF
    shared = own >> 1 | own >> 2 | own >> 3
    standing = (own | shared) & POINTS
    free = POINTS & ~closed
    blots = packed >> HALF_BITS & free
    by_high = _changes(standing & free << high_bits, high_bits, blots)
    by_low = _changes(standing & free << low_bits, low_bits, blots)
    found = _with_one_checker(packed, by_low, low_bits, high_bits, free, blots)
    found += _with_one_checker(packed, by_high, high_bits, low_bits, free, blots)

    low_changes = list(by_low.values())
    for source, change in by_high.items():
        base = packed + change
        partners = low_changes
        target = source >> high_bits
        if target & blots and target << low_bits in by_low:
            on_the_same_blot = target << low_bits
            partners = [each for other, each in by_low.items() if other != on_the_same_blot]
            partners.append(target - on_the_same_blot)
        if source in by_low and not source & shared:
            is_gone = by_low[source]
            found += [base + partner for partner in partners if partner != is_gone]
        else:
            found += [base + partner for partner in partners]
    if found:
        return set(found)
    return {packed + change for change in (by_high or by_low).values()}


def _changes(sources: int, bits: int, blots: int) -> dict[int, int]:
    """What a move from each source adds to the position."""
    changes = {}
    while sources:
        source = sources & -sources
        sources ^= source
        target = source >> bits
        if target & blots:
            changes[source] = target - source + HIT - (target << HALF_BITS)
        else:
            changes[source] = target - source
    return changes


_QUIET_CHANGES = {
    die: _changes(POINTS << CELL_BITS * die & POINTS, CELL_BITS * die, blots=0)
    for die in range(1, 7)
}
"""For each die what a move without a hit adds, from every point."""


def _with_one_checker(
    packed: int, first_changes: dict[int, int], bits: int, next_bits: int, free: int, blots: int
) -> list[int]:
    """Results of playing both dice with one checker, `bits` first."""
    found = []
    for source, change in first_changes.items():
        target = source >> bits
        onward = target >> next_bits
        if onward & free:
            after = packed + change + onward - target
            if onward & blots:
                after += HIT - (onward << HALF_BITS)
            found.append(after)
    return found


def _step_by_step(packed: int, closed: int, high: int, low: int) -> set[int]:
    """A mixed roll with checkers on the bar or nearly all home: both orders, every step."""
    with_high, with_low = _after(packed, closed, high), _after(packed, closed, low)
    found = [after for base in with_high for after in _after(base, closed, low)]
    found += [after for base in with_low for after in _after(base, closed, high)]
    return set(found or with_high or with_low)


def _after(packed: int, closed: int, die: int) -> list[int]:
    """The position after each single move by this die."""
    return [after for _, after in open_moves(packed, die, closed, BearOff.OPTIONAL)]


def _double(packed: int, closed: int, die: int) -> set[int]:
    """Up to four moves by one die."""
    free = POINTS & ~closed
    waiting = (packed & _BAR_CELL) // ON_BAR
    entering = min(waiting, 4)
    if entering:
        entry = ON_BAR >> CELL_BITS * die
        if not entry & free:
            return set()
        packed += (entry - ON_BAR) * entering
        if packed >> HALF_BITS & entry:
            packed += HIT - (entry << HALF_BITS)
        if entering == 4 or packed & _BAR_CELL:
            return {packed}
    left = 4 - entering
    levels: list[list[int]] = [[] for _ in range(left)]
    # Counts are hexadecimal digits, so their sum is the remainder by 15; a sum of 15 looks like
    # none and takes the slower way.
    if (packed & _OUTSIDE_CELLS) % 15 >= left:
        _spread(packed, free, die, levels)
    else:
        _bear_in(packed, closed, die, ANYWHERE, levels)
    deepest = next((level for level in reversed(levels) if level), None)
    if deepest is not None:
        return set(deepest)
    return {packed} if entering else set()


def _bear_in(
    packed: int, closed: int, die: int, limit: int, levels: list[list[int]], depth: int = 0
) -> None:
    """Fill the levels with moves from `limit` down, bearing off included."""
    for source, after in open_moves(packed, die, closed, BearOff.OPTIONAL, limit):
        levels[depth].append(after)
        if depth + 1 < len(levels):
            _bear_in(after, closed, die, (source << 1) - 1, levels, depth + 1)


def _spread(packed: int, free: int, die: int, levels: list[list[int]]) -> None:
    """Fill the levels with moves from the highest point down; nobody can bear off."""
    bits, last = CELL_BITS * die, len(levels) - 1
    open_to_leave = free << bits
    blots = packed >> HALF_BITS & free
    standing = occupied(packed & HALF) & POINTS

    def descend(
        packed: int, movable: int, depth: int, changes: dict[int, int], last_moves: _LastMoves
    ) -> None:
        if depth == last:
            final = last_moves.get(movable)
            if final is None:
                final = last_moves[movable] = []
                left = movable
                while left:
                    source = left & -left
                    left ^= source
                    final.append(changes[source])
            levels[depth] += [packed + change for change in final]
            return
        level, left = levels[depth], movable
        while left:
            source = left & -left
            left ^= source
            after = packed + changes[source]
            level.append(after)
            target = source >> bits
            below = movable & source - 1 | target & open_to_leave
            if packed & source * 0xE:
                below |= source
                if target & blots:
                    descend(after, below, depth + 1, {**changes, source: target - source}, {})
                    continue
            if below:
                descend(after, below, depth + 1, changes, last_moves)

    hitting = _changes(blots << bits & HALF, bits, blots)
    changes = {**_QUIET_CHANGES[die], **hitting} if hitting else _QUIET_CHANGES[die]
    descend(packed, standing & open_to_leave, 0, changes, {})
