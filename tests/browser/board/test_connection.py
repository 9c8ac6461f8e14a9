"""Lost connections, repeated orders, holes in the numbers, other windows."""

import re

from playwright.sync_api import Locator, Page, expect

from backgammon import ClockRules, Roll, Rules, ShiftClock, Side
from tests.browser.board.hands import button, first_play, heard, part, point
from tests.browser.board.table import Table

LONG_MS = 20_000  # longer than the longest wait between two tries


def a_table(**rules: object) -> Table:
    """Alice has the opening roll 3-1."""
    table = Table(Rules.match(3, **rules), [(3, 1), (6, 4), (5, 2), (6, 1)])
    table.begin()
    return table


def notice(page: Page) -> Locator:
    """What the page says while its connection is not as it should be."""
    return page.locator("[data-connection-notice]").first


def play_the_opening(page: Page) -> None:
    for source in (8, 6):
        point(page, source).dblclick()
    button(page, "confirm").click()


def test_until_the_house_has_answered_the_page_says_that_it_fetches_the_board(open_board) -> None:
    table = a_table()
    table.is_deaf = True
    page = open_board(table, until="[data-part-of-match=status]")
    expect(part(page, "status")).to_have_text("Fetching the board …")
    table.is_deaf = False
    table.cut()
    expect(part(page, "status")).to_have_text("Your move.")


