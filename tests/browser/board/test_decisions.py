"""The cube, resignations, the end of a game and of a match: shown whole, pressed on purpose."""

import pytest
from playwright.sync_api import Page, expect

from backgammon import (
    AcceptResignation,
    Double,
    GivenDice,
    Position,
    Resign,
    Roll,
    Rules,
    Side,
    StartGame,
    Take,
    WinKind,
)
from backgammon.position import points
from tests.browser.board.hands import button, first_play, heard, part
from tests.browser.board.table import Table

LONGER_THAN_DEAF_MS = 5_000


@pytest.fixture
def table() -> Table:
    """Alice is white; Bob has played his first turn and Alice is on roll with a live cube."""
    table = Table(Rules.match(5), [(1, 3), (6, 4), (5, 2), (6, 1)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    return table


@pytest.fixture
def waiting(table: Table, open_board) -> Page:
    """The same game, with Bob about to roll or to double."""
    table.act(Side.WHITE, Roll())
    table.act(Side.WHITE, first_play(table))
    page = open_board(table)
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    return page


@pytest.fixture
def offered(table: Table, waiting: Page) -> Page:
    """The same game, with Bob's double lying before Alice."""
    table.act(Side.BLACK, Double())
    return waiting


def test_rolling_and_doubling_are_offered_together(table: Table, open_board) -> None:
    page = open_board(table)
    expect(button(page, "double")).to_have_text("Double to 2")
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")
    assert len(table.of_type("match.roll")) == 1


def test_the_cube_itself_can_be_pressed(table: Table, open_board) -> None:
    page = open_board(table)
    expect(button(page, "double")).to_be_enabled()
    page.locator(".cube-place").click()
    expect(part(page, "status")).to_have_text("Bob decides about the cube.")
    assert len(table.of_type("match.double")) == 1


def test_a_taken_cube_lies_at_its_owner(table: Table, open_board) -> None:
    page = open_board(table)
    button(page, "double").click()
    expect(part(page, "status")).to_have_text("Bob decides about the cube.")
    table.act(Side.BLACK, Take())
    expect(page.locator(".strip-enemy .strip-cube")).to_contain_text("2")
    expect(page.locator(".cube-place")).to_have_attribute("aria-label", "Opponent's cube, at 2")
    expect(button(page, "roll")).to_be_enabled()
    expect(button(page, "double")).to_have_count(0)


def test_an_offered_double_has_no_default_answer(offered: Page) -> None:
    expect(button(offered, "take")).to_be_enabled()
    for action in ("take", "drop"):
        expect(button(offered, action)).not_to_have_class("button button-primary")
        expect(button(offered, action)).not_to_be_focused()
    expect(offered.locator("bg-board svg")).to_be_visible()
    expect(part(offered, "result")).to_be_hidden()


def test_hammering_a_key_does_not_answer_a_double(table: Table, open_board) -> None:
    page = open_board(table)
    expect(button(page, "roll")).to_be_enabled()
    button(page, "roll").focus()
    page.keyboard.press("Enter")
    expect(part(page, "status")).to_have_text("Your move.")
    table.act(Side.WHITE, first_play(table))
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    page.keyboard.down("Enter")
    table.act(Side.BLACK, Double())
    for _ in range(30):
        page.keyboard.press("Enter", delay=30)
    assert table.of_type("match.take") == table.of_type("match.drop") == []
    assert table.state.phase.value == "doubled"


def test_buttons_of_a_decision_stay_deaf_while_a_key_is_down(table: Table, waiting: Page) -> None:
    waiting.clock.install()
    waiting.keyboard.down("Space")
    table.act(Side.BLACK, Double())
    expect(button(waiting, "drop")).to_be_visible()
    waiting.clock.run_for(LONGER_THAN_DEAF_MS)
    expect(button(waiting, "drop")).to_be_disabled()
    waiting.keyboard.up("Space")
    expect(button(waiting, "drop")).to_be_enabled()


def test_a_double_is_taken_by_its_button(table: Table, offered: Page) -> None:
    button(offered, "take").click()
    expect(part(offered, "status")).to_have_text("Bob is on roll.")
    expect(offered.locator(".strip-own .strip-cube")).to_contain_text("2")


def test_a_double_is_taken_by_pressing_the_cube(table: Table, offered: Page) -> None:
    expect(button(offered, "take")).to_be_enabled()
    offered.locator(".cube-place").click()
    expect(part(offered, "status")).to_have_text("Bob is on roll.")
    assert len(table.of_type("match.take")) == 1


def test_dropping_ends_the_game_and_shows_what_it_cost(offered: Page) -> None:
    button(offered, "drop").click()
    expect(part(offered, "result-title")).to_have_text("Bob wins a single game (+1).")
    expect(part(offered, "result-score")).to_have_text("Alice 0 : 1 Bob")


def test_resigning_asks_how_much_and_can_be_left(table: Table, open_board) -> None:
    page = open_board(table)
    part(page, "resign").click()
    page.get_by_role("button", name="Play on").click()
    assert table.of_type("match.resign") == []
    part(page, "resign").click()
    page.get_by_text("gammon (−2)", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    (sent,) = heard(page, table, "match.resign")
    assert sent["level"] == "gammon"


def test_the_question_about_resigning_goes_with_its_game(table: Table, open_board) -> None:
    page = open_board(table)
    part(page, "resign").click()
    question = page.get_by_role("dialog", name="Resign this game?")
    expect(question).to_be_visible()
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    expect(question).to_be_hidden()
    assert table.of_type("match.resign") == []


def test_an_offered_resignation_is_answered_beside_the_turn(table: Table, open_board) -> None:
    page = open_board(table)
    table.act(Side.BLACK, Resign(WinKind.SINGLE))
    expect(part(page, "offer-text")).to_have_text("Bob offers to resign: single game.")
    expect(button(page, "roll")).to_be_enabled()
    button(page, "resign_decline").click()
    expect(part(page, "offer")).to_be_hidden()
    table.act(Side.BLACK, Resign(WinKind.SINGLE))
    button(page, "resign_accept").click()
    expect(part(page, "result-title")).to_have_text("You win a single game (+1).")


def test_the_next_game_begins_when_both_are_ready(table: Table, open_board) -> None:
    page = open_board(table)
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    button(page, "next").click()
    expect(button(page, "next")).to_have_count(0)
    expect(part(page, "result-text")).to_contain_text("Waiting for your opponent")
    table.dice = GivenDice([(6, 4)])
    table.act(Side.BLACK, StartGame())
    expect(part(page, "result")).to_be_hidden()
    expect(part(page, "game-number")).to_have_text("Game 2")


def test_the_crawford_game_is_marked_and_has_no_cube(open_board) -> None:
    table = Table(Rules.match(3), [(3, 1), (6, 4)])
    table.begin()
    table.act(Side.BLACK, Resign(WinKind.GAMMON))
    table.act(Side.WHITE, AcceptResignation())
    table.begin()
    page = open_board(table)
    expect(part(page, "crawford")).to_be_visible()
    expect(page.locator(".cube")).to_have_count(0)


def test_the_end_of_a_match_shows_the_result_the_way_back_and_the_secret(open_board) -> None:
    table = Table(Rules.match(1), [(6, 5)])
    table.begin()
    table.set_up(Position(points(p1=2, off=13), points(p6=2, off=13)))
    page = open_board(table)
    table.secret = "ab" * 32
    for _ in range(2):
        page.locator("[data-point='1']").dblclick()
    button(page, "confirm").click()
    expect(part(page, "result-title")).to_have_text("You win the match!")
    expect(part(page, "result-back")).to_have_attribute("href", "/event/demo/")
    expect(part(page, "resign")).to_be_disabled()
    page.locator("summary", has_text="How the dice").click()
    expect(part(page, "secret")).to_have_text("ab" * 32)


def test_a_refusal_is_shown_and_nothing_else_changes(table: Table, open_board) -> None:
    page = open_board(table)
    table.is_deaf = True
    button(page, "roll").click()
    expect(button(page, "roll")).to_be_disabled()
    (asked,) = heard(page, table, "match.roll")
    table.act(Side.WHITE, Roll())
    refusal = {"code": "rules.wrong_phase", "message": "Not now."}
    table.send({"type": "error", "re": asked["id"], **refusal})
    expect(part(page, "alert")).to_have_text("Not now.")
    expect(part(page, "status")).to_have_text("Your move.")
