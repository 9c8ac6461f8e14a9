"""Position ID and Match ID, the identifiers of GNU Backgammon.

A Position ID is 14 characters, both sides' checkers on points and bar; what is borne off is what
is missing. A Match ID is 12 characters: cube, dice, score and whose turn it is. White is player 0,
black player 1. Both are little-endian bits in base 64.

Source: docs/rules.md, "Position ID and Match ID".
"""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping

from backgammon.cube import Cube
from backgammon.dice import Dice
from backgammon.errors import Fault, NotationError
from backgammon.notation.moment import Moment
from backgammon.position import Checkers, Position
from backgammon.sides import Side
from backgammon.state import Offer, check_position
from backgammon.variants import BACKGAMMON, Variant
from backgammon.variants.base import WinKind

_POSITION_BYTES, _MATCH_BYTES = 10, 9
_PLAYERS = (Side.WHITE, Side.BLACK)
_NOBODY = 3
_PLAYING = 1
_MATCH_FIELDS: Mapping[str, int] = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "game": 3,
    "to_act": 1,
    "doubled": 1,
    "resigned": 2,
    "high": 3,
    "low": 3,
    "length": 15,
    "white": 15,
    "black": 15,
    "no_jacoby": 1,
}
"""The fields of a Match ID from its lowest bit up, and their bits."""


def format_position_id(position: Position, on_roll: Side) -> str:
    """The Position ID, 14 characters, as the side on roll sees it."""
    bits = "".join(
        "1" * count + "0" for side in (on_roll.other, on_roll) for count in position.of(side)[1:]
    )
    return _text(int(bits[::-1], 2), _POSITION_BYTES)


def parse_position_id(text: str, on_roll: Side, variant: Variant = BACKGAMMON) -> Position:
    """The position of an ID seen by the side on roll; checkers that are missing are borne off.

    Raises NotationError: MALFORMED, or the fault of a position that cannot be.
    """
    bits = _bits(text, _POSITION_BYTES, "Position ID")
    runs = f"{bits:080b}"[::-1].split("0")
    counts = [len(run) for run in runs[:50]]
    if any(runs[50:]):
        raise NotationError(Fault.MALFORMED, detail=f"{text!r} is no Position ID")
    other, own = (_with_off(counts[at : at + 25], variant) for at in (0, 25))
    position = Position(own, other) if on_roll is Side.WHITE else Position(other, own)
    check_position(position, variant)
    return position


def _with_off(counts: list[int], variant: Variant) -> Checkers:
    return (max(0, variant.checkers - sum(counts)), *counts)


def format_match_id(moment: Moment) -> str:
    """The Match ID, 12 characters. It knows no beavers.

    Raises NotationError(NOT_EXPRESSIBLE) for a cube or a score beyond its reach.
    """
    dice, (white, black) = moment.dice, moment.score
    values = {
        "cube": moment.cube.value.bit_length() - 1,
        "owner": _NOBODY if moment.cube.owner is None else _PLAYERS.index(moment.cube.owner),
        "on_roll": _PLAYERS.index(moment.on_roll),
        "crawford": int(moment.crawford),
        "game": _PLAYING,
        "to_act": _PLAYERS.index(moment.to_act),
        "doubled": int(moment.is_doubled),
        "resigned": 0 if moment.offer is None else int(moment.offer.level),
        "high": 0 if dice is None else max(dice),
        "low": 0 if dice is None else min(dice),
        "length": moment.length_points,
        "white": white,
        "black": black,
        "no_jacoby": int(not moment.jacoby),
    }
    bits = shift = 0
    for name, width in _MATCH_FIELDS.items():
        if values[name] >> width:
            detail = f"the {name} is too high"
            raise NotationError(Fault.NOT_EXPRESSIBLE, form="a Match ID", detail=detail)
        bits |= values[name] << shift
        shift += width
    return _text(bits, _MATCH_BYTES)


def parse_ids(position_id: str, match_id: str, variant: Variant = BACKGAMMON) -> Moment:
    """The moment of a Position ID and a Match ID.

    Raises NotationError: MALFORMED, or the fault of what cannot be in a running game.
    """
    bits = _bits(match_id, _MATCH_BYTES, "Match ID")
    told: dict[str, int] = {}
    for name, width in _MATCH_FIELDS.items():
        told[name] = bits & (1 << width) - 1
        bits >>= width
    if bits or told["owner"] == _NOBODY - 1 or told["game"] != _PLAYING:
        raise NotationError(Fault.MALFORMED, detail=f"{match_id!r} is no running game")
    on_roll, to_act = _PLAYERS[told["on_roll"]], _PLAYERS[told["to_act"]]
    has_dice = told["high"] or told["low"]
    moment = Moment(
        position=parse_position_id(position_id, on_roll, variant),
        variant=variant,
        on_roll=on_roll,
        dice=Dice(told["high"], told["low"]) if has_dice else None,
        cube=Cube(1 << told["cube"], None if told["owner"] == _NOBODY else _PLAYERS[told["owner"]]),
        is_doubled=bool(told["doubled"]),
        offer=Offer(to_act.other, WinKind(told["resigned"])) if told["resigned"] else None,
        length_points=told["length"],
        score=(told["white"], told["black"]),
        crawford=bool(told["crawford"]),
        jacoby=not told["no_jacoby"] and not told["length"],
    ).checked()
    if moment.to_act is not to_act:
        raise NotationError(Fault.MALFORMED, detail=f"{match_id!r} awaits the wrong side")
    return moment


def _text(bits: int, size: int) -> str:
    return b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def _bits(text: str, size: int, name: str) -> int:
    """The bits of an identifier; only the one text that stands for them is accepted."""
    padding = "=" * (-len(text) % 4)
    try:
        bits = int.from_bytes(b64decode(text + padding, validate=True), "little")
    except (binascii.Error, ValueError) as error:
        raise NotationError(Fault.MALFORMED, detail=f"{text!r} is no {name}") from error
    if bits >> 8 * size or _text(bits, size) != text:
        raise NotationError(Fault.MALFORMED, detail=f"{text!r} is no {name}")
    return bits
