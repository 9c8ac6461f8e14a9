"""Reading the pages of `/learn/`: on a desk, on a phone, without scripts, from a rules card."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.stories.browsers import SMALL, WIDE, Person
from wire.learning import LEARN_PAGES

pytestmark = pytest.mark.services

PATHS = ["/learn/", *(f"/learn/{page.key}/" for page in LEARN_PAGES)]


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["desk", "phone"])
def test_every_page_is_fit_for_everybody(carol: Person, size: dict[str, int]) -> None:
    carol.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    for path in PATHS:
        carol.go(path)
        found = violations(carol.page)
        assert [(path, each["id"], each["nodes"][0]["html"]) for each in found] == []
        width = carol.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], f"{path} is {width} wide"


def test_positions_are_drawn_as_the_reader_comes_to_them(carol: Person) -> None:
    carol.go("/learn/start/")
    figures = carol.page.locator("[data-diagram]")
    for index in range(figures.count()):
        figure = figures.nth(index)
        figure.scroll_into_view_if_needed()
        expect(figure.locator("bg-board svg")).to_be_visible()
        expect(figure.locator("dl")).to_be_hidden()
    expect(figures.first.locator(".checker")).to_have_count(30)


def test_a_play_can_be_seen_before_and_after(carol: Person) -> None:
    carol.go("/learn/start/")
    figure = carol.page.locator("[data-diagram='hit']")
    figure.scroll_into_view_if_needed()
    on_the_bar = figure.get_by_label("Bar: yours 0, opponent 1")
    before, after = (figure.get_by_role("button", name=name) for name in ("Before", "After"))

    expect(after).to_have_attribute("aria-pressed", "true")
    expect(on_the_bar).to_have_count(1)
    before.click()
    expect(before).to_have_attribute("aria-pressed", "true")
    expect(on_the_bar).to_have_count(0)


def test_without_scripts_a_position_is_told_in_words(carol_without_scripts: Person) -> None:
    carol_without_scripts.go("/learn/start/")
    page = carol_without_scripts.page
    figure = page.locator("[data-diagram='hit']")

    expect(figure.get_by_text("24 (1), 21 (1), 13 (5), 8 (3), 6 (5)")).to_be_visible()
    expect(figure.get_by_text("8/4* 6/4", exact=True)).to_be_visible()
    expect(figure.locator("bg-board")).to_be_hidden()
    page.get_by_role("link", name="Moving in detail").last.click()
    expect(page).to_have_url(re.compile("/learn/moving/$"))


def test_a_newcomer_finds_the_pages_and_reads_on(carol: Person) -> None:
    carol.go("/")
    main = carol.page.get_by_role("navigation", name="Main")
    main.get_by_role("link", name="Learn").click()
    carol.page.get_by_role("link", name="Backgammon in five minutes").click()
    expect(main.get_by_role("link", name="Learn")).to_have_attribute("aria-current", "true")
    contents = carol.page.get_by_role("navigation", name="Contents")
    here = contents.get_by_role("link", name="Backgammon in five minutes")
    expect(here).to_have_attribute("aria-current", "page")
    carol.page.locator("[rel=next]").click()
    expect(carol.page.get_by_role("heading", level=1)).to_have_text("Moving in detail")


def test_from_an_option_on_a_rules_card_to_its_paragraph(carol: Person) -> None:
    carol.become_guest()
    carol.go("/table/new/?kind=table")
    card = carol.page.get_by_role("region", name="Rules card")
    card.get_by_role("link", name="Jacoby rule").click()
    expect(carol.page).to_have_url(re.compile("/learn/stakes/#jacoby$"))
    expect(carol.page.locator("#jacoby h2")).to_be_in_viewport()
