"""The extra rules about single moves that some variants have, each a small object.

A restriction sees the packed position after the move (`backgammon.packed`) and knows no variant.

Source: docs/rules.md, "Variants".
"""

from dataclasses import dataclass

from backgammon.dice import Dice
from backgammon.errors import Fault
from backgammon.packed import CELL_BITS, HALF_BITS, POINTS, occupied, own_count
from backgammon.play import Move
from backgammon.variants.base import Turn

_HALF_WAY = CELL_BITS * 12
_CELLS_1_TO_24 = POINTS * 0xF
_HEAD = 24
_DOUBLE_FIVE = Dice(5, 5)


@dataclass(frozen=True, slots=True)
class StackLimit:
    """No point may hold more than `most` of one's own checkers.

    Source: docs/rules.md, "Five high".
    """

    most: int

    def fault(self, _turn: Turn, move: Move, after: int) -> Fault | None:
        """STACK_LIMIT when the move overfills the point it lands on."""
        target = move.target
        if target and own_count(after, target) > self.most:
            return Fault.STACK_LIMIT
        return None


@dataclass(frozen=True, slots=True)
class HeadRule:
    """One checker a turn may leave the head; some first rolls let two.

    White, who started, may take two with 3:3, 4:4 or 6:6 on its first turn; with `for_both` the
    other side too, but never with 4:4 in answer to 5:5, which then is one move only.

    Source: docs/rules.md, "The head".
    """

    for_both: bool = False

    def fault(self, turn: Turn, move: Move, after: int) -> Fault | None:
        """HEAD_RULE when one checker too many leaves the head."""
        if move.source != _HEAD:
            return None
        allowed = 2 if self._lets_two(turn) else 1
        return Fault.HEAD_RULE if _head_taken(turn, after) > allowed else None

    def _lets_two(self, turn: Turn) -> bool:
        first, second = turn.dice
        if turn.number != 1 or first != second or first not in (3, 4, 6):
            return False
        return turn.is_starter or (
            self.for_both and not (first == 4 and turn.enemy_first_dice == _DOUBLE_FIVE)
        )


def _head_taken(turn: Turn, after: int) -> int:
    return own_count(turn.start, _HEAD) - own_count(after, _HEAD)


@dataclass(frozen=True, slots=True)
class PrimeRule:
    """A block of `length` points in a row needs an enemy checker that is already past it.

    Written for sides that travel the same way round, half a board apart; "in a row" is along the
    enemy's way, so a run over the mover's 1 and 24 counts and one over 12 and 13 does not.

    Source: docs/rules.md, "The block".
    """

    length: int

    def fault(self, _turn: Turn, _move: Move, after: int) -> Fault | None:
        """PRIME_RULE when such a block stands after the move and nothing is beyond it."""
        own = occupied(after & _CELLS_1_TO_24)
        if own.bit_count() < self.length:
            return None
        blocks = _runs((own >> _HALF_WAY | own << _HALF_WAY) & POINTS, self.length)
        if not blocks:
            return None
        enemy = occupied(after >> HALF_BITS & _CELLS_1_TO_24)
        enemy_along = (enemy >> _HALF_WAY | enemy << _HALF_WAY) & POINTS
        nearest_home = blocks & -blocks
        return None if enemy_along & (nearest_home - 1) else Fault.PRIME_RULE


def _runs(points: int, length: int) -> int:
    """The lowest point of every run of `length` points; runs of one are joined ever longer."""
    joined = 1
    while joined < length:
        more = min(joined, length - joined)
        points &= points >> CELL_BITS * more
        joined += more
    return points
