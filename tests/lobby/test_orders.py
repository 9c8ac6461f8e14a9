"""Tables as programs order them: what is not said is as usual, what cannot be had is named."""

from typing import Any

import pytest

from backgammon import FixedGames, Holland, PointMatch, TableStakes
from lobby.orders import Order

USUAL = {"game": "backgammon", "kind": "match", "clock": "standard", "access": "lobby"}


def an_order(*, is_guest: bool = False, **said: Any) -> Order:
    return Order.of({**USUAL, **said}, is_guest=is_guest)


def refused(order: Order) -> list[tuple[str, str]]:
    """Each reason against: its code and the field it is about."""
    return [(reason.code, reason.facts["field"]) for reason in order.refusals()]


# --- what can be had --------------------------------------------------------------------------


def test_who_says_nothing_gets_what_is_usual() -> None:
    order = an_order()
    assert order.refusals() == ()
    assert order.rules.length == PointMatch(5)
    assert order.rules.cube.enabled
    assert order.rules.clock is not None
    assert not order.is_rated
    assert not order.has_different_sums


def test_numbers_options_and_terms_are_as_they_are_said() -> None:
    order = an_order(
        kind="table",
        stake=3,
        buy_in=60,
        jacoby=False,
        raccoons=True,
        cube_cap=8,
        automatic_doubles=None,
        holland="all_games",
        leave_between_games=False,
        top_up=True,
        has_different_sums=True,
    )
    assert order.refusals() == ()
    length = order.rules.length
    assert isinstance(length, TableStakes)
    assert (length.stake, length.white, length.black) == (3, 60, 60)
    assert (length.leave_between_games, length.top_up) == (False, True)
    cube = order.rules.cube
    assert (cube.beavers, cube.raccoons, cube.cap, cube.automatic_doubles) == (True, True, 8, None)
    assert cube.holland is Holland.ALL_GAMES
    assert order.has_different_sums


def test_options_that_follow_from_a_switch_go_with_it() -> None:
    order = an_order(cube=False)
    assert order.refusals() == ()
    assert not order.rules.cube.enabled


def test_a_game_brings_its_own_options() -> None:
    order = an_order(game="long_nardy", last_roll=True, end_setting="oin", first_move="loser")
    assert order.refusals() == ()
    assert dict(order.rules.variant.options) == {"last_roll": True, "end_setting": "oin"}


def test_a_number_of_games_may_end_in_one_more() -> None:
    order = an_order(kind="fixed", games=4, tie_break="one_more_game")
    assert order.refusals() == ()
    assert isinstance(order.rules.length, FixedGames)


def test_what_is_said_to_be_off_can_be_said_anywhere() -> None:
    order = an_order(jacoby=False, top_up=False, last_roll=False, has_different_sums=False)
    assert order.refusals() == ()


# --- what cannot ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"jacoby": True}, "jacoby"),
        ({"top_up": True}, "top_up"),
        ({"last_roll": True}, "last_roll"),
        ({"end_setting": "oin"}, "end_setting"),
        ({"cube": False, "crawford": True}, "crawford"),
        ({"crawford": False, "holland": "post_crawford"}, "holland"),
        ({"kind": "table", "beavers": False, "raccoons": True}, "raccoons"),
        ({"game": "long_nardy", "cube": True}, "cube"),
        ({"cube_cap": 8}, "cube_cap"),
        ({"tie_break": "one_more_game"}, "tie_break"),
        ({"stake": 3}, "stake"),
        ({"kind": "table", "points": 5}, "points"),
        ({"has_different_sums": True}, "has_different_sums"),
        ({"access": "bot", "is_rated": True}, "is_rated"),
        ({"kind": "fixed", "is_rated": True}, "is_rated"),
        ({"clock": "untimed", "is_rated": True}, "is_rated"),
        ({"is_guest": True, "is_rated": True}, "is_rated"),
    ],
)
def test_what_cannot_be_had_is_refused_by_its_name(said: dict[str, Any], field: str) -> None:
    assert refused(an_order(**said)) == [("table.not_here", field)]


@pytest.mark.parametrize(
    ("said", "code", "field"),
    [
        ({"points": 0}, "rules.length_range", "points"),
        ({"points": 10**9}, "rules.length_range", "points"),
        ({"kind": "fixed", "games": 0}, "rules.length_range", "games"),
        ({"kind": "table", "stake": 0}, "table.limits", "stake"),
        ({"kind": "table", "stake": 50, "buy_in": 49}, "table.limits", "buy_in"),
    ],
)
def test_a_number_out_of_range_is_refused_at_its_field(
    said: dict[str, Any], code: str, field: str
) -> None:
    assert refused(an_order(**said)) == [(code, field)]


def test_every_reason_is_told() -> None:
    order = an_order(points=0, jacoby=True, top_up=True, stake=1, has_different_sums=True)
    assert {field for _code, field in refused(order)} == {
        *("points", "jacoby", "top_up", "stake", "has_different_sums")
    }
