"""Positions of the known traps (cases D-RUL and D-NAR), loaded into a running match."""

from typing import Any

import pytest

from backgammon import BACKGAMMON, LONG_NARDY, Dice, MatchState, Position, Rules, Side, set_up
from backgammon.position import Checkers
from tests.rules.builders import WHITE, golden

CASES: dict[str, Any] = golden("cases.json")
BOTH_SEATS = pytest.mark.parametrize("seat", list(Side), ids=lambda seat: seat.value)


def each_case(group: str) -> pytest.MarkDecorator:
    """One test for each case of a group, such as D-RUL."""
    return pytest.mark.parametrize("case_id", [key for key in CASES if key.startswith(group)])


def loaded(case_id: str, seat: Side, place: dict[str, Any] | None = None) -> MatchState:
    """The case's position, its mover in this seat, the dice thrown; both have rolled twice."""
    case = CASES[case_id]
    place = place or case
    variant = LONG_NARDY if case["game"] == "long nardy" else BACKGAMMON
    seated = _seated(_side(place["mover"]), _side(place["opponent"]), seat)
    dice = Dice(*place["dice"])
    return set_up(Rules.match(7, variant=variant), seated, seat, dice=dice, starter=seat)


def results_of(case_id: str, seat: Side) -> dict[Position, list[str]]:
    """Every legal result of a case with the orders of moves that lead there."""
    case = CASES[case_id]
    return {
        _seated(
            _side(result["mover_after"]),
            _side(result.get("opponent_after", case["opponent"])),
            seat,
        ): result["plays"]
        for result in case["legal_results"]
    }


def _side(described: dict[str, Any]) -> Checkers:
    cells = [described.get("off", 0), *[0] * 24, described.get("bar", 0)]
    for point, count in described["points"].items():
        cells[int(point)] = count
    return tuple(cells)


def _seated(mover: Checkers, opponent: Checkers, seat: Side) -> Position:
    return Position(mover, opponent) if seat is WHITE else Position(opponent, mover)
