"""What takes longer than a moment says so, what did not come says so, nothing is sent twice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.waiting import wait_until
from tests.stories.browsers import Person

pytestmark = pytest.mark.services

Visitor = Callable[..., Person]


class Held:
    """Requests to an address that are not answered until somebody lets them."""

    def __init__(self, page: Page, address: str) -> None:
        self.routes: list[Route] = []
        self._page = page
        page.route(address, lambda route: self.routes.append(route))

    def let_go(self) -> None:
        """Answers all of them, of which there is one at least."""
        wait_until(self._page, lambda: bool(self.routes))
        for route in self.routes:
            route.continue_()


#: Nothing can be asked of a page that is being left, but it can be heard.
SAY_WHEN_SHOWN = """() => {
  const line = document.querySelector("[data-progress]");
  new MutationObserver(() => line.hidden || console.info(
    `shown, busy: ${document.querySelectorAll("button[aria-busy=true]").length}`
  )).observe(line, { attributes: true });
}"""


def test_a_slow_form_shows_the_line_and_is_sent_once(visitor: Visitor) -> None:
    alice = visitor()
    alice.become_guest()
    alice.go("/find/")
    held = Held(alice.page, "**/find/")
    alice.page.evaluate(SAY_WHEN_SHOWN)
    search = alice.page.get_by_role("main").get_by_role("button", name="Find an opponent")
    with alice.page.expect_console_message(lambda said: said.text == "shown, busy: 1"):
        search.dblclick(no_wait_after=True)
    held.let_go()
    expect(alice.page.get_by_text("Looking for an opponent")).to_be_visible()
    assert len(held.routes) == 1
    expect(alice.page.locator("[data-progress]")).to_be_hidden()


def test_a_slow_link_shows_the_line(visitor: Visitor) -> None:
    # What the worker of the house asks for itself cannot be held.
    alice = visitor(service_workers="block")
    alice.go("/leaderboard/")
    held = Held(alice.page, "**/ratings/")
    alice.page.evaluate(SAY_WHEN_SHOWN)
    with alice.page.expect_console_message(lambda said: said.text == "shown, busy: 0"):
        alice.page.get_by_role("link", name="How ratings work").click(no_wait_after=True)
    held.let_go()
    alice.page.wait_for_url("**/ratings/")
    alice.complaints = [each for each in alice.complaints if "Service Worker" not in each]


def test_a_part_that_cannot_be_read_again_says_so(visitor: Visitor) -> None:
    alice = visitor()
    alice.become_guest()
    alice.page.route("**/find/panel/", lambda route: route.fulfill(status=503))
    alice.page.evaluate(
        "document.querySelector('[data-seek-panel]').dispatchEvent(new Event('seek-changed'))"
    )
    trouble = alice.page.get_by_role("alert").filter(has_text="could not be read again")
    expect(trouble).to_be_visible()
    alice.page.unroute_all()
    trouble.get_by_role("button", name="Reload").click()
    expect(trouble).to_be_hidden()
    alice.complaints = [each for each in alice.complaints if "503" not in each]
