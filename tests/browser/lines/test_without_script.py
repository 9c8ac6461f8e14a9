"""A browser that runs no script: pages say what needs one; all else can be read and done."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lines.conftest import SERIES
from tests.stories.browsers import NewContext, Person
from tests.stories.houses import StoryHouse


@pytest.fixture
def alice(house: StoryHouse, new_context: NewContext) -> Iterator[Person]:
    """A guest on a phone without JavaScript, under the policy of the house."""
    size = {"width": 360, "height": 640}
    alice = Person(new_context(viewport=size, java_script_enabled=False), house.url)
    alice.become_guest()
    yield alice
    assert alice.complaints == []


def says(page: Page, words: str) -> None:
    notice = page.locator("noscript .notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(words)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def expect_nothing_to_look_live(page: Page) -> None:
    expect(page.locator(".connection")).to_be_hidden()
    expect(page.locator("[data-talk]").first).to_be_hidden()


def test_the_lobby_can_be_read_and_a_seat_taken(alice: Person) -> None:
    says(alice.page, "Without JavaScript this page does not change by itself.")
    expect_nothing_to_look_live(alice.page)
    expect(alice.row_of(SERIES)).to_be_visible()
    assert seated(alice)


def test_an_event_can_be_read(alice: Person) -> None:
    alice.page.get_by_role("link", name=SERIES).first.click()
    says(alice.page, "Without JavaScript this page does not change by itself.")
    expect_nothing_to_look_live(alice.page)
    for heading in ("Prizes", "Rules card"):
        expect(alice.page.get_by_role("heading", name=heading)).to_be_visible()


def test_the_board_says_what_it_needs_and_that_the_clock_runs(alice: Person) -> None:
    match_id = seated(alice)
    alice.go(f"/match/{match_id}/")
    says(alice.page, "To play, this page needs JavaScript.")
    says(alice.page, "The match goes on meanwhile, and so does your clock.")
    expect(alice.page.locator("bg-board")).to_be_hidden()
    expect(alice.page.get_by_role("link", name="Lobby").last).to_be_visible()
    alice.go(f"/match/{match_id}/watch/")
    says(alice.page, "To look on, this page needs JavaScript.")
    expect(alice.page.locator("bg-board")).to_be_hidden()


def seated(person: Person) -> str:
    """Takes a seat and looks at the lobby until it shows the match; the id of it."""
    person.take_seat(SERIES)
    link = person.page.get_by_role("link", name="Go to the board")
    person.look_until_seen("/", link)
    href = link.get_attribute("href") or ""
    return href.removeprefix("/match/").rstrip("/")
