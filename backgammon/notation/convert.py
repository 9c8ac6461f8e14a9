"""One notation into all others: the language of `convert`.

A moment of a game is told by one of: `text`, `xgid`, `position_id` (with `match_id`), `state` with
its `rules` as in a script, or a row (`pts`, `bar`, `off`) with whatever else is known; it is
answered in all of them. A match file (`mat`) is answered by its plain form (`match`), and back.

Source: docs/rules.md, "Converting".
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from backgammon.cube import Cube
from backgammon.errors import Fault, NotationError
from backgammon.notation.codec import state_from_dict
from backgammon.notation.matchfile import format_match, parse_match
from backgammon.notation.moment import MONEY, Moment, format_moment, moment_of, parse_moment
from backgammon.notation.options import variant_with_options
from backgammon.notation.plain import (
    LEVELS,
    Plain,
    Reading,
    dice_of,
    dice_to_list,
    exactly,
    without_nulls,
)
from backgammon.notation.position_id import (
    format_match_id,
    format_position_id,
    parse_ids,
    parse_position_id,
)
from backgammon.notation.record import match_from_dict, match_to_dict
from backgammon.notation.rows import read_position, row_of
from backgammon.notation.scripts import SEATS, read_rules
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.packed import pack, unpack
from backgammon.sides import Side
from backgammon.state import Offer
from backgammon.variants import Variant

_SEAT_NAMES = {side: seat for seat, side in SEATS.items()}
_text, _flag, _count = exactly(str), exactly(bool), exactly(int)

_IDS = re.compile(r"(?P<position_id>[\w+/]{14})(?::(?P<match_id>[\w+/]{12}))?", re.ASCII)


def convert(row: object) -> Plain:
    """The same in every other form. Raises NotationError or InvalidRules.

    Of several forms in one row the first in the order above is read; identifiers and text beside
    it must tell the same.
    """
    if isinstance(row, str):
        row = _named(row.strip())
    if not isinstance(row, Mapping):
        raise NotationError(Fault.MALFORMED, detail="a row is an object or a text")
    with Reading("row"):
        if "mat" in row:
            return {"match": match_to_dict(parse_match(_text(row["mat"])))}
        if "match" in row:
            return {"mat": format_match(match_from_dict(row["match"]))}
        told = next((name for name in _READERS if row.get(name) is not None), None)
        if told is None:
            raise NotationError(Fault.MALFORMED, detail="the row tells no position")
        answer = _answer(_READERS[told](row))
        for name in ("text", "xgid", "position_id", "match_id"):
            if row.get(name) not in (None, answer[name]) and name != told:
                raise NotationError(Fault.MALFORMED, detail=f"{told} and {name} differ")
        return answer


def _named(text: str) -> dict[str, str]:
    """What a bare text must be, by its look."""
    ids = _IDS.fullmatch(text)
    if ids is not None:
        return {name: told for name, told in ids.groupdict().items() if told is not None}
    if ":" not in text:
        raise NotationError(Fault.MALFORMED, detail=f"{text!r} is in no notation known here")
    return {"text" if "white" in text else "xgid": text}


def _answer(moment: Moment) -> Plain:
    """A moment in all its forms; null where a form cannot tell it."""
    packed = pack(moment.position, moment.on_roll, moment.variant.geometry)
    offer, cube = moment.offer, moment.cube
    return {
        "position_id": format_position_id(moment.position, moment.on_roll),
        "match_id": _if_possible(format_match_id, moment),
        "xgid": _if_possible(format_xgid, moment),
        "text": format_moment(moment),
        "variant": moment.variant.key,
        "options": dict(moment.variant.options),
        **row_of(packed, moment.variant),
        "on_roll": _SEAT_NAMES[moment.on_roll],
        "dice": dice_to_list(moment.dice),
        "cube": cube.value,
        "owner": None if cube.owner is None else _SEAT_NAMES[cube.owner],
        "doubled": moment.is_doubled,
        "resigning": None if offer is None else [_SEAT_NAMES[offer.side], offer.level.word],
        "length_points": moment.length_points,
        "score": list(moment.score),
        "crawford": moment.crawford,
        "jacoby": moment.jacoby,
        "beavers": moment.beavers,
    }


def _if_possible(form: Callable[[Moment], str], moment: Moment) -> str | None:
    try:
        return form(moment)
    except NotationError:
        return None


def _variant(row: Mapping[str, Any]) -> Variant:
    return variant_with_options(row.get("variant"), row.get("options"))


def _read_text(row: Mapping[str, Any]) -> Moment:
    return parse_moment(_text(row["text"]))


def _read_xgid(row: Mapping[str, Any]) -> Moment:
    return parse_xgid(_text(row["xgid"]), _variant(row))


def _read_ids(row: Mapping[str, Any]) -> Moment:
    position_id, match_id, variant = _text(row["position_id"]), row.get("match_id"), _variant(row)
    if match_id is not None:
        return parse_ids(position_id, _text(match_id), variant)
    position = parse_position_id(position_id, Side.WHITE, variant)
    return Moment(position=position, variant=variant).checked()


def _read_state(row: Mapping[str, Any]) -> Moment:
    return moment_of(state_from_dict(row["state"], read_rules(row["rules"])))


def _read_row(row: Mapping[str, Any]) -> Moment:
    row = without_nulls(row)
    variant, on_roll = _variant(row), SEATS[row.get("on_roll", "A")]
    owner, resigning = row.get("owner"), row.get("resigning")
    white, black = map(_count, row.get("score", (0, 0)))
    return Moment(
        position=unpack(read_position(row, variant), on_roll, variant.geometry),
        variant=variant,
        on_roll=on_roll,
        dice=dice_of(row.get("dice")),
        cube=Cube(row.get("cube", 1), None if owner is None else SEATS[owner]),
        is_doubled=_flag(row.get("doubled", False)),
        offer=None if resigning is None else Offer(SEATS[resigning[0]], LEVELS[resigning[1]]),
        length_points=_count(row.get("length_points", MONEY)),
        score=(white, black),
        crawford=_flag(row.get("crawford", False)),
        jacoby=_flag(row.get("jacoby", False)),
        beavers=_flag(row.get("beavers", False)),
    ).checked()


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Moment]] = {
    "text": _read_text,
    "xgid": _read_xgid,
    "position_id": _read_ids,
    "state": _read_state,
    "pts": _read_row,
}
