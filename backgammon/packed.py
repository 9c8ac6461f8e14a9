"""A position as one integer, seen by the side to move: what the move generators work on.

Four bits a cell. The mover's cells 0 to 25 (off, own points 1 to 24, bar) come first, then
the other side's cells, *under the mover's point numbers*: its bar is cell 0, its off cell 25.
So a point is the same cell in both halves, and a move is an addition.

Source: docs/rules.md, "The board".
"""

from backgammon.position import CELLS, Checkers, Geometry, Position
from backgammon.sides import Side

CELL_BITS = 4
HALF_BITS = CELL_BITS * CELLS
"""The other side's cells begin at this bit."""

HALF = (1 << HALF_BITS) - 1
"""All the mover's cells."""

ONES = sum(1 << CELL_BITS * cell for cell in range(CELLS))
"""The lowest bit of every cell of one half."""

POINTS = sum(1 << CELL_BITS * cell for cell in range(1, 25))
"""The lowest bit of points 1 to 24."""

ON_BAR = 1 << CELL_BITS * 25

_DIGIT_VALUES = bytes(
    int(chr(code), 16) if chr(code) in "0123456789abcdef" else 0 for code in range(256)
)


def pack_checkers(own: Checkers, other: Checkers, geometry: Geometry) -> int:
    """The integer for `own` to move against `other`, each in its own numbering."""
    return _digits(_under(other, geometry) + own[::-1])


def unpack_checkers(packed: int, geometry: Geometry) -> tuple[Checkers, Checkers]:
    """The mover's and the other side's checkers, each in its own numbering."""
    cells = tuple(f"{packed:052x}".encode().translate(_DIGIT_VALUES))
    return cells[:25:-1], _under(cells[:26], geometry)


def _under(cells: Checkers, geometry: Geometry) -> Checkers:
    """One side's cells in the order of the other side's points, highest first, and back."""
    if geometry.across(1) == 24:
        return cells
    return (cells[0], *cells[12:0:-1], *cells[24:12:-1], cells[25])


def _digits(cells: Checkers) -> int:
    """The integer whose hexadecimal digits these are, most significant first."""
    return int(bytes(cells).hex()[1::2], 16)


def pack(position: Position, side: Side, geometry: Geometry = Geometry.OPPOSED) -> int:
    """The position as `side` sees it before its move."""
    return pack_checkers(position.of(side), position.of(side.other), geometry)


def unpack(packed: int, side: Side, geometry: Geometry = Geometry.OPPOSED) -> Position:
    """The position behind an integer that was seen by `side`."""
    own, other = unpack_checkers(packed, geometry)
    return Position(own, other) if side is Side.WHITE else Position(other, own)


def flipped(packed: int, geometry: Geometry = Geometry.OPPOSED) -> int:
    """The same position seen by the other side, whose move it is now."""
    own, other = unpack_checkers(packed, geometry)
    return pack_checkers(other, own, geometry)


def own_count(packed: int, cell: int) -> int:
    """The mover's checkers in a cell (0 off, 25 bar)."""
    return (packed >> CELL_BITS * cell) & 0xF


def enemy_count(packed: int, point: int) -> int:
    """The other side's checkers on one of the mover's points."""
    return (packed >> HALF_BITS + CELL_BITS * point) & 0xF


def occupied(half: int) -> int:
    """The lowest bit of every cell of a half that holds a checker."""
    return (half | half >> 1 | half >> 2 | half >> 3) & ONES
