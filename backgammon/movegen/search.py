"""Every distinct result of a turn with one way there, for any variant.

Source: docs/rules.md, "A move" and "The bar".
"""

from collections.abc import Collection, Iterator

from backgammon.movegen.fast import results
from backgammon.movegen.single import after_move, closed_points, open_moves
from backgammon.packed import CELL_BITS, pack, unpack
from backgammon.play import Move, Play
from backgammon.position import Position
from backgammon.sides import Side
from backgammon.variants.base import Turn, Variant

_MOVES = {
    (die, 1 << CELL_BITS * source): Move(source, die)
    for die in range(1, 7)
    for source in range(1, 26)
}


def ways(variant: Variant, turn: Turn) -> dict[int, Play]:
    """Each legal result as a packed integer, with one play that leads to it; {} when none does.

    All plays use the same number of dice, the most that can be used; the higher die where only
    one can. Where both dice alone end in one result, the play with the higher die stands.
    """
    first, second = turn.dice
    closed = closed_points(turn.start, variant.contact)
    if first == second:
        return _after_double(variant, turn, closed, first)
    high, low = max(first, second), min(first, second)
    with_high = list(_steps(variant, turn, turn.start, high, closed))
    with_low = list(_steps(variant, turn, turn.start, low, closed))
    both: dict[int, Play] = {}
    for begun, other in ((with_high, low), (with_low, high)):
        for packed, move in begun:
            for after, next_move in _steps(variant, turn, packed, other, closed):
                both.setdefault(after, (move, next_move))
    return both or {packed: (move,) for packed, move in with_high or with_low}


def all_results(variant: Variant, turn: Turn) -> Collection[int]:
    """Every distinct legal result as a packed integer, by the fastest way the variant allows."""
    if variant.moves_plainly:
        return results(turn.start, turn.dice)
    return ways(variant, turn).keys()


def can_move(variant: Variant, turn: Turn) -> bool:
    """At least one die can be played."""
    closed = closed_points(turn.start, variant.contact)
    return any(
        next(_steps(variant, turn, turn.start, die, closed), None) is not None
        for die in set(turn.dice)
    )


def _after_double(variant: Variant, turn: Turn, closed: int, die: int) -> dict[int, Play]:
    reached: dict[int, Play] = {turn.start: ()}
    for _ in range(4):
        further: dict[int, Play] = {}
        for packed, play in reached.items():
            for after, move in _steps(variant, turn, packed, die, closed):
                further.setdefault(after, (*play, move))
        if not further:
            break
        reached = further
    reached.pop(turn.start, None)
    return reached


def _steps(
    variant: Variant, turn: Turn, packed: int, die: int, closed: int
) -> Iterator[tuple[int, Move]]:
    """Every single move by this die: the position after it and the move, highest point first."""
    faults = [restriction.fault for restriction in variant.restrictions]
    for source, after in reversed(open_moves(packed, die, closed, variant.bear_off)):
        move = _MOVES[die, source]
        for fault in faults:
            if fault(turn, move, after) is not None:
                break
        else:
            yield after, move


def legal_plays(variant: Variant, turn: Turn, side: Side) -> dict[Position, Play]:
    """Each reachable position once, with one way there; `side` is the one whose turn it is."""
    geometry = variant.geometry
    return {unpack(packed, side, geometry): play for packed, play in ways(variant, turn).items()}


def after_play(variant: Variant, position: Position, side: Side, play: Play) -> Position:
    """The position after a play that is allowed."""
    packed = pack(position, side, variant.geometry)
    for move in play:
        packed = after_move(packed, move, variant.contact)
    return unpack(packed, side, variant.geometry)
