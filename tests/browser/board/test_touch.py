"""Whole matches by touch alone, on a phone, a tablet and a wide screen that takes fingers."""

from typing import Any

import pytest

from tests.browser.board.players import FINGERS, a_short_match, play_match


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
