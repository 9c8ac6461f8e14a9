"""One move: where a die may be played from, what it leads to, and why it is refused.

Source: docs/rules.md, "A move", "The bar", "Bearing off".
"""

from backgammon.errors import Fault
from backgammon.packed import (
    CELL_BITS,
    HALF,
    HALF_BITS,
    ON_BAR,
    ONES,
    POINTS,
    enemy_count,
    occupied,
    own_count,
)
from backgammon.play import BAR, Move
from backgammon.variants.base import BearOff, Contact, Turn, Variant

OUTSIDE = (ONES >> CELL_BITS * 7) << CELL_BITS * 7
"""Points 7 to 24 and the bar."""

ANYWHERE = -1
"""A limit that excludes no source."""

HIT = 1 << HALF_BITS
"""One more enemy checker on the bar."""


def after_move(packed: int, move: Move, contact: Contact) -> int:
    """The position after a move that is allowed; a single enemy checker on the target is hit."""
    target = move.target
    packed += (1 << CELL_BITS * target) - (1 << CELL_BITS * move.source)
    if target and contact is Contact.HITTING and enemy_count(packed, target) == 1:
        packed += HIT - (HIT << CELL_BITS * target)
    return packed


def closed_points(packed: int, contact: Contact) -> int:
    """The lowest bit of every point the other side holds against the mover."""
    enemy = packed >> HALF_BITS
    if contact is Contact.CLOSED:
        return occupied(enemy)
    return (enemy >> 1 | enemy >> 2 | enemy >> 3) & ONES


def open_sources(packed: int, die: int, closed: int, bear_off: BearOff) -> int:
    """The lowest bit of every cell a checker may leave by this die, extra rules aside."""
    standing = occupied(packed & HALF) & (POINTS | ON_BAR)
    if standing & ON_BAR:
        standing = ON_BAR
    sources = standing & (POINTS & ~closed) << CELL_BITS * die
    if standing and not standing & OUTSIDE:
        rearmost = 1 << standing.bit_length() - 1
        exact = standing & 1 << CELL_BITS * die
        sources |= exact or (rearmost if rearmost < 1 << CELL_BITS * die else 0)
        if bear_off is BearOff.REARMOST:
            sources &= rearmost
        elif bear_off is BearOff.FORCED:
            sources &= exact or rearmost
    return sources


def open_moves(
    packed: int, die: int, closed: int, bear_off: BearOff, limit: int = ANYWHERE
) -> list[tuple[int, int]]:
    """Each source (its lowest bit) within `limit`, and the position after a move from it."""
    bits = CELL_BITS * die
    blots = packed >> HALF_BITS & ~closed & POINTS
    moves = []
    sources = open_sources(packed, die, closed, bear_off) & limit
    while sources:
        source = sources & -sources
        sources ^= source
        target = source >> bits or 1
        after = packed + target - source
        if target & blots:
            after += HIT - (target << HALF_BITS)
        moves.append((source, after))
    return moves


def move_fault(variant: Variant, turn: Turn, packed: int, move: Move) -> Fault | None:
    """Why this one move is refused in this position, whatever the rest of the turn; or None."""
    source, target = move.source, move.target
    if not 1 <= source <= BAR or not own_count(packed, source):
        return Fault.NO_CHECKER
    if source != BAR and own_count(packed, BAR):
        return Fault.BAR_FIRST
    if target and enemy_count(packed, target) >= variant.contact.value:
        return Fault.POINT_BLOCKED
    if not open_sources(packed, move.die, 0, variant.bear_off) >> CELL_BITS * source & 1:
        return _bear_off_fault(packed, move, variant.bear_off)
    after = after_move(packed, move, variant.contact)
    for restriction in variant.restrictions:
        fault = restriction.fault(turn, move, after)
        if fault is not None:
            return fault
    return None


def _bear_off_fault(packed: int, move: Move, bear_off: BearOff) -> Fault:
    """Which rule of bearing off an open move breaks."""
    if occupied(packed & HALF) & OUTSIDE:
        return Fault.NOT_ALL_HOME
    if bear_off is BearOff.FORCED and own_count(packed, move.die):
        return Fault.EXACT_BEAR_OFF
    return Fault.HIGHER_CHECKER if bear_off is BearOff.OPTIONAL else Fault.REARMOST_FIRST
