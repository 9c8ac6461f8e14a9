"""What goes by itself for whoever asked for it: mere rolls, and forced plays after a pause."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from backgammon import (
    ClockRules,
    Double,
    GivenDice,
    Position,
    Resign,
    Roll,
    Rules,
    ShiftClock,
    Side,
    Take,
    WinKind,
)
from backgammon.position import points
from tests.browser.board.hands import button, first_play, heard, part, point
from tests.browser.board.table import Table

ROLLS = {"auto_roll": "on"}
CONFIRMS = {"auto_confirm": "on"}

STEP_MS = 250

#: Alice can only play 2/off 1/off.
LAST_TWO = Position(points(p2=1, p1=1, off=13), points(p6=2, off=13))


@pytest.fixture
def quick(page: Page) -> Page:
    """A page whose clock a test moves on, once it stands."""
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    return page


def on_roll(rules: Rules | None = None) -> Table:
    """Alice is on roll after a turn of each."""
    table = Table(rules or Rules.match(5), [(1, 3), (6, 4), (5, 2), (6, 1)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    return table


def later(page: Page, ms: int = 10_000) -> None:
    """Lets time pass at the page, long enough for whatever would go by itself.

    It passes step by step, so that the answers of the house come in between.
    """
    for _ in range(ms // STEP_MS):
        page.clock.run_for(STEP_MS)


def asked_for(table: Table, kind: str) -> int:
    """How many orders of a kind there were; one that is sent again is the same."""
    return len({order["id"] for order in table.of_type(kind)})


def test_by_default_nothing_goes_by_itself(quick: Page, open_board) -> None:
    table = on_roll(Rules.match(1))
    page = open_board(table)
    later(page)
    assert table.of_type("match.roll") == []
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")


def test_a_roll_that_is_no_decision_is_made(quick: Page, open_board) -> None:
    table = on_roll(Rules.match(1))
    page = open_board(table, preferences=ROLLS)
    later(page)
    expect(part(page, "status")).to_have_text("Your move.")
    assert asked_for(table, "match.roll") == 1


def test_a_roll_is_never_made_where_a_double_could_be(quick: Page, open_board) -> None:
    table = on_roll()
    page = open_board(table, preferences=ROLLS)
    later(page)
    expect(button(page, "double")).to_be_enabled()
    assert table.of_type("match.roll") == []


def test_a_roll_is_made_where_the_other_side_owns_the_cube(quick: Page, open_board) -> None:
    table = on_roll()
    table.act(Side.WHITE, Double())
    table.act(Side.BLACK, Take())
    page = open_board(table, preferences=ROLLS)
    later(page)
    expect(part(page, "status")).to_have_text("Your move.")


@pytest.mark.parametrize("who", [Side.WHITE, Side.BLACK])
def test_a_roll_does_not_pass_over_an_open_resignation(quick: Page, open_board, who: Side) -> None:
    table = on_roll(Rules.match(1))
    table.act(who, Resign(WinKind.SINGLE))
    page = open_board(table, preferences=ROLLS)
    later(page)
    assert table.of_type("match.roll") == []


def test_an_offered_double_waits_for_its_answer(quick: Page, open_board) -> None:
    table = on_roll()
    table.act(Side.WHITE, Roll())
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Double())
    page = open_board(table, preferences={**ROLLS, **CONFIRMS})
    later(page)
    expect(button(page, "take")).to_be_enabled()
    assert table.state.phase.value == "doubled"


def forced(**rules: Any) -> Table:
    """Whatever Alice does with 6-5, she takes her last two checkers off."""
    table = Table(Rules.match(3, **rules), [(6, 5)])
    table.begin()
    table.set_up(LAST_TWO)
    return table


def test_a_forced_play_is_made_and_goes_out_after_a_pause(quick: Page, open_board) -> None:
    table = forced()
    page = open_board(table, preferences=CONFIRMS)
    expect(part(page, "status")).to_have_text("Forced: goes out by itself. Undo stops it.")
    expect(button(page, "undo")).to_be_enabled()
    later(page, 1_000)
    assert table.of_type("match.play") == []
    later(page)
    expect(part(page, "result-title")).to_contain_text("You win a")
    assert asked_for(table, "match.play") == 1


def test_undo_stops_what_would_go_out_by_itself(quick: Page, open_board) -> None:
    table = forced()
    page = open_board(table, preferences=CONFIRMS)
    expect(part(page, "asides")).to_contain_text("goes out by itself")
    button(page, "undo").click()
    expect(part(page, "status")).to_have_text("Your move.")
    expect(part(page, "asides")).not_to_contain_text("goes out by itself")
    later(page)
    point(page, 1).click()
    point(page, 1).click()
    later(page)
    assert table.of_type("match.play") == []
    button(page, "confirm").click()
    expect(part(page, "result-title")).to_be_visible()


def test_what_was_stopped_stays_so_when_the_house_moves_the_clock(quick: Page, open_board) -> None:
    table = forced(clock=ClockRules(delay_ms=12_000, reserve_ms=95_000))
    page = open_board(table, preferences=CONFIRMS)
    button(page, "undo").click()
    button(page, "undo").click()
    expect(button(page, "undo")).to_be_disabled()
    table.act(None, ShiftClock(5))
    later(page)
    expect(button(page, "undo")).to_be_disabled()
    assert table.of_type("match.play") == []


def test_a_question_that_lies_open_holds_it_back(quick: Page, open_board) -> None:
    table = forced()
    page = open_board(table, preferences=CONFIRMS)
    page.keyboard.press("?")
    later(page)
    assert table.of_type("match.play") == []
    page.keyboard.press("Escape")
    later(page)
    expect(part(page, "result-title")).to_be_visible()


def test_a_play_with_a_choice_is_left_to_the_player(quick: Page, open_board) -> None:
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    page = open_board(table, preferences=CONFIRMS)
    later(page)
    assert table.of_type("match.play") == []
    for source in (8, 6):
        point(page, source).dblclick()
    later(page)
    assert table.of_type("match.play") == []


def test_what_the_house_refuses_is_not_asked_for_again(quick: Page, open_board) -> None:
    table = on_roll(Rules.match(1))
    page = open_board(table, preferences=ROLLS)
    table.is_deaf = True
    later(page, 1_000)
    expect(button(page, "roll")).to_be_disabled()
    (asked,) = heard(page, table, "match.roll")
    table.send({"type": "error", "re": asked["id"], "code": "wire.too_fast", "message": "Slowly."})
    expect(part(page, "alert")).to_have_text("Slowly.")
    table.is_deaf = False
    later(page)
    assert asked_for(table, "match.roll") == 1
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")


def test_a_menu_that_lies_over_the_board_holds_it_back(quick: Page, open_board) -> None:
    table = forced()
    page = open_board(table, width=360, height=640, preferences=CONFIRMS)
    page.locator(".match-more-button").click()
    later(page)
    assert table.of_type("match.play") == []
    page.keyboard.press("Escape")
    later(page)
    expect(part(page, "result-title")).to_be_visible()


def test_a_turn_that_rolls_and_plays_by_itself_stops_at_the_next_decision(
    quick: Page, open_board
) -> None:
    table = on_roll(Rules.match(1))
    table.set_up(Position(points(p6=1, p1=1, off=13), points(p2=2, off=13)), on_roll=Side.WHITE)
    table.dice = GivenDice([(1, 2)])
    page = open_board(table, preferences={**ROLLS, **CONFIRMS})
    later(page, 1_000)
    expect(part(page, "status")).to_have_text("Your move.")
    later(page)
    assert table.of_type("match.play") == []
