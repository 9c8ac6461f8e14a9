"""The longest names there are, at the board."""

from typing import Any

import pytest
from playwright.sync_api import expect

from backgammon import ClockRules, Rules
from tests.browser.board.conftest import open_board
from tests.browser.board.table import Table
from tests.browser.lines.conftest import SIZES

__all__ = ["open_board"]

LONGEST = ("W" * 20, "M" * 20)


class TableOfLongNames(Table):
    """Names as long as the house takes them."""

    def snapshot(self) -> dict[str, Any]:
        message = super().snapshot()
        for side, name in zip(("white", "black"), LONGEST, strict=True):
            message["match"][side]["name"] = name
        return message


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_longest_names_leave_room_for_all_the_rest(open_board, width: int, height: int) -> None:
    clock = ClockRules(delay_ms=12_000, reserve_ms=600_000)
    table = TableOfLongNames(Rules.match(3, clock=clock), [(3, 1)])
    table.begin()
    page = open_board(table, width=width, height=height)
    for strip, name in ((".strip-own", LONGEST[0]), (".strip-enemy", LONGEST[1])):
        expect(page.locator(f"{strip} [data-part='name']")).to_have_text(name)
        for fact in ("clock", "score", "pips"):
            box = page.locator(f"{strip} [data-part='{fact}']").bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
