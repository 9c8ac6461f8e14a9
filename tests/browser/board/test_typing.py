"""Plays in writing: what is understood, what is said of the rest; nothing goes out by itself."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from backgammon import Dice, Position, Rules, Side, legal_plays
from backgammon.notation.codec import legal_to_lists
from backgammon.position import points
from tests.browser.board.conftest import ORIGIN
from tests.browser.board.hands import button, part, point
from tests.browser.board.table import Table

#: Positions to type in: Alice's checkers, Bob's, her dice.
START = (points(p24=2, p13=5, p8=3, p6=5), points(p24=2, p13=5, p8=3, p6=5))
ON_THE_BAR = (points(bar=1, p13=5, p8=4, p6=5), points(p24=2, p13=5, p8=3, p6=4, p3=1))
AT_HOME = (points(p6=2, p5=2, off=11), points(p6=2, off=13))
TWO_BLOTS = (points(p18=1, p2=7, p1=7), points(p12=1, p10=1, p6=4, p5=4, p4=5))

UNDERSTOOD = [
    (START, (3, 1), "8/5 6/5", [(8, 3), (6, 1)]),
    (START, (3, 1), "6/5, 8/5", [(6, 1), (8, 3)]),
    (START, (3, 1), " 8-5 6-5 ", [(8, 3), (6, 1)]),
    (START, (6, 5), "24/13", [(24, 6), (18, 5)]),
    (START, (6, 5), "24/18/13", [(24, 6), (18, 5)]),
    (START, (2, 2), "13/11(2) 6/4(2)", [(13, 2), (13, 2), (6, 2), (6, 2)]),
    (ON_THE_BAR, (6, 3), "bar/22* 13/7", [(25, 3), (13, 6)]),
    (ON_THE_BAR, (6, 3), "B/22 13/7", [(25, 3), (13, 6)]),
    (ON_THE_BAR, (6, 3), "25/22/16", [(25, 3), (22, 6)]),
    (ON_THE_BAR, (6, 3), "ingang/22 13/7", [(25, 3), (13, 6)]),
    (AT_HOME, (6, 6), "6/off(2) 5/off(2)", [(6, 6), (6, 6), (5, 6), (5, 6)]),
    (AT_HOME, (6, 5), "5/0 6/uit", [(5, 5), (6, 6)]),
    (TWO_BLOTS, (5, 3), "18/15*/10", [(18, 3), (15, 5)]),
]

WRONG = [
    (START, (3, 1), "eight five", "typed_unreadable"),
    (START, (3, 1), "8", "typed_unreadable"),
    (START, (3, 1), "8/5(9)", "typed_unreadable"),
    (START, (3, 1), "pass", "typed_must_move"),
    (START, (3, 1), "over", "typed_must_move"),
    (START, (3, 1), "5/8", "typed_backwards"),
    (START, (3, 1), "7/4 6/5", "typed_no_checker"),
    (START, (3, 1), "bar/22", "typed_bar_empty"),
    (START, (5, 1), "24/19 6/5", "typed_closed"),
    (START, (3, 1), "8/4*", "typed_no_hit"),
    (START, (3, 1), "8/6", "typed_no_dice"),
    (START, (3, 1), "6/off", "typed_not_home"),
    (START, (3, 1), "8/5(3)", "typed_too_many"),
    (START, (3, 1), "8/5(2)", "typed_not_legal"),
    (ON_THE_BAR, (6, 3), "13/10 13/7", "typed_bar_first"),
    (TWO_BLOTS, (5, 3), "18/10", "typed_two_ways"),
]


def a_table(position: tuple[Any, Any] = START, dice: tuple[int, int] = (3, 1)) -> Table:
    """Alice is to play these dice."""
    table = Table(Rules.match(3), [(6, 5)])
    table.begin()
    white, black = position
    table.set_up(Position(white, black), dice=Dice(*dice))
    return table


def read(page: Page, table: Table, text: str) -> dict[str, Any]:
    """What the page's reader makes of a text, in a house whose words are "ingang" and "uit"."""
    game = table.state.running_game
    assert game.dice is not None
    return dict(
        page.evaluate(
            """async ([position, dice, legal, text]) => {
                const { readPlay } = await import("/static/js/match/typed.js");
                const { Turn } = await import("/static/js/turn.js");
                const { variantOf } = await import("/static/js/variants.js");
                const turn = new Turn(variantOf({}), position, "white", dice, legal);
                return readPlay(text, turn, { bar: "Ingang", off: "uit", pass: "over" });
            }""",
            [
                {"white": list(game.position.white), "black": list(game.position.black)},
                [game.dice.first, game.dice.second],
                legal_to_lists(table.state),
                text,
            ],
        )
    )


