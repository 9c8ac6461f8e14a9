"""What is shown of the other side's turn, and how a player hurries on."""

from playwright.sync_api import Page, expect

from backgammon import GivenDice, MakePlay, Move, Roll, Rules, Side
from tests.browser.board.hands import first_play, point
from tests.browser.board.table import Table

TURN = (Move(24, 3), Move(24, 3), Move(21, 3), Move(21, 3))
#: How much moves on the board; what else there is on the page may fade in and out.
IN_THE_AIR = "document.querySelector('bg-board').getAnimations({ subtree: true }).length"
STOP_THE_CLOCK = """() => {
    // Nothing runs out by itself: only a press can end what is running.
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
        return animate.call(this, frames, { ...timing, duration: 3_600_000 });
    };
}"""


def bobs_turn(open_board) -> tuple[Page, Table]:
    """Bob has rolled 3-3 and his checkers are in the air, where they stay."""
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    table.act(Side.WHITE, first_play(table))
    page = open_board(table)
    page.evaluate(STOP_THE_CLOCK)
    table.dice = GivenDice([(3, 3)])
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, MakePlay(TURN))
    page.wait_for_function(f"{IN_THE_AIR} > 0")
    return page, table


def has_ended(page: Page) -> None:
    """Everything lies where the turn left it, and nothing moves any more."""
    expect(point(page, 7)).to_have_attribute("aria-label", "Point 7: opponent 2")
    assert page.evaluate(IN_THE_AIR) == 0


def test_a_press_on_the_board_ends_what_is_running_and_means_nothing_else(open_board) -> None:
    page, _table = bobs_turn(open_board)
    point(page, 8).click()
    has_ended(page)
    expect(page.locator(".mark-selected")).to_have_count(0)


def test_any_key_ends_what_is_running(open_board) -> None:
    page, _table = bobs_turn(open_board)
    page.keyboard.press("x")
    has_ended(page)


def test_what_is_asked_of_the_browser_ends_nothing(open_board) -> None:
    page, _table = bobs_turn(open_board)
    page.keyboard.press("Control+y")
    assert page.evaluate(IN_THE_AIR) > 0


def test_nobody_waits_for_what_is_running_when_something_new_happens(open_board) -> None:
    page, table = bobs_turn(open_board)
    table.dice = GivenDice([(2, 1)])
    table.act(Side.WHITE, Roll())
    expect(page.locator(".die-white")).to_have_count(2)
    expect(point(page, 7)).to_have_attribute("aria-label", "Point 7: opponent 2")
