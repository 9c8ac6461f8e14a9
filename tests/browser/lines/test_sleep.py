"""A laptop that wakes from sleep: right clocks at once, and nothing to press that is stale."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from backgammon import ClockRules, Resign, Roll, Rules, Side, WinKind
from tests.browser.board.conftest import open_board
from tests.browser.board.hands import button, first_play, part
from tests.browser.board.table import Table
from tests.browser.waiting import stop_clock

__all__ = ["open_board"]

HOUR_MS = 3_600_000


class SleepyTable(Table):
    """A table whose clock goes on while the laptop sleeps."""

    slept_ms = 0

    @property
    def now_ms(self) -> int:
        return int(time.time() * 1000) + self.slept_ms


@pytest.fixture
def table() -> SleepyTable:
    """Alice is on roll, with two hours on her clock."""
    clock = ClockRules(delay_ms=0, reserve_ms=2 * HOUR_MS)
    table = SleepyTable(Rules.match(5, clock=clock), [(1, 3), (6, 4), (5, 2)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    return table


@pytest.fixture
def page(page: Page) -> Page:
    page.clock.install()
    return page


def sleep_an_hour(page: Page, table: SleepyTable) -> None:
    """The socket dies without a word, and timers stand still."""
    table.is_deaf = True
    table.sockets = []
    table.slept_ms = HOUR_MS
    page.clock.fast_forward(HOUR_MS)


def test_clocks_are_right_before_the_house_has_answered(table: SleepyTable, open_board) -> None:
    page = open_board(table)
    reserve = page.locator(".strip-own [data-reserve]")
    expect(reserve).to_have_text(re.compile(r"^(120:00|119:\d\d)$"))
    sleep_an_hour(page, table)
    expect(reserve).to_have_text(re.compile(r"^(60:00|59:\d\d)$"))


def test_nothing_is_decided_on_what_was_known_before(table: SleepyTable, open_board) -> None:
    page = open_board(table)
    expect(button(page, "roll")).to_be_enabled()
    sleep_an_hour(page, table)
    expect(button(page, "roll")).to_be_disabled()
    expect(part(page, "status")).to_have_text("Asking the house how things stand …")
    page.locator(".cube-place").dispatch_event("click")
    page.keyboard.press("r")
    assert table.of_type("match.roll") == table.of_type("match.double") == []


def test_a_press_that_comes_before_any_timer_decides_nothing(
    table: SleepyTable, open_board
) -> None:
    page = open_board(table)
    expect(button(page, "roll")).to_be_enabled()
    stop_clock(page)
    page.evaluate(f"Date.now = (now => () => now() + {HOUR_MS})(Date.now)")
    button(page, "roll").dispatch_event("click")
    page.clock.run_for(10)
    assert table.of_type("match.roll") == []


def test_the_page_goes_on_with_what_has_happened_meanwhile(table: SleepyTable, open_board) -> None:
    page = open_board(table)
    sleep_an_hour(page, table)
    table.act(Side.BLACK, Resign(WinKind.SINGLE))
    table.is_deaf = False
    expect(part(page, "offer-text")).to_contain_text("Bob offers to resign", timeout=20_000)
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")
    assert len(table.of_type("match.roll")) == 1


def test_a_nap_with_a_line_that_lives_needs_no_new_one(table: SleepyTable, open_board) -> None:
    page = open_board(table)
    expect(button(page, "roll")).to_be_enabled()
    table.slept_ms = HOUR_MS
    page.clock.fast_forward(HOUR_MS)
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")


def test_a_page_from_the_browsers_memory_makes_a_new_connection(
    table: SleepyTable, open_board
) -> None:
    page = open_board(table)
    table.sockets = []
    table.act(Side.WHITE, Roll())
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(part(page, "status")).to_have_text("Your move.")
    assert len(table.of_type("hello")) == 2