@pytest.fixture
def modules(open_board, page: Page) -> Page:
    """A page on which our modules can be imported, without a table."""
    page.goto(f"{ORIGIN}/static/icons/house.svg")
    return page


def test_a_play_is_understood_in_every_common_way_of_writing(modules: Page) -> None:
    for position, dice, text, steps in UNDERSTOOD:
        reading = read(modules, a_table(position, dice), text)
        assert reading.get("isComplete"), f"{text}: {reading}"
        assert list(map(tuple, reading["steps"])) == steps, text


def test_whatever_is_wrong_is_told_by_its_plainest_reason(modules: Page) -> None:
    for position, dice, text, fault in WRONG:
        assert read(modules, a_table(position, dice), text).get("fault") == fault, text


def test_a_part_of_a_play_is_understood_as_a_part(modules: Page) -> None:
    reading = read(modules, a_table(), "8/5")
    assert reading == {"steps": [[8, 3]], "isComplete": False}


# --- at the board -----------------------------------------------------------------


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your play")


def test_a_typed_play_is_shown_led_to_confirm_and_sent_by_confirm_only(open_board) -> None:
    table = a_table()
    page = open_board(table, preferences={"type_plays": "on"})
    field(page).fill("8/5")
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
    field(page).press_sequentially(" 6/5")
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 2")
    field(page).press("Enter")
    expect(button(page, "confirm")).to_be_focused()
    assert table.of_type("match.play") == []
    page.keyboard.press("Enter")
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    (sent,) = table.of_type("match.play")
    assert sorted(map(tuple, sent["moves"])) == [(6, 1), (8, 3)]
    expect(field(page)).to_have_value("")


def test_a_play_that_cannot_be_is_explained_and_changes_nothing(open_board) -> None:
    table = a_table()
    page = open_board(table)
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_value("")
    page.keyboard.type("8/6 6/5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="8/6")).to_have_text(
        "8/6 cannot be played with 3 1."
    )
    expect(field(page)).to_be_focused()
    expect(point(page, 8)).to_have_attribute("aria-label", "Point 8: yours 3")
    page.keyboard.press("Escape")
    expect(field(page)).to_have_value("")
    assert table.of_type("match.play") == []


def test_what_is_left_of_the_roll_is_told(open_board) -> None:
    page = open_board(a_table(), preferences={"type_plays": "on"})
    field(page).fill("13/10")
    field(page).press("Enter")
    expect(page.locator("#typed-fault")).to_have_text("There is more to play: 1.")
    expect(point(page, 10)).to_have_attribute("aria-label", "Point 10: yours 1")


def test_where_no_roll_is_to_be_played_the_field_says_so(open_board) -> None:
    table = a_table()
    table.seat = Side.BLACK
    page = open_board(table, preferences={"type_plays": "on"})
    field(page).fill("8/5 6/5")
    field(page).press("Enter")
    expect(page.locator("#typed-fault")).to_contain_text("no roll of yours")


def test_a_key_before_enter_that_goes_up_late_leads_nowhere(open_board) -> None:
    page = open_board(a_table(), preferences={"type_plays": "on"})
    field(page).fill("24/20")
    field(page).focus()
    page.keyboard.down("0")
    page.keyboard.press("Backspace")
    page.keyboard.down("Enter")
    page.keyboard.up("0")
    expect(field(page)).to_be_focused()
    page.keyboard.up("Enter")
    expect(button(page, "confirm")).to_be_focused()


def test_enter_that_stays_down_does_not_confirm(open_board) -> None:
    table = a_table()
    page = open_board(table, preferences={"type_plays": "on"})
    field(page).fill("24/20")
    for _ in range(5):
        page.keyboard.down("Enter")
    expect(button(page, "confirm")).to_be_enabled()
    page.keyboard.up("Enter")
    expect(button(page, "confirm")).to_be_focused()
    assert table.of_type("match.play") == []
    assert len(legal_plays(table.state)) > 1