def test_a_player_gives_random_bytes_to_the_dice_once(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.cut()
    first, second = heard(page, table, "hello", 2)
    assert len(first["contribution"]) == 32
    assert int(first["contribution"], 16) >= 0
    assert "contribution" not in second


def test_an_order_without_an_answer_is_repeated_with_its_id(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.is_deaf = True
    play_the_opening(page)
    expect(button(page, "confirm")).to_be_disabled()
    heard(page, table, "match.play")
    table.is_deaf = False
    table.cut()
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    first, second = table.of_type("match.play")
    assert first == second


def test_an_order_outlives_a_house_that_only_moved_the_clock(open_board) -> None:
    table = a_table(clock=ClockRules(delay_ms=12_000, reserve_ms=95_000))
    page = open_board(table)
    table.is_deaf = True
    play_the_opening(page)
    expect(button(page, "confirm")).to_be_disabled()
    heard(page, table, "match.play")
    table.cut()
    table.act(None, ShiftClock(by_ms=5_000))
    table.is_deaf = False
    table.cut()
    expect(part(page, "status")).to_have_text("Bob is on roll.", timeout=LONG_MS)
    first, *_, last = table.of_type("match.play")
    assert last == {**first, "seen": first["seen"] + 1}


def test_an_order_that_arrived_is_not_done_twice(open_board, monkeypatch) -> None:
    table = a_table()
    page = open_board(table)
    answer = table._answer
    monkeypatch.setattr(table, "send", lambda message: None)
    monkeypatch.setattr(
        table, "_answer", lambda message: None if message["type"] == "ping" else answer(message)
    )
    play_the_opening(page)
    heard(page, table, "match.play")
    monkeypatch.undo()
    table.cut()
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    assert table.seq == 3


def test_a_lost_connection_is_said_and_what_was_missed_is_fetched(open_board) -> None:
    table = a_table()
    page = open_board(table)
    play_the_opening(page)
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    table.is_deaf = True
    table.cut()
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    expect(notice(page)).to_contain_text("Connection lost", timeout=LONG_MS)
    table.is_deaf = False
    table.cut()
    expect(part(page, "status")).to_have_text("You are on roll.", timeout=LONG_MS)
    expect(notice(page)).to_be_hidden()
    assert table.of_type("hello")[-1]["since"] == 3


def test_a_turn_that_is_over_cannot_be_confirmed_while_its_end_is_shown(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.is_deaf = True
    play_the_opening(page)
    heard(page, table, "match.play")
    table.is_deaf = False
    table.sockets, hidden = [], table.sockets
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    table.sockets = hidden
    table.send(table._events_since(2))
    expect(part(page, "status")).to_have_text("You are on roll.")
    expect(button(page, "confirm")).to_have_count(0, timeout=1)
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")


def test_a_hole_in_the_numbers_is_filled(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.sockets, hidden = [], table.sockets
    table.act(Side.WHITE, first_play(table))
    table.sockets = hidden
    table.act(Side.BLACK, Roll())
    expect(part(page, "status")).to_have_text("Bob is moving.")
    *_, resume = table.of_type("match.resume")
    assert resume["since"] == 2


def test_a_pong_that_is_ahead_makes_the_page_ask(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.sockets, hidden = [], table.sockets
    table.act(Side.WHITE, first_play(table))
    table.sockets = hidden
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(part(page, "status")).to_have_text("Bob is on roll.")


def test_what_was_seen_already_changes_nothing(open_board) -> None:
    table = a_table()
    page = open_board(table)
    play_the_opening(page)
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    lines = part(page, "log").locator("li")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("You play 8/5 6/5.")
    table.send(table._events_since(0))
    table.goes_away()  # which is shown once all before it is read
    expect(page.locator(".strip-enemy .strip-away")).to_be_visible()
    expect(lines).to_have_count(3)


def test_a_newer_window_takes_over_and_the_older_can_take_back(open_board, page: Page) -> None:
    page.clock.install()
    table = a_table()
    open_board(table)
    table.cut(4409)
    expect(notice(page)).to_contain_text("another window")
    page.clock.run_for(LONG_MS)
    assert len(table.of_type("hello")) == 1
    notice(page).get_by_role("button").click()
    expect(notice(page)).to_be_hidden()
    assert len(table.of_type("hello")) == 2


def test_a_reload_in_the_middle_of_a_turn_finds_the_checkers_where_the_hand_left_them(
    open_board,
) -> None:
    table = a_table()
    page = open_board(table)
    page.locator(".dice").click()
    point(page, 8).dblclick()
    expect(point(page, 7)).to_have_attribute("aria-label", "Point 7: yours 1")
    page.reload()
    expect(point(page, 7)).to_have_attribute("aria-label", "Point 7: yours 1")
    point(page, 8).dblclick()
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
    button(page, "undo_all").click()
    page.reload()
    expect(point(page, 8)).to_have_attribute("aria-label", "Point 8: yours 3")
    assert table.of_type("match.play") == []


def test_a_turn_that_was_kept_is_not_laid_on_another_roll(open_board) -> None:
    table = a_table()
    page = open_board(table)
    point(page, 8).dblclick()
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    table.act(Side.WHITE, Roll())
    page.reload()
    expect(part(page, "status")).to_have_text("Your move.")
    expect(button(page, "undo")).to_be_disabled()


def test_both_clocks_are_drawn_and_only_one_runs(open_board) -> None:
    table = a_table(clock=ClockRules(delay_ms=0, reserve_ms=95_000))
    page = open_board(table)
    expect(page.locator(".strip-enemy [data-reserve]")).to_have_text("1:35")
    expect(page.locator(".strip-own .strip-clock")).to_have_class("strip-clock is-running")
    expect(page.locator(".strip-own [data-reserve]")).to_have_text(re.compile(r"^1:[0-2]\d$"))


def test_what_is_said_at_the_table_appears_as_text(open_board) -> None:
    table = a_table()
    page = open_board(table)
    page.get_by_role("textbox", name="Message").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".talk-text")).to_have_text("<img src=x onerror=alert(1)>")
    assert page.locator(".talk-line img").count() == 0


def test_a_refused_line_is_given_back_to_its_author_alone(open_board, monkeypatch) -> None:
    table = a_table()
    page = open_board(table)
    refusal = {"type": "error", "code": "chat.flood", "message": "Slower, please."}
    monkeypatch.setattr(table, "_say", lambda message: {**refusal, "re": message["id"]})
    page.get_by_role("textbox", name="Message").fill("again")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-talk='match:demo'] [data-refusal]")).to_have_text("Slower, please.")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("again")
    expect(part(page, "alert")).to_be_hidden()
