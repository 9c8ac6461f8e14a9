"""Whether a whole play is legal, and for people why not.

Source: docs/rules.md, "A move" and "The last checker".
"""

from backgammon.errors import BOTH_DICE, Fault, IllegalPlay
from backgammon.movegen.search import ways
from backgammon.movegen.single import after_move, move_fault
from backgammon.packed import own_count
from backgammon.play import BAR, Move, Play
from backgammon.variants.base import Turn, Variant


def judged(variant: Variant, turn: Turn, play: Play) -> int:
    """The packed position after a legal play; raises IllegalPlay with the reason otherwise.

    Also legal: a play whose last move bears off the side's last checker with dice to spare.
    """
    left = list(turn.dice.pips)
    packed = turn.start
    for move in play:
        if move.die not in left:
            raise _refused(Fault.DIE_NOT_LEFT if left else Fault.TOO_MANY_MOVES, move)
        fault = move_fault(variant, turn, packed, move)
        if fault is not None:
            raise _refused(fault, move)
        left.remove(move.die)
        packed = after_move(packed, move, variant.contact)
    if left and own_count(packed, 0) < variant.checkers:
        _check_unused_dice(variant, turn, play)
    return packed


def _check_unused_dice(variant: Variant, turn: Turn, play: Play) -> None:
    """Raise unless the dice left over could not have been played in any way."""
    possible = ways(variant, turn)
    if not possible:
        return
    example = next(iter(possible.values()))
    points = tuple(move.source for move in example)
    if len(play) < len(example):
        text = " then ".join(str(move) for move in example)
        plain = BOTH_DICE if len(example) == 2 and not turn.dice.is_double else None
        raise IllegalPlay(Fault.MUST_PLAY_MORE, points=points, template=plain, play=text)
    if len(example) == 1 and example[0].die > play[0].die:
        raise IllegalPlay(
            Fault.MUST_PLAY_HIGHER, points=points, die=example[0].die, play=str(example[0])
        )


def play_fault(variant: Variant, turn: Turn, play: Play) -> Fault | None:
    """Why the play is refused, or None when it is legal."""
    try:
        judged(variant, turn, play)
    except IllegalPlay as refusal:
        return refusal.fault
    return None


def _refused(fault: Fault, move: Move) -> IllegalPlay:
    source = "the bar" if move.source == BAR else f"point {move.source}"
    points = tuple(point for point in (move.source, move.target) if point)
    return IllegalPlay(fault, points=points, source=source, target=move.target, die=move.die)
