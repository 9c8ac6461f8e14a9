"""XGID, the identifier of eXtreme Gammon: ten fields with colons between.

Board, cube (as a power of two), its owner, whose turn, dice (`00` none, `D` a double is offered),
both scores, Crawford or the options of money play, length, and the highest cube. The bottom player,
in capitals and first in the score, is black here, as GNU Backgammon reads it; white is on top.

Source: docs/rules.md, "XGID".
"""

import re

from backgammon.cube import Cube
from backgammon.dice import Dice
from backgammon.errors import Fault, NotationError
from backgammon.notation.moment import Moment
from backgammon.position import CELLS, Geometry, Position
from backgammon.sides import Side
from backgammon.state import check_position
from backgammon.variants import BACKGAMMON, Variant

_SIDES = {1: Side.BLACK, 0: None, -1: Side.WHITE}
_NUMBERS = {side: number for number, side in _SIDES.items()}
_HIGHEST_CUBE = 10
"""What other programs write when the cube has no cap that matters, as a power of two."""

_JACOBY, _BEAVERS = 1, 2
_BOTTOM, _TOP = "-ABCDEFGHIJKLMNO", "-abcdefghijklmno"
_XGID = re.compile(
    r"(?:XGID=)?(?P<board>[-A-Oa-o]{26}):(?P<cube>\d{1,2}):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>00|D|\d\d):(?P<black>\d{1,13}):(?P<white>\d{1,13}):(?P<flags>[0-3])"
    r":(?P<length>\d{1,5}):(?P<highest>\d{1,2})",
    re.ASCII,
)


def format_xgid(moment: Moment) -> str:
    """The XGID. Raises NotationError(NOT_EXPRESSIBLE) for an open resignation and for games
    whose sides do not meet head on."""
    if moment.offer is not None or moment.variant.geometry is not Geometry.OPPOSED:
        detail = "a resignation is open" if moment.offer else f"the game is {moment.variant.key}"
        raise NotationError(Fault.NOT_EXPRESSIBLE, form="an XGID", detail=detail)
    dice, (white, black) = moment.dice, moment.score
    rolled = "00" if dice is None else f"{dice.first}{dice.second}"
    flags = moment.crawford or moment.jacoby * _JACOBY + moment.beavers * _BEAVERS
    fields = (
        _board(moment.position),
        moment.cube.value.bit_length() - 1,
        _NUMBERS[moment.cube.owner],
        _NUMBERS[moment.on_roll],
        "D" if moment.is_doubled else rolled,
        black,
        white,
        int(flags),
        moment.length_points,
        _HIGHEST_CUBE,
    )
    return "XGID=" + ":".join(map(str, fields))


def _board(position: Position) -> str:
    """Bar of the top player, points of the bottom player from 1 up, his bar."""
    top = position.white[:0:-1]
    return "".join(
        _BOTTOM[own] if own else _TOP[other]
        for own, other in zip((0, *position.black[1:]), (*top, 0), strict=True)
    )


def parse_xgid(text: str, variant: Variant = BACKGAMMON) -> Moment:
    """The moment of an XGID; the highest cube is not kept.

    Raises NotationError: MALFORMED, or the fault of what cannot be in a running game.
    """
    match = _XGID.fullmatch(text)
    if match is None:
        raise NotationError(Fault.MALFORMED, detail=f"{text!r} is no XGID")
    told = match.groupdict()
    cube, flags, length = int(told["cube"]), int(told["flags"]), int(told["length"])
    if length and flags & ~1:
        raise NotationError(Fault.BEAVERS_IN_MATCH)
    dice = told["dice"]
    return Moment(
        position=_position(told["board"], variant),
        variant=variant,
        on_roll=_SIDES[int(told["turn"])] or Side.WHITE,
        dice=Dice(int(dice[0]), int(dice[1])) if dice not in ("00", "D") else None,
        cube=Cube(1 << cube, _SIDES[int(told["owner"])]),
        is_doubled=dice == "D",
        length_points=length,
        score=(int(told["white"]), int(told["black"])),
        crawford=bool(length and flags),
        jacoby=not length and bool(flags & _JACOBY),
        beavers=not length and bool(flags & _BEAVERS),
    ).checked()


def _position(board: str, variant: Variant) -> Position:
    black, white = [0] * CELLS, [0] * CELLS
    for point, letter in enumerate(board):
        if letter.isupper():
            black[point] = _BOTTOM.index(letter)
        elif letter.islower():
            white[25 - point] = _TOP.index(letter)
    if black[0] or white[0]:
        raise NotationError(Fault.MALFORMED, detail=f"{board!r} has a checker on the wrong bar")
    for cells in (black, white):
        cells[0] = max(0, variant.checkers - sum(cells))
    position = Position(tuple(white), tuple(black))
    check_position(position, variant)
    return position
