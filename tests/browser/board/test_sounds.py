"""Sounds: after the first touch of the page only, of what happens, and not for who wants none."""

import pytest
from playwright.sync_api import Page, expect

from backgammon import Double, Roll, Rules, Side
from tests.browser.board.hands import button, first_play, part, point
from tests.browser.board.table import Table

_LISTEN = """
window.heard = [];
document.addEventListener("house-sound", (event) => window.heard.push(event.detail));
"""

_UNTOUCHED = """
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } });
"""


@pytest.fixture
def table() -> Table:
    """Alice has the opening roll 3-1."""
    table = Table(Rules.match(5), [(3, 1), (6, 4), (5, 2), (6, 1)])
    table.begin()
    return table


@pytest.fixture
def listening(page: Page) -> Page:
    """A page that keeps the names of its sounds."""
    page.add_init_script(_LISTEN)
    page.emulate_media(reduced_motion="reduce")
    return page


def hears(page: Page, *names: str) -> None:
    """These sounds were made, in this order, and no others."""
    page.wait_for_function("(count) => window.heard.length >= count", arg=len(names))
    assert page.evaluate("window.heard") == list(names)


def test_steps_rolls_and_doubles_have_sounds(table, listening, open_board) -> None:
    page = open_board(table)
    point(page, 8).dblclick()
    point(page, 6).dblclick()
    hears(page, "checker", "checker")
    button(page, "confirm").click()
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    hears(page, "checker", "checker", "dice", "checker", "checker", "turn")
    button(page, "roll").click()
    expect(part(page, "status")).to_have_text("Your move.")
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Double())
    hears(page, *["checker", "checker", "dice", "checker", "checker", "turn", "dice", "cube"])


def test_an_untouched_page_is_silent_and_complains_of_nothing(table, listening, open_board) -> None:
    # Whatever a test asks of a page counts as a touch.
    listening.add_init_script(_UNTOUCHED)
    page = open_board(table)
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    expect(part(page, "status")).to_have_text("Bob is moving.")
    assert page.evaluate("window.heard") == []


def test_sounds_can_be_turned_off_at_the_board(table, listening, open_board) -> None:
    page = open_board(table)
    switch = part(page, "more-sounds")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(part(page, "asides")).to_have_text("Sounds are off.")
    point(page, 8).dblclick()
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
    assert page.evaluate("window.heard") == []


def test_who_has_chosen_silence_hears_nothing(table, listening, open_board) -> None:
    page = open_board(table, preferences={"sounds": "off"})
    expect(part(page, "more-sounds")).to_have_attribute("aria-pressed", "false")
    point(page, 8).dblclick()
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
    assert page.evaluate("window.heard") == []
