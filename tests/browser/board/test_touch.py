"""Whole matches by touch alone, on a phone, a tablet and a wide screen that takes fingers."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.board.hands import button, point, pressable
from tests.browser.board.players import Hands, a_short_match, play_match


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Fingers, no mouse."""
    return {**browser_context_args, "has_touch": True, "reduced_motion": "reduce"}


def tap_a_turn(page: Page) -> None:
    """Each checker by the first die that lets it, what is furthest behind first."""
    while not button(page, "confirm").is_enabled():
        spot = point(page, max(pressable(page)))
        # A checker on the bar is picked up already.
        if spot.get_attribute("aria-pressed") == "false":
            spot.tap()
        spot.tap()
    button(page, "confirm").tap()


def tapping(action: str) -> Any:
    return lambda page: button(page, action).tap()


FINGERS: Hands = {
    "confirm": tap_a_turn,
    **{action: tapping(action) for action in ("roll", "double", "take", "next")},
}


@pytest.mark.parametrize(
    ("width", "height", "seed"), [(360, 640, 1), (768, 1024, 2), (1440, 900, 3)]
)
def test_a_whole_match_is_played_by_touch(open_board, width: int, height: int, seed: int) -> None:
    table = a_short_match(3, seed)
    page = open_board(table, width=width, height=height)
    decisions = play_match(table, page, FINGERS)
    assert {"roll", "confirm", "double", "next", "take"} <= set(decisions)
