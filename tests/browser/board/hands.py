"""What a person's hands do at the board page."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from backgammon import MakePlay, legal_plays
from tests.browser.board.table import Table
from tests.browser.waiting import wait_until


def point(page: Page, number: int) -> Locator:
    """A point by the player's own number; 25 is the bar, 0 the tray."""
    return page.locator(f"[data-point='{number}']")


def button(page: Page, action: str) -> Locator:
    """A button of the decisions under the board."""
    return page.locator(f"[data-action='{action}']")


def part(page: Page, name: str) -> Locator:
    """A named part of the page around the board."""
    return page.locator(f"[data-part-of-match='{name}']")


def pressable(page: Page) -> list[int]:
    """The points that answer to a press now."""
    spots = page.locator(".spot.is-live")
    return sorted(spots.evaluate_all("spots => spots.map(spot => Number(spot.dataset.point))"))


def checkers(page: Page) -> dict[str, int]:
    """Checkers on the page by colour, those borne off included."""
    return {
        side: page.locator(f".checker-{side}:not(.is-off)").count()
        + page.locator(f".slab-{side}").count()
        for side in ("white", "black")
    }


def tap(page: Page, *numbers: int) -> None:
    """Taps one point after the other, each as soon as it answers to a press."""
    for number in numbers:
        expect(point(page, number)).to_have_class(re.compile(r"\bis-live\b"))
        point(page, number).click()


def heard(page: Page, table: Table, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """What a page has sent of one type, once that is so many messages."""
    wait_until(page, lambda: len(table.of_type(kind)) >= count)
    return table.of_type(kind)


def first_play(table: Table) -> MakePlay:
    """Any legal play of the roll on the board."""
    return MakePlay(next(iter(legal_plays(table.state).values())))
