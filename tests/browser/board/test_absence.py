"""An opponent who went away: the page says so, what follows, and when."""

import re

import pytest
from playwright.sync_api import Page, expect

from backgammon import ClockRules, Roll, Rules, Side
from tests.browser.board.hands import first_play, part
from tests.browser.board.table import Table

#: A page may take its time to open, of the free time.
CLOCK = ClockRules(delay_ms=60_000, reserve_ms=120_000)


def bobs_turn(rules: Rules) -> Table:
    """Bob, a person, has the opening roll 4-3."""
    table = Table(rules, [(3, 4), (5, 2), (6, 1)])
    table.is_person = True
    table.begin()
    return table


def seconds_left(page: Page) -> int:
    minutes, seconds = part(page, "absence").locator("[data-time]").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_the_clock_of_who_went_away_is_counted_down_with_what_follows(open_board) -> None:
    table = bobs_turn(Rules.match(3, clock=CLOCK))
    page = open_board(table)
    expect(part(page, "status")).to_have_text("Bob is moving.")
    expect(part(page, "absence")).to_be_hidden()
    table.goes_away()
    expect(part(page, "absence")).to_contain_text(
        "When the clock has run out, Bob has lost the match"
    )
    expect(part(page, "absence").locator("[data-time]")).to_have_text(re.compile(r"^[23]:\d\d$"))
    assert 120 <= seconds_left(page) <= 180


def test_short_visits_do_not_begin_anything_anew(open_board) -> None:
    table = bobs_turn(Rules.match(3, clock=CLOCK))
    page = open_board(table)
    table.goes_away()
    expect(part(page, "absence")).to_be_visible()
    first = seconds_left(page)
    page.wait_for_function(
        """first => {
            const [minutes, seconds] = document.querySelector("[data-time]").textContent.split(":");
            return Number(minutes) * 60 + Number(seconds) < first;
        }""",
        arg=first,
    )
    for _visit in range(3):
        table.goes_away(is_away=False)
        expect(part(page, "absence")).to_be_hidden()
        table.goes_away()
        expect(part(page, "absence")).to_be_visible()
    assert seconds_left(page) < first
    assert table.of_type("match.resign") == []


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Rules.table(3, 30, 15, clock=CLOCK), "Bob has lost this game: 3 chips at most"),
        (Rules.match(3), "After two days without a move the match is annulled"),
        (Rules.table(3, 30, 15), "After two days without a move Bob has lost this game: 3 chips"),
    ],
    ids=["a table", "untimed", "an untimed table"],
)
def test_what_follows_depends_on_what_is_played_for(open_board, rules: Rules, sentence) -> None:
    table = bobs_turn(rules)
    table.is_away = True
    page = open_board(table)
    expect(part(page, "absence")).to_contain_text(sentence)
    expect(part(page, "absence")).to_contain_text("You need not wait here.")
    expect(part(page, "absence").locator("[data-time]")).to_be_visible()


def test_an_untimed_wait_is_counted_from_the_last_action(open_board) -> None:
    table = bobs_turn(Rules.match(3))
    table.is_away, table.quiet_ms = True, 3_600_000
    page = open_board(table)
    time = part(page, "absence").locator("[data-time]")
    expect(time).to_have_text(re.compile(r"^(47:00:00|46:59:\d\d)$"))
    table.act(Side.BLACK, first_play(table))
    table.act(Side.WHITE, Roll())
    table.act(Side.WHITE, first_play(table))
    expect(time).to_have_text(re.compile(r"^(48:00:00|47:59:\d\d)$"))


def test_on_the_own_turn_nothing_of_the_other_runs(open_board) -> None:
    table = bobs_turn(Rules.match(3, clock=CLOCK))
    table.is_away = True
    table.act(Side.BLACK, first_play(table))
    page = open_board(table)
    expect(part(page, "status")).to_have_text("You are on roll.")
    expect(part(page, "absence")).to_be_hidden()
    expect(page.locator(".strip-enemy .strip-away")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_coming_and_going_moves_nothing_on_the_page(open_board, width: int, height: int) -> None:
    table = bobs_turn(Rules.table(3, 3000, 1500, clock=CLOCK))
    page = open_board(table, width=width, height=height)
    expect(part(page, "status")).to_have_text("Bob is moving.")
    before = page.locator("bg-board").bounding_box()
    table.goes_away()
    expect(part(page, "absence")).to_be_visible()
    assert page.locator("bg-board").bounding_box() == before
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_bot_is_never_missed(open_board) -> None:
    table = bobs_turn(Rules.match(3, clock=CLOCK))
    table.is_person, table.is_away = False, True
    page = open_board(table)
    expect(part(page, "status")).to_have_text("Bob is moving.")
    expect(part(page, "absence")).to_be_hidden()
