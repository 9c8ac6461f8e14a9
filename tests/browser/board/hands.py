"""What a person's hands do at the board page."""

from playwright.sync_api import Locator, Page

from backgammon import MakePlay, legal_plays
from tests.browser.board.table import Table


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


def first_play(table: Table) -> MakePlay:
    """Any legal play of the roll on the board."""
    return MakePlay(next(iter(legal_plays(table.state).values())))
