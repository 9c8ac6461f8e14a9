"""Somebody hammers a key, a mouse or a screen when a double or a resignation comes: no answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from backgammon import Action, Double, Resign, Rules, Side, WinKind
from tests.browser.board.conftest import open_board
from tests.browser.board.hands import button, first_play, part
from tests.browser.board.table import Table
from tests.browser.lines.conftest import SIZES
from tests.browser.waiting import stop_clock

__all__ = ["open_board"]

OFFERS: dict[str, Action] = {"double": Double(), "resignation": Resign(WinKind.SINGLE)}
ANSWERS = {"double": ("take", "drop"), "resignation": ("resign_accept", "resign_decline")}
BLOWS, BETWEEN_MS = 20, 150
LONGER_THAN_DEAF_MS = 5_000


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """A screen that can be touched, and a mouse."""
    return {**browser_context_args, "has_touch": True}


def middle(box: FloatRect | None) -> tuple[float, float]:
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def enter(page: Page, _place: tuple[float, float]) -> None:
    page.keyboard.press("Enter")


def space(page: Page, _place: tuple[float, float]) -> None:
    page.keyboard.press("Space", delay=10)


def mouse(page: Page, place: tuple[float, float]) -> None:
    page.mouse.dblclick(*place)


def finger(page: Page, place: tuple[float, float]) -> None:
    page.touchscreen.tap(*place)


Blow = Callable[[Page, tuple[float, float]], None]


class Hammering:
    """Alice, whose turn is over, goes on pressing what she has pressed; Bob offers something."""

    def __init__(self, page: Page, open_board: Callable[..., Page], *size: int) -> None:
        # Blows come by the page's own clock, however busy the machine is.
        page.clock.install()
        width, height = size
        self.table = Table(Rules.match(5), [(1, 3), (6, 4), (5, 2), (6, 1)])
        self.table.begin()
        self.table.act(Side.BLACK, first_play(self.table))
        self.page = open_board(self.table, width=width, height=height)
        expect(button(self.page, "roll")).to_be_enabled()
        self.place = middle(button(self.page, "roll").bounding_box())
        button(self.page, "roll").focus()
        self.page.keyboard.press("Enter")
        expect(part(self.page, "status")).to_have_text("Your move.")
        self.table.act(Side.WHITE, first_play(self.table))
        expect(part(self.page, "status")).to_have_text("Bob is on roll.")

    def offer(self, offer: str) -> None:
        self.table.act(Side.BLACK, OFFERS[offer])

    def hammer(self, blow: Blow, offer: str) -> None:
        """The offer comes between two blows."""
        stop_clock(self.page)
        for number in range(BLOWS):
            if number == BLOWS // 5:
                self.offer(offer)
                expect(button(self.page, ANSWERS[offer][0])).to_be_visible()
            blow(self.page, self.place)
            self.page.clock.run_for(BETWEEN_MS)
        expect(button(self.page, ANSWERS[offer][0])).to_be_disabled()
        self.page.clock.resume()

    def answers(self, offer: str) -> list[str]:
        return [kind for kind in ANSWERS[offer] if self.table.of_type(f"match.{kind}")]

    def expect_to_be_asked_still(self, offer: str) -> None:
        """Nothing was answered; a press that is meant is."""
        assert self.answers(offer) == []
        accepting, _ = ANSWERS[offer]
        expect(button(self.page, accepting)).to_be_enabled()
        button(self.page, accepting).focus()
        self.page.keyboard.press("Enter")
        expect(button(self.page, accepting)).to_have_count(0)
        assert self.answers(offer) == [accepting]


@pytest.fixture
def alice(page: Page, open_board: Callable[..., Page]) -> Hammering:
    return Hammering(page, open_board, 360, 640)


#: Enter at every size; the others at one, and at the rest among the slow tests.
WAYS = [
    *((enter, *size) for size in SIZES),
    *((blow, *SIZES[0]) for blow in (space, mouse, finger)),
    *(
        pytest.param(blow, *size, marks=pytest.mark.slow)
        for blow in (space, mouse, finger)
        for size in SIZES[1:]
    ),
]


@pytest.mark.parametrize("offer", OFFERS)
@pytest.mark.parametrize(("blow", "width", "height"), WAYS)
def test_hammering_answers_nothing_and_a_press_that_is_meant_does(
    page: Page, open_board: Callable[..., Page], blow: Blow, offer: str, width: int, height: int
) -> None:
    alice = Hammering(page, open_board, width, height)
    alice.hammer(blow, offer)
    alice.expect_to_be_asked_still(offer)


def test_hammering_the_cube_that_one_may_turn_does_not_take_a_double(alice: Hammering) -> None:
    cube = alice.page.locator(".cube-place")
    alice.hammer(lambda _page, _place: cube.press("Enter"), "double")
    alice.expect_to_be_asked_still("double")


@pytest.mark.parametrize("offer", OFFERS)
def test_a_key_that_is_held_and_repeats_answers_nothing(alice: Hammering, offer: str) -> None:
    alice.page.keyboard.down("Enter")
    alice.hammer(lambda page, _place: page.keyboard.down("Enter"), offer)
    alice.page.keyboard.up("Enter")
    alice.expect_to_be_asked_still(offer)


@pytest.mark.parametrize("offer", OFFERS)
def test_a_finger_that_is_held_answers_nothing(alice: Hammering, offer: str) -> None:
    alice.page.mouse.move(*alice.place)
    alice.page.mouse.down()
    alice.offer(offer)
    answer = button(alice.page, ANSWERS[offer][0])
    expect(answer).to_be_disabled()
    alice.page.mouse.move(*middle(answer.bounding_box()))
    alice.page.clock.run_for(LONGER_THAN_DEAF_MS)
    expect(answer).to_be_disabled()
    alice.page.mouse.up()
    alice.expect_to_be_asked_still(offer)


def test_a_press_whose_end_was_swallowed_does_not_keep_the_answer_away(alice: Hammering) -> None:
    alice.page.mouse.move(*alice.place)
    alice.page.mouse.down(button="right")
    alice.page.keyboard.down("Meta")
    alice.page.keyboard.down("Enter")
    alice.page.evaluate("dispatchEvent(new KeyboardEvent('keyup', {key: 'Meta'}))")
    alice.offer("double")
    expect(button(alice.page, "take")).to_be_enabled()
