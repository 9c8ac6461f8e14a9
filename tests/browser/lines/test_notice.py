"""What the board says while its line is down: calm, in few words, and not over the points."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from backgammon import ClockRules, Roll, Rules, Side
from tests.browser.board.conftest import open_board
from tests.browser.board.hands import button, first_play, heard, part
from tests.browser.board.table import Table
from tests.browser.lines.conftest import SIZES

__all__ = ["open_board"]

CLOCK = ClockRules(delay_ms=12_000, reserve_ms=600_000)

#: Whether a box touches any point of the board that can be pressed.
COVERS_A_POINT = """notice => {
  const box = notice.getBoundingClientRect();
  return [...document.querySelectorAll("[data-point]")].some((spot) => {
    const { left, right, top, bottom } = spot.getBoundingClientRect();
    const isBeside = left >= box.right - 1 || right <= box.left + 1;
    return !isBeside && top < box.bottom - 1 && bottom > box.top + 1;
  });
}"""


def notice(page: Page) -> Locator:
    return page.locator("[data-connection-notice]").first


@pytest.fixture
def table() -> Table:
    """Alice has the opening roll 3-1; Bob is a person."""
    table = Table(Rules.match(3, clock=CLOCK), [(3, 1), (6, 4), (5, 2)])
    table.is_person = True
    table.begin()
    return table


def lose(table: Table) -> None:
    """The house is gone: no attempt finds it."""
    table.is_deaf = True
    table.cut()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_lost_line_is_said_beside_the_points(
    table: Table, open_board, width: int, height: int
) -> None:
    page = open_board(table, width=width, height=height)
    before = page.locator("bg-board").bounding_box()
    lose(table)
    expect(notice(page)).to_be_visible()
    expect(notice(page)).to_contain_text("Connection lost; clocks go on.")
    assert not notice(page).evaluate(COVERS_A_POINT)
    assert page.locator("bg-board").bounding_box() == before
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_it_counts_down_to_the_next_attempt_which_need_not_be_waited_for(
    page: Page, table: Table, open_board
) -> None:
    page.clock.install()
    open_board(table)
    table.is_shut = True
    table.cut()
    page.clock.run_for(5_000)
    retry = notice(page).get_by_role("button", name="Try now")
    expect(retry).to_have_text(re.compile(r"Try now · \d+ s"))
    table.is_shut = False
    retry.click()
    expect(notice(page)).to_be_hidden()
    expect(page.locator("[data-connection]")).to_have_attribute("data-state", "open")


def test_a_device_that_is_offline_is_told_so(table: Table, open_board) -> None:
    page = open_board(table)
    page.evaluate("Object.defineProperty(navigator, 'onLine', {get: () => false})")
    lose(table)
    expect(notice(page)).to_contain_text("This device is offline; clocks go on.")


def test_who_is_cut_off_is_not_told_that_the_other_one_is_away(table: Table, open_board) -> None:
    table.act(Side.WHITE, first_play(table))
    page = open_board(table)
    table.goes_away()
    expect(part(page, "absence")).to_be_visible()
    expect(notice(page)).to_be_hidden()
    lose(table)
    expect(notice(page)).to_be_visible()
    expect(part(page, "absence")).to_be_hidden()


def test_an_order_shows_that_it_is_on_its_way_and_then_that_it_is_kept(
    table: Table, open_board
) -> None:
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    page = open_board(table)
    table.is_deaf = True
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("On its way to the house …")
    expect(button(page, "roll")).to_be_disabled()
    table.cut()
    expect(part(page, "status")).to_have_text(
        "Your action will be sent as soon as the connection is back."
    )
    table.is_deaf = False
    table.cut()
    expect(part(page, "status")).to_have_text("Your move.", timeout=20_000)


def test_a_refusal_is_still_to_be_read_when_the_position_has_come(table: Table, open_board) -> None:
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    page = open_board(table)
    table.is_deaf = True
    button(page, "roll").click()
    (asked,) = heard(page, table, "match.roll")
    stale = {"code": "match.stale", "message": "The match has gone on."}
    table.send({"type": "error", "re": asked["id"], **stale})
    table.send(table.snapshot())
    expect(button(page, "roll")).to_be_enabled()
    expect(part(page, "alert")).to_have_text("The match has gone on.")
