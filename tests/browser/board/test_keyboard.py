"""Everything by keyboard alone: whole matches, short keys, and where the focus stands."""

import json

import pytest
from playwright.sync_api import Page, expect

from backgammon import Double, Resign, Roll, Rules, Side, WinKind
from tests.browser.board.hands import button, first_play, part, point
from tests.browser.board.players import (
    SPELLING,
    WALKING,
    Hands,
    a_plain_match,
    a_short_match,
    play_match,
    press,
    tab_to,
)
from tests.browser.board.table import Table


@pytest.fixture(autouse=True)
def _calm(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")


@pytest.mark.parametrize(
    ("width", "height", "seed", "hands", "short_keys"),
    [
        (360, 640, 1, SPELLING, "on"),
        (768, 1024, 2, WALKING, "off"),
        (1440, 900, 3, SPELLING, "on"),
    ],
    ids=["360", "768", "1440"],
)
def test_a_whole_match_is_played_by_keyboard(
    open_board, width: int, height: int, seed: int, hands: Hands, short_keys: str
) -> None:
    table = a_short_match(3, seed)
    page = open_board(table, width=width, height=height, preferences={"short_keys": short_keys})
    decisions = play_match(table, page, hands)
    assert {"roll", "confirm", "double", "next", "take"} <= set(decisions)


def test_a_game_with_all_its_checkers_is_played_by_keyboard(open_board) -> None:
    table = a_plain_match()
    page = open_board(table)
    decisions = play_match(table, page, SPELLING)
    assert set(decisions) == {"confirm", "roll"}
    expect(page.locator(".tray-count").first).to_have_text("15")


def test_a_whole_match_is_typed(open_board) -> None:
    table = a_short_match(3, 2)

    def type_a_turn(page: Page) -> None:
        moves = first_play(table).play
        words = {25: "bar", 0: "off"}
        ways = [(move.source, max(0, move.source - move.die)) for move in moves]
        text = " ".join("/".join(words.get(at, str(at)) for at in way) for way in ways)
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expect(button(page, "confirm")).to_be_focused()
        page.keyboard.press("Enter")

    page = open_board(table)
    play_match(table, page, {**SPELLING, "confirm": type_a_turn})


# --- decisions --------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    """Alice is on roll with a live cube."""
    table = Table(Rules.match(5), [(1, 3), (6, 4), (5, 2), (6, 1)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    return table


def test_after_a_roll_the_focus_stands_at_the_turn(table: Table, open_board) -> None:
    page = open_board(table)
    press(page, "roll")
    expect(point(page, 24)).to_be_focused()


def test_an_offered_double_takes_no_focus_and_no_letter(table: Table, open_board) -> None:
    table.act(Side.WHITE, Roll())
    page = open_board(table)
    page.keyboard.press("b")
    table.act(Side.WHITE, first_play(table))
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    table.act(Side.BLACK, Double())
    expect(button(page, "take")).to_be_enabled()
    expect(page.get_by_role("group", name="Your decisions")).to_be_focused()
    letters = "abcdefghijklmnopqrsuvwxyz"  # all but t, which opens the board in words
    for letter in letters.replace("h", ""):
        page.keyboard.press(letter)
    assert table.state.phase.value == "doubled"
    assert table.received[-1]["type"] not in ("match.take", "match.drop")


def test_a_resignation_is_offered_by_keyboard_and_never_by_a_letter(
    table: Table, open_board
) -> None:
    page = open_board(table)
    tab_to(page, part(page, "resign"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play on")).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    expect(part(page, "resign")).to_be_focused()
    assert table.of_type("match.resign") == []


def test_letters_rest_while_something_is_written(table: Table, open_board) -> None:
    page = open_board(table)
    talk = page.locator("#chat").get_by_role("textbox").first
    expect(talk).to_be_visible()
    expect(button(page, "roll")).to_be_enabled()
    page.keyboard.press("h")
    page.keyboard.type("r u there")
    expect(talk).to_have_value("r u there")
    assert table.of_type("match.roll") == []


def test_letters_can_be_switched_off_where_they_are_listed(table: Table, open_board) -> None:
    page = open_board(table)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    switch = dialog.get_by_role("checkbox")
    tab_to(page, switch)
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button(page, "roll")).to_be_enabled()
    page.keyboard.press("r")
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    part(page, "more-keys").click()
    expect(switch).not_to_be_checked()
    assert table.of_type("match.roll") == []


def test_every_key_is_listed(table: Table, open_board) -> None:
    page = open_board(table)
    listed = page.locator(".keys-list div").evaluate_all(
        "rows => rows.map(row => [row.querySelector('kbd').textContent,"
        " row.querySelector('dd').dataset.keyOf])"
    )
    keys = page.evaluate(
        "async () => JSON.stringify((await import('/static/js/match/shortkeys.js')).KEYS)"
    )
    assert dict(listed) == json.loads(keys)


def test_no_letter_begins_a_game_that_is_running(table: Table, open_board) -> None:
    page = open_board(table)
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    expect(button(page, "next")).to_be_enabled()
    table.begin()
    expect(part(page, "result")).to_be_hidden()
    page.keyboard.press("n")
    page.keyboard.press("b")
    expect(point(page, 24)).to_be_focused()
    assert table.of_type("match.start") == []


def test_the_focus_stays_at_its_point_when_the_board_is_flipped(open_board) -> None:
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    page = open_board(table)
    page.keyboard.press("b")
    expect(point(page, 24)).to_be_focused()
    page.keyboard.press("f")
    expect(page.locator("bg-board[mirrored]")).to_have_count(1)
    expect(point(page, 24)).to_be_focused()


def test_dice_are_swapped_and_steps_taken_back_by_letters(open_board) -> None:
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    page = open_board(table)
    page.keyboard.press("s")
    expect(page.locator(".dice")).to_have_attribute("aria-label", "Dice 1 3. Swap their order")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(point(page, 23)).to_have_attribute("aria-label", "Point 23: yours 1")
    page.keyboard.press("u")
    expect(point(page, 24)).to_have_attribute("aria-label", "Point 24: yours 2")
