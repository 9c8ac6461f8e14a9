"""What is said to who listens, and what stands written for who comes back: nothing is lost."""

import pytest
from playwright.sync_api import Locator, Page, expect

from backgammon import ClockRules, Dice, Double, Position, Resign, Roll, Rules, Side, WinKind
from backgammon.position import points
from tests.browser.board.conftest import ORIGIN
from tests.browser.board.hands import button, first_play, part, point
from tests.browser.board.table import Table


@pytest.fixture
def table() -> Table:
    """Alice has the opening roll 3-1; Bob's is 6-4."""
    table = Table(Rules.match(5), [(3, 1), (6, 4), (5, 2), (6, 1)])
    table.begin()
    return table


def speech(page: Page) -> Locator:
    return part(page, "speech")


def asides(page: Page) -> Locator:
    return part(page, "asides")


def test_the_opponent_s_roll_and_play_are_spoken_without_slashes(table, open_board) -> None:
    page = open_board(table)
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    expect(speech(page)).to_have_text("Bob rolls 6 4. Bob is moving.")
    table.act(Side.BLACK, first_play(table))
    expect(speech(page)).to_have_text("Bob plays 24 20, 24 18. You are on roll.")
    assert speech(page).get_attribute("aria-live") == "polite"


def test_hits_the_bar_and_bearing_off_have_words(open_board, page) -> None:
    page.goto(f"{ORIGIN}/static/icons/house.svg")
    spoken = page.evaluate(
        """async () => {
            const { spokenPlay } = await import("/static/js/match/notation.js");
            const words = { bar: "bar", off: "off", hit: (point) => `${point} hitting` };
            return [
                spokenPlay([[25, 3], [13, 2]], [true, false], words),
                spokenPlay([[24, 6], [18, 5]], [true, false], words),
                spokenPlay([[6, 6], [6, 6], [5, 6]], [false, false, false], words),
            ];
        }"""
    )
    assert spoken == ["bar 22 hitting, 13 11", "24 18 hitting 13", "6 off, 6 off, 5 off"]


def test_doubles_and_resignations_are_spoken(table, open_board) -> None:
    table.act(Side.WHITE, first_play(table))
    page = open_board(table)
    table.act(Side.BLACK, Double())
    expect(speech(page)).to_have_text("Bob doubles to 2. Bob offers the cube at 2. Take or drop?")
    button(page, "take").click()
    expect(speech(page)).to_have_text("You take. Bob is on roll.")
    table.act(Side.BLACK, Resign(WinKind.SINGLE))
    expect(speech(page)).to_contain_text("Bob offers to resign: single game.")


def test_every_step_of_the_own_turn_is_spoken(table, open_board) -> None:
    page = open_board(table)
    point(page, 8).dblclick()
    expect(asides(page)).to_have_text("8 5.")
    point(page, 6).dblclick()
    expect(asides(page)).to_have_text("8 5, 6 5. Everything is played: confirm or undo.")
    button(page, "undo").click()
    button(page, "undo").click()
    expect(asides(page)).to_have_text("Taken back.")


def test_how_things_stand_is_said_when_asked(table, open_board) -> None:
    page = open_board(table)
    page.keyboard.press("w")
    expect(speech(page)).to_have_text(
        "Now: Your move. Dice: 3 1. Cube: 1, in the middle."
        " Score: Alice 0, Bob 0. Pips: Alice 167, Bob 167."
    )


@pytest.mark.parametrize(
    ("reserve_s", "sentence"),
    [
        (60, "One minute is left on your clock."),
        (30, "30 seconds are left on your clock."),
        (10, "10 seconds are left on your clock."),
    ],
)
def test_the_clock_speaks_at_each_mark(open_board, reserve_s: int, sentence: str) -> None:
    clock = ClockRules(delay_ms=0, reserve_ms=reserve_s * 1000 + 4_000)
    table = Table(Rules.match(3, clock=clock), [(3, 1)])
    page = open_board(table)
    table.begin()
    expect(asides(page)).to_have_text(sentence)


def test_a_mark_is_passed_once(open_board, page) -> None:
    page.goto(f"{ORIGIN}/static/icons/house.svg")
    looks = [61_000, 60_000, 59_750, 31_000, 9_000, 8_750, 90_000, 60_000, 0]
    passed = page.evaluate(
        """async (looks) => {
            const { passedMark } = await import("/static/js/match/warnings.js");
            return looks.slice(1).map((now, index) => passedMark(looks[index], now));
        }""",
        looks,
    )
    assert passed == [60, None, None, 10, None, None, 60, 10]


def test_a_connection_that_is_back_is_spoken_of(table, open_board, page) -> None:
    page.clock.install()
    open_board(table)
    table.is_shut = True
    table.cut()
    expect(page.locator("[data-connection]")).not_to_have_attribute("data-state", "open")
    page.clock.run_for(20_000)
    table.is_shut = False
    page.clock.run_for(20_000)
    expect(asides(page)).to_have_text("The connection is back.")


def test_who_comes_back_finds_what_happened_before(table, open_board) -> None:
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    page = open_board(table)
    lines = part(page, "log").locator("li")
    expect(lines).to_have_count(5)
    expect(lines.first).to_have_text("Bob plays 24/20 24/18.")
    expect(lines.last).to_have_text("Game 1 begins.")
    expect(page.locator(".mark-landed")).to_have_count(2)
    expect(speech(page)).to_have_text("You are on roll.")
    button(page, "roll").click()
    expect(lines.first).to_have_text("You roll 5-2.")
    expect(lines).to_have_count(6)


def test_who_waits_for_the_match_to_begin_reads_its_beginning_once(open_board) -> None:
    table = Table(Rules.match(5), [(3, 1)])
    page = open_board(table)
    expect(part(page, "status")).to_have_text("The match begins when both players are here.")
    table.begin()
    table.act(Side.WHITE, first_play(table))
    lines = part(page, "log").locator("li")
    expect(lines).to_have_count(3)
    expect(lines.last).to_have_text("Game 1 begins.")
    assert table.of_type("match.resume") == []


def test_the_board_in_words_follows_every_step_without_a_sound(table, open_board) -> None:
    page = open_board(table)
    page.keyboard.press("t")
    board = page.get_by_role("region", name="The board in words")
    expect(board.get_by_role("heading")).to_be_focused()
    expect(row(board, "8")).to_have_text("83")
    expect(row(board, "19")).to_have_text("195")
    point(page, 8).dblclick()
    expect(row(board, "8")).to_have_text("82")
    expect(row(board, "5")).to_have_text("51")
    expect(board).to_contain_text("Alice 164, Bob 167")
    assert board.locator("[aria-live]").count() == 0
    page.keyboard.press("t")
    expect(board).to_be_hidden()


def test_the_board_in_words_tells_of_bar_and_off(open_board) -> None:
    table = Table(Rules.match(3), [(6, 5)])
    table.begin()
    white = points(bar=1, p6=2, off=12)
    table.set_up(Position(white, points(p6=10, off=5)), dice=Dice(6, 5))
    page = open_board(table, preferences={"text_board": "on"})
    board = page.get_by_role("region", name="The board in words")
    expect(row(board, "bar")).to_have_text("bar1")
    expect(row(board, "off")).to_have_text("off125")


def row(board: Locator, spot: str) -> Locator:
    """A row of the table: its spot, Alice's checkers, Bob's."""
    return board.get_by_role("row").filter(
        has=board.page.get_by_role("rowheader", name=spot, exact=True)
    )
