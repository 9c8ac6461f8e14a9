"""A browser takes the house for an app: its worker, its icons, and a kind word without a line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.settings.conftest import install
from tests.browser.waiting import wait_until
from tests.stories.browsers import Person
from tests.support.house import House

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]


#: The language of the page that the browser keeps for when there is no line.
LANGUAGE_KEPT = """async () => {
  const kept = await caches.match('/offline/', { ignoreVary: true });
  return kept?.headers.get('Content-Language') ?? null;
}"""


def forgive(person: Person) -> None:
    """Forgets what the browser said about a line that was down."""
    person.complaints = [each for each in person.complaints if "net::ERR_" not in each]


def test_a_browser_finds_nothing_that_speaks_against_installing(person: Somebody) -> None:
    carol = person(is_guest=False)
    carol.go("/rules/")
    install(carol.page)
    devtools = carol.context.new_cdp_session(carol.page)
    told = devtools.send("Page.getAppManifest")
    assert told["url"].endswith("/manifest.webmanifest")
    assert told["errors"] == []
    against = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browsers of tests keep nothing, which is all that speaks against it.
    assert [each["errorId"] for each in against] in ([], ["in-incognito"])


def test_without_a_line_the_house_says_so_and_goes_on_by_itself(person: Somebody) -> None:
    carol = person(is_guest=False)
    carol.go("/rules/")
    install(carol.page)
    carol.context.set_offline(True)
    carol.go("/leaderboard/")
    heading = carol.page.get_by_role("heading", name="The house cannot be reached")
    expect(heading).to_be_visible()
    assert violations(carol.page) == []
    carol.context.set_offline(False)
    expect(carol.page.get_by_role("heading", name="Leaderboard")).to_be_visible()
    assert carol.page.url.endswith("/leaderboard/")
    carol.complaints = [
        each for each in carol.complaints if "ERR_INTERNET_DISCONNECTED" not in each
    ]


def test_it_says_so_in_the_language_that_was_chosen_since(person: Somebody) -> None:
    carol = person(is_guest=False)
    carol.go("/settings/")
    install(carol.page)
    carol.page.locator("#language").select_option("et")
    expect(carol.page.locator("html")).to_have_attribute("lang", "et")
    wait_until(carol.page, lambda: carol.page.evaluate(LANGUAGE_KEPT) == "et")
    carol.context.set_offline(True)
    carol.go("/leaderboard/")
    expect(carol.page.locator("html")).to_have_attribute("lang", "et")
    expect(carol.page.locator("[data-offline]")).to_be_visible()
    forgive(carol)


def test_nothing_of_anybody_is_kept_in_the_browser(person: Somebody) -> None:
    alice = person()
    install(alice.page)
    for path in ("/wallet/", "/account/", "/settings/", "/notices/"):
        alice.go(path)
    kept = alice.page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))))"
        ".flat()"
    )
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/"]


def test_a_house_that_opens_again_is_found_by_the_page(house: House, person: Somebody) -> None:
    carol = person(is_guest=False)
    carol.go("/rules/")
    install(carol.page)
    house.stop()
    carol.go("/leaderboard/")
    expect(carol.page.get_by_role("heading", name="The house cannot be reached")).to_be_visible()
    house.start()
    expect(carol.page.get_by_role("heading", name="Leaderboard")).to_be_visible()
    forgive(carol)
