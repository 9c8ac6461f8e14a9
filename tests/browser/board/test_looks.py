"""A board as its reader wants it: colours, direction, cube, counts, motion; and kept."""

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from backgammon import Cube, Double, MakePlay, Move, Position, Roll, Rules, Side
from backgammon.position import points
from tests.browser.board.hands import first_play, part, point
from tests.browser.board.table import Table


def a_table() -> Table:
    """Alice, White, has the opening roll 3-1."""
    table = Table(Rules.match(3), [(3, 1), (6, 4), (5, 2)])
    table.begin()
    return table


@pytest.mark.parametrize(
    ("own", "look"), [("dealt", "light"), ("light", "light"), ("dark", "dark")]
)
def test_own_checkers_are_painted_as_wished(open_board, own, look) -> None:
    page = open_board(a_table(), preferences={"own_checkers": own})
    expect(page.locator(f".checker-white.is-{look}")).to_have_count(15)
    expect(page.locator(f".die-white.is-{look}")).to_have_count(2)


def test_only_the_picture_changes_its_colours(open_board) -> None:
    page = open_board(a_table(), preferences={"own_checkers": "dark"})
    expect(page.locator(".checker-black.is-light")).to_have_count(15)
    expect(point(page, 8)).to_have_attribute("aria-label", "Point 8: yours 3")
    expect(point(page, 1)).to_have_attribute("aria-label", "Point 1: opponent 2")
    point(page, 8).dblclick()
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")


def test_the_two_looks_differ_in_more_than_colour(open_board) -> None:
    page = open_board(a_table())
    grooves = [
        page.locator(f".checker.is-{look}").first.locator(".checker-groove").count()
        for look in ("light", "dark")
    ]
    assert grooves == [1, 2]


def test_the_board_lies_as_wished_and_flipping_it_is_kept(open_board) -> None:
    page = open_board(a_table(), preferences={"home_side": "left"})
    own, outer = (point(page, number).bounding_box() for number in (1, 12))
    assert own is not None
    assert outer is not None
    assert own["x"] < outer["x"]
    with page.expect_request("**/settings/save/") as sent:
        part(page, "flip").click()
    assert parse_qs(sent.value.post_data or "") == {"home_side": ["right"]}
    expect(page.locator("bg-board[mirrored]")).to_have_count(0)


def test_an_owned_cube_lies_on_the_board_or_beside_the_name(open_board) -> None:
    table = a_table()
    table.set_up(table.state.running_game.position, cube=Cube(2, Side.BLACK))
    page = open_board(table)
    expect(page.locator(".cube-value")).to_have_text("2")
    expect(page.locator(".strip-cube:visible")).to_have_count(0)
    page.locator("body").evaluate(
        """async () => {
            const { preferences } = await import("/static/js/preferences.js");
            await preferences.choose({ cube_place: "beside" });
        }"""
    )
    expect(page.locator(".cube-value")).to_have_count(0)
    expect(page.locator(".strip-enemy .strip-cube")).to_be_visible()
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Double())
    expect(page.locator(".cube-value")).to_have_text("4")
    expect(page.locator(".strip-cube:visible")).to_have_count(0)


@pytest.mark.parametrize("height", [640, 800])
def test_pip_counts_can_be_left_out(open_board, height) -> None:
    page = open_board(a_table(), height=height, preferences={"pip_counts": "off"})
    expect(page.locator(".strip-own [data-part=score]")).to_be_visible()
    expect(page.locator(".strip-pips:visible")).to_have_count(0)


def test_without_motion_nothing_flies(open_board) -> None:
    table = a_table()
    page = open_board(table, preferences={"motion": "none"})
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, MakePlay((Move(24, 6), Move(18, 4))))
    expect(point(page, 11)).to_have_attribute("aria-label", "Point 11: opponent 1")
    assert page.locator("bg-board").evaluate("board => board.pace.flightMs") == 0


def test_marks_and_numbers_can_be_left_out_of_a_board(open_board) -> None:
    table = a_table()
    page = open_board(table)
    point(page, 8).click()
    expect(page.locator(".mark-target").first).to_be_visible()
    page.locator("bg-board").evaluate("board => board.setAttribute('without', 'targets numbers')")
    expect(page.locator(".mark-target:visible")).to_have_count(0)
    expect(page.locator(".board-number:visible")).to_have_count(0)


def test_who_would_be_hit_on_the_way_is_crossed(open_board) -> None:
    table = a_table()
    black = points(p24=1, p20=1, p13=5, p8=3, p6=5)
    table.set_up(Position(points(p24=2, p13=5, p8=3, p6=5), black))
    page = open_board(table)
    point(page, 8).click()
    expect(page.locator(".mark-hit")).to_have_count(1)
    point(page, 24).click()
    expect(page.locator(".mark-hit")).to_have_count(0)
