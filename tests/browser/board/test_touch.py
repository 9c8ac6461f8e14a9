"""Whole matches by touch alone, on a phone, a tablet and a wide screen that takes fingers."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from backgammon import Rules
from tests.browser.board.hands import point
from tests.browser.board.players import FINGERS, a_plain_match, a_short_match, play_match
from tests.browser.board.table import Table


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Fingers, no mouse."""
    return {**browser_context_args, "has_touch": True, "reduced_motion": "reduce"}


@pytest.mark.parametrize(
    ("width", "height", "seed"), [(360, 640, 1), (768, 1024, 2), (1440, 900, 3)]
)
def test_a_whole_match_is_played_by_touch(open_board, width: int, height: int, seed: int) -> None:
    table = a_short_match(3, seed)
    page = open_board(table, width=width, height=height)
    decisions = play_match(table, page, FINGERS)
    assert {"roll", "confirm", "double", "next", "take"} <= set(decisions)


def test_a_game_with_all_its_checkers_is_played_by_touch(open_board) -> None:
    table = a_plain_match()
    page = open_board(table, width=360, height=640)
    decisions = play_match(table, page, FINGERS)
    assert set(decisions) == {"confirm", "roll"}
    expect(page.locator(".tray-count").first).to_have_text("15")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_a_checker_is_dragged_by_a_finger(open_board, width: int, height: int) -> None:
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    page = open_board(table, width=width, height=height)
    drag(page, 8, 5)
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
    drag(page, 6, 12)
    expect(point(page, 6)).to_have_attribute("aria-label", "Point 6: yours 5")
    expect(page.locator(".is-lifted")).to_have_count(0)
    assert page.evaluate("scrollY") == 0


def drag(page: Page, source: int, target: int) -> None:
    """A finger goes down on one point, over the board, and up on another."""
    spots = []
    for number in (source, target):
        box = point(page, number).bounding_box()
        assert box is not None
        spots.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    (x, y), (to_x, to_y) = spots
    finger = page.context.new_cdp_session(page)
    steps = [(x + (to_x - x) * part / 4, y + (to_y - y) * part / 4) for part in range(5)]
    for index, (at_x, at_y) in enumerate(steps):
        kind = "touchMove" if index else "touchStart"
        touches = [{"x": at_x, "y": at_y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
