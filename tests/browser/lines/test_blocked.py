"""Something on the way lets no WebSocket through: every page says so, and none looks live."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.lines.conftest import SERIES, SIZES
from tests.browser.lines.counting import CountingPerson
from tests.browser.lines.line import BadLine, Sockets
from tests.stories.browsers import NewContext, Person

#: Longer than a first connection may take before it is looked into.
PATIENCE_MS = 15_000

BLOCKS = [Sockets.REFUSED, Sockets.HANGING]


def notice(page: Page) -> Locator:
    return page.locator("[data-connection-notice]").first


def expect_to_be_told(page: Page, words: str) -> None:
    expect(notice(page)).to_contain_text(words, timeout=PATIENCE_MS)
    expect(notice(page).get_by_role("button", name="Reload")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def expect_help_for_an_administrator(page: Page, line: BadLine) -> None:
    notice(page).get_by_text("What to ask of a network administrator").click()
    expect(notice(page)).to_contain_text("Please let WebSocket connections to")
    expect(notice(page)).to_contain_text(line.url.removeprefix("http://").rstrip("/"))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.value)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_board_says_that_something_blocks_it_and_comes_alive_after_a_reload(
    open_line: Callable[..., BadLine],
    guest_on: Callable[..., CountingPerson],
    block: Sockets,
    width: int,
    height: int,
) -> None:
    line = open_line()
    alice = guest_on(line, width, height)
    alice.take_seat(SERIES)
    alice.wait_for_board()
    line.sockets = block
    alice.page.reload()

    expect_to_be_told(alice.page, "The live connection is blocked.")

    expect(alice.page.locator("[data-connection]")).not_to_have_attribute("data-state", "open")
    expect_help_for_an_administrator(alice.page, line)
    line.sockets = Sockets.OPEN
    notice(alice.page).get_by_role("button", name="Reload").click()
    alice.page.wait_for_selector("bg-board svg")
    expect(notice(alice.page)).to_be_hidden()
    alice.play_anything()


def test_every_page_with_a_socket_says_so(
    open_line: Callable[..., BadLine], guest_on: Callable[..., CountingPerson]
) -> None:
    line = open_line()
    alice = guest_on(line, 360, 640)
    event = alice.page.get_by_role("link", name=SERIES).first.get_attribute("href")
    line.sockets = Sockets.REFUSED
    for path in ("/", event, "/wallet/", "/leaderboard/"):
        alice.go(str(path))
        expect_to_be_told(alice.page, "This page is not live")
        expect(alice.page.locator("body")).to_have_attribute("data-not-live", "")
    expect_help_for_an_administrator(alice.page, line)
    line.sockets = Sockets.OPEN
    notice(alice.page).get_by_role("button", name="Reload").click()
    expect(alice.page.locator("[data-connection]")).to_have_attribute("data-state", "open")
    expect(notice(alice.page)).to_be_hidden()


def test_a_seat_is_taken_without_a_socket(
    open_line: Callable[..., BadLine], guest_on: Callable[..., CountingPerson]
) -> None:
    """Nobody is called to the board; the link to it is there after a reload, once it stands."""
    line = open_line()
    alice = guest_on(line)
    line.sockets = Sockets.REFUSED
    alice.go("/")
    alice.take_seat(SERIES)
    alice.look_until_seen("/", alice.page.get_by_role("link", name="Go to the board"))


def test_a_house_that_is_away_is_not_mistaken_for_a_blocked_line(
    open_line: Callable[..., BadLine], guest_on: Callable[..., CountingPerson]
) -> None:
    line = open_line()
    alice = guest_on(line)

    def is_away(route: Route) -> None:
        if route.request.method == "HEAD":
            route.fulfill(status=502)
        else:
            route.continue_()

    alice.page.route("**/*", is_away)
    line.sockets = Sockets.REFUSED
    alice.page.reload()
    expect_to_be_told(alice.page, "The house does not answer.")
    alice.complaints = [each for each in alice.complaints if "502" not in each]


def test_a_stranger_in_the_lobby_is_told_too(
    open_line: Callable[..., BadLine], new_context: NewContext
) -> None:
    line = open_line()
    line.sockets = Sockets.REFUSED
    carol = Person(new_context(viewport={"width": 768, "height": 1024}), line.url)
    carol.go("/")
    expect_to_be_told(carol.page, "This page is not live")
    carol.forgive_lost_connections()
    assert carol.complaints == []
