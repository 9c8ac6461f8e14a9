"""Looking at players: their way, their matches, the leaderboard, a receipt."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.stories.browsers import SMALL, WIDE, Person

pytestmark = pytest.mark.services


def expect_fit_for_everybody(person: Person) -> None:
    """On a desk and on a phone axe finds nothing, and nothing sticks out at the side."""
    for size in (WIDE, SMALL):
        person.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        found = violations(person.page)
        assert [(person.page.url, size["width"], one["id"]) for one in found] == []
        width = person.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], f"{person.page.url} is {width} wide"


@pytest.mark.parametrize(
    "path", ["/players/alice/", "/players/alice/?opponent=bob", "/leaderboard/", "/ratings/"]
)
def test_pages_about_players_are_fit_for_everybody(carol: Person, path: str) -> None:
    carol.go(path)
    expect_fit_for_everybody(carol)


def test_from_the_leaderboard_to_a_receipt(carol: Person) -> None:
    carol.go("/leaderboard/")
    carol.page.get_by_role("link", name="bob", exact=True).click()
    expect(carol.page.get_by_role("img", name="Rating of bob: Backgammon")).to_be_visible()
    carol.page.get_by_text("The same as a table").click()
    table = carol.page.get_by_role("table", name="Rating changes")
    expect(table.get_by_role("row")).to_have_count(21)

    carol.page.locator("#matches .change").first.click()
    expect(carol.page.get_by_text("Rating after").first).to_be_visible()
    expect_fit_for_everybody(carol)


def test_matches_are_narrowed_and_turned_page_by_page(carol: Person) -> None:
    carol.go("/players/bob/")
    lines = carol.page.locator(".past")
    expect(lines).to_have_count(20)
    carol.page.get_by_role("link", name="Older").click()
    expect(lines).to_have_count(5)

    carol.page.get_by_label("Result").select_option("lost")
    carol.page.get_by_role("textbox", name="Against").fill("Alice")
    carol.page.get_by_role("button", name="Show").click()
    expect(carol.page).to_have_url(re.compile(r"\?ladder=&result=lost&opponent=Alice#matches$"))
    expect(lines).to_have_count(9)
    expect(carol.page.get_by_text("16 : 9")).to_be_visible()

    carol.page.get_by_role("link", name="Show all").click()
    expect(lines).to_have_count(20)
