"""The extra rules about single moves that some variants have, each a small object.

A restriction sees the packed position after the move (`backgammon.packed`) and knows no variant.
"""

from dataclasses import dataclass

from backgammon.errors import Fault
from backgammon.packed import CELL_BITS, HALF_BITS, POINTS, occupied, own_count
from backgammon.play import Move
from backgammon.variants.base import Turn

_HALF_WAY = CELL_BITS * 12
_CELLS_1_TO_24 = POINTS * 0xF
_HEAD = 24


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

    With `for_both` the second to play has the exception on its first turn too. If the starter
    opened 5:5, a first 4:4 of the other side is one move only.

    Source: docs/rules.md, "The head".
    """

    for_both: bool = False

    def fault(self, turn: Turn, move: Move, after: int) -> Fault | None:
        """HEAD_RULE, or ONE_MOVE_ONLY for the second move of that 4:4."""
        first, second = turn.dice
        is_first_double = turn.number == 1 and first == second
        if is_first_double and first == 4 and _answers_double_five(turn):
            return (
                None
                if move.source == _HEAD and _head_taken(turn, after) == 1
                else (Fault.ONE_MOVE_ONLY)
            )
        if move.source != _HEAD:
            return None
        has_exception = (
            is_first_double and first in (3, 4, 6) and (turn.is_starter or self.for_both)
        )
        return Fault.HEAD_RULE if _head_taken(turn, after) > 1 + has_exception else None


def _head_taken(turn: Turn, after: int) -> int:
    return own_count(turn.start, _HEAD) - own_count(after, _HEAD)


def _answers_double_five(turn: Turn) -> bool:
    enemy = turn.enemy_first_dice
    return not turn.is_starter and enemy is not None and enemy.first == enemy.second == 5


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
        runs = along = (own >> _HALF_WAY | own << _HALF_WAY) & POINTS
        for step in range(1, self.length):
            runs &= along >> CELL_BITS * step
        if not runs:
            return None
        enemy = occupied(after >> HALF_BITS & _CELLS_1_TO_24)
        enemy_along = (enemy >> _HALF_WAY | enemy << _HALF_WAY) & POINTS
        nearest_home = runs & -runs
        return None if enemy_along & (nearest_home - 1) else Fault.PRIME_RULE
