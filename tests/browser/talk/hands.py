"""What hands and eyes do at a panel of talk."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import serious
from tests.browser.waiting import wait_until_live
from tests.stories.browsers import Person
from tests.support.house import House

LOBBY = "lobby:main"


def panel(page: Page, room: str = LOBBY) -> Locator:
    """The place of a room on a page."""
    return page.locator(f"[data-talk='{room}']")


def lines(page: Page, room: str = LOBBY) -> Locator:
    """The lines that stand in a room."""
    return panel(page, room).locator("[data-text] >> visible=true").and_(page.locator(".talk-text"))


def line(page: Page, text: str, room: str = LOBBY) -> Locator:
    """The line that says this."""
    exactly = page.locator(".talk-text").get_by_text(text, exact=True)
    return panel(page, room).locator(".talk-line", has=exactly)


def write(page: Page, text: str, room: str = LOBBY) -> None:
    """Writes a line and sends it."""
    panel(page, room).get_by_role("textbox", name="Message").fill(text)
    panel(page, room).get_by_role("button", name="Send").click()


def say(page: Page, text: str, room: str = LOBBY) -> None:
    """Says something, and sees it said."""
    write(page, text, room)
    expect(line(page, text, room)).to_be_visible()


def choose(page: Page, text: str, entry: str, room: str = LOBBY) -> None:
    """Opens the menu of the line that says `text`, and presses an entry."""
    of_line = line(page, text, room)
    of_line.hover()
    of_line.get_by_role("button", name="More about").click()
    page.locator("#talk-line-menu").get_by_text(entry).click()


def sit_down_together(host: Person, guest: Person, choice: str = "?points=1") -> str:
    """Two people come to one board; the room of their table."""
    host.go(f"/table/new/{choice}")
    host.page.get_by_label("Anybody").check()
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url(re.compile("/table/[0-9a-f]{12}/"))
    guest.page.goto(host.page.url)
    wait_until_live(guest.page)
    guest.page.get_by_role("button", name="Sit down").click()
    match_id = host.wait_for_board()
    assert guest.wait_for_board() == match_id
    return f"match:{match_id}"


def in_house(house: House, script: str, **values: object) -> str:
    """What a script prints that runs in the house, its blanks filled with literals."""
    filled = script.format(**{key: repr(value) for key, value in values.items()})
    return house.manage("shell", "--no-imports", "-c", filled).strip()


def expect_accessible(page: Page) -> None:
    """Axe finds nothing on this page that keeps anybody out."""
    assert serious(page) == []
