"""Moments in which things are lost elsewhere: a cut, a sleep, the way back, a second window."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board.hands import button, part, point, pressable
from tests.browser.lines.conftest import SERIES, SIZES, SLOW
from tests.browser.lines.counting import CountingPerson
from tests.browser.lines.line import BadLine, Fate, Sockets
from tests.stories.browsers import SecondTab, expect_board
from tests.stories.players import Player

#: Longer than a dead line takes to be found out, and a new one to be made.
LONG_MS = 20_000

Sitting = Callable[..., tuple[CountingPerson, BadLine]]


@pytest.fixture
def sit_down(open_line: Callable[..., BadLine], guest_on: Callable[..., CountingPerson]) -> Sitting:
    """`sit_down(width, height, **qualities)`: Alice, who has the first roll, and her line."""

    def one(
        width: int = 1440, height: int = 900, **qualities: float
    ) -> tuple[CountingPerson, BadLine]:
        line = open_line(**qualities)
        alice = guest_on(line, width, height)
        alice.take_seat(SERIES)
        alice.wait_for_board()
        expect(button(alice.page, "confirm")).to_be_visible()
        return alice, line

    return one


def begin_turn(page: Page) -> dict[int, str | None]:
    """One step of the turn; what every point then says."""
    point(page, max(pressable(page))).dblclick()
    expect(button(page, "undo")).to_be_enabled()
    return points_of(page)


def points_of(page: Page) -> dict[int, str | None]:
    return {number: point(page, number).get_attribute("aria-label") for number in range(1, 25)}


def expect_live(page: Page) -> None:
    expect(page.locator("[data-connection]")).to_have_attribute(
        "data-state", "open", timeout=LONG_MS
    )
    expect(page.locator("[data-connection-notice]").first).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_cut_in_the_middle_of_a_turn_on_a_slow_line_loses_nothing(
    sit_down: Sitting, width: int, height: int
) -> None:
    alice, line = sit_down(width, height, **SLOW)
    page = alice.page
    begun = begin_turn(page)

    line.sockets = Sockets.REFUSED
    line.cut()

    expect(page.locator("[data-connection]")).to_have_attribute("data-state", "waiting")
    line.sockets = Sockets.OPEN
    expect(page.locator("[data-connection]")).to_have_attribute(
        "data-state", "open", timeout=LONG_MS
    )
    assert points_of(page) == begun
    line.fate_of = lambda order: Fate.UNANSWERED if len(line.orders) == 0 else Fate.ARRIVES
    alice.play_anything()
    expect(button(page, "roll")).to_be_enabled(timeout=LONG_MS)
    expect_live(page)
    assert [order for order, _ in line.orders] == ["match.play", "match.play"]
    own_plays = part(page, "log").locator("li", has_text="You play")
    expect(own_plays).to_have_count(1)


def test_a_line_that_dies_without_a_word_is_found_out_by_the_next_order(sit_down: Sitting) -> None:
    alice, line = sit_down()
    line.fall_silent()
    alice.play_anything()
    expect(part(alice.page, "status")).to_have_text("On its way to the house …")
    expect(button(alice.page, "roll")).to_be_enabled(timeout=LONG_MS)
    expect(part(alice.page, "log").locator("li", has_text="You play")).to_have_count(1)


def test_a_page_that_slept_trusts_nothing_it_knew(sit_down: Sitting) -> None:
    """The laptop sleeps; meanwhile its other window has gone on and the line has died."""
    alice, line = sit_down()
    page = alice.page
    page.clock.install()
    page.reload()
    expect(button(page, "confirm")).to_be_visible()
    begin_turn(page)
    line.fall_silent()
    go_on_elsewhere(alice)

    page.clock.fast_forward("01:00:00")

    expect(part(page, "status")).to_have_text("You are on roll.", timeout=LONG_MS)
    expect(button(page, "roll")).to_be_enabled(timeout=LONG_MS)
    expect(button(page, "confirm")).to_have_count(0)
    expect_live(page)


def go_on_elsewhere(alice: CountingPerson) -> None:
    """Alice plays her turn in another window, and the house bot answers it."""
    with a_look(alice) as player:
        player.act("play", moves=player.legal[0])
        while player.wish is None:
            player.next()


@contextmanager
def a_look(alice: CountingPerson) -> Iterator[Player]:
    """Alice at the same board without a screen: what the house says of the match."""
    match_id = alice.page.url.rstrip("/").rpartition("/")[2]
    with SecondTab(alice) as tab:
        player = Player(tab, match_id).come()
        yield player
        player.leave()


def expect_true(alice: CountingPerson, *pages: Page) -> None:
    """Every page shows the match as the house has it."""
    with a_look(alice) as player:
        for page in pages:
            page.bring_to_front()  # only there a browser draws what moves
            expect_board(page, player.state, player.side)


def test_the_way_back_and_forth_in_the_middle_of_a_turn_loses_nothing(sit_down: Sitting) -> None:
    alice, line = sit_down()
    page = alice.page
    begun = begin_turn(page)
    page.goto(f"{alice.url}/")
    page.go_back()
    expect_live(page)
    expect(button(page, "undo")).to_be_enabled()
    assert points_of(page) == begun
    page.reload()
    expect_live(page)
    expect(button(page, "undo")).to_be_enabled()
    assert points_of(page) == begun
    alice.play_anything()
    expect(button(page, "roll")).to_be_enabled(timeout=LONG_MS)
    assert [order for order, _ in line.orders] == ["match.play"]


def roll_in(page: Page) -> None:
    page.bring_to_front()
    button(page, "roll").click()


def expect_rolls(page: Page, count: int) -> None:
    """So many rolls of the player's own stand in the list."""
    expect(part(page, "log").locator("li", has_text="You roll")).to_have_count(count)


def test_two_windows_of_one_player_show_the_same_and_do_nothing_twice(
    sit_down: Sitting, open_line: Callable[..., BadLine]
) -> None:
    alice, line = sit_down()
    other_line = open_line()
    first = alice.page
    second = alice.context.new_page()
    second.goto(first.url.replace(line.url, other_line.url))
    expect(button(second, "confirm")).to_be_visible()
    begin_turn(second)
    alice.play_anything()
    for page in (first, second):
        expect(part(page, "status")).to_have_text("You are on roll.", timeout=LONG_MS)
        expect(button(page, "confirm")).to_have_count(0)
    expect_true(alice, first, second)

    # The second window has not heard of the roll yet in which it is pressed once more.
    other_line.hold_answers()
    roll_in(first)
    expect_rolls(first, 1)
    roll_in(second)
    expect_rolls(second, 0)
    other_line.let_answers_through()

    for page in (first, second):
        expect_rolls(page, 1)
    assert line.orders == [("match.play", Fate.ARRIVES), ("match.roll", Fate.ARRIVES)]
    assert other_line.orders == [("match.roll", Fate.ARRIVES)]
    expect(part(second, "alert")).to_contain_text("The position has changed.")
    expect_true(alice, first, second)
