"""The page of settings: kept at once with script, by a button without; seen on every open page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.settings.conftest import expect_fit_for_everybody
from tests.stories.browsers import Person

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]


def expect_live(person: Person) -> None:
    """The script of the page keeps what is chosen from now on."""
    expect(person.page.locator("[data-settings-keep]")).to_be_hidden()
    expect(person.page.locator("bg-board svg")).to_be_visible()


def open_settings(person: Person) -> None:
    """Opens the page, and waits until its script is there."""
    person.go("/settings/")
    expect_live(person)


def choose(person: Person, question: str, answer: str) -> None:
    """Presses one of the answers to a question."""
    group = person.page.get_by_role("group", name=question)
    group.get_by_role("radio", name=answer, exact=True).check()


def test_a_choice_is_kept_as_it_is_made_and_the_board_beside_shows_it(person: Somebody) -> None:
    alice = person()
    open_settings(alice)
    board = alice.page.locator("bg-board")
    choose(alice, "Board theme", "slate")
    expect(board).to_have_attribute("theme", "slate")
    choose(alice, "Side of my home board", "left")
    expect(board).to_have_attribute("mirrored", "")
    with alice.page.expect_response(lambda answer: "look=dark" in (answer.request.post_data or "")):
        choose(alice, "Light or dark", "dark")
    expect(alice.page.locator("html")).to_have_attribute("data-look", "dark")
    alice.page.reload()
    expect(board).to_have_attribute("theme", "slate")
    expect(board).to_have_attribute("mirrored", "")
    expect(alice.page.get_by_role("radio", name="dark", exact=True)).to_be_checked()


def test_another_tab_follows_at_once(person: Somebody) -> None:
    alice = person()
    other = alice.context.new_page()
    other.goto(f"{alice.url}/rules/")
    open_settings(alice)
    choose(alice, "Light or dark", "dark")
    expect(other.locator("html")).to_have_attribute("data-look", "dark")
    other.close()


def test_a_language_is_spoken_as_soon_as_it_is_chosen(person: Somebody) -> None:
    alice = person()
    open_settings(alice)
    alice.page.locator("#language").select_option("fi")
    expect(alice.page.locator("html")).to_have_attribute("lang", "fi")
    expect(alice.page.locator("#language")).to_be_focused()
    expect_live(alice)
    alice.page.locator("#language").select_option("")
    expect(alice.page.locator("html")).to_have_attribute("lang", "en")


def test_the_zone_of_the_browser_is_offered_by_its_name(person: Somebody) -> None:
    alice = person(timezone_id="Europe/Riga")
    open_settings(alice)
    zone = alice.page.get_by_label("Time zone")
    expect(zone.locator("option:checked")).to_have_text("as my browser (Europe/Riga)")
    zone.select_option("Europe/Tallinn")
    expect(zone).to_have_value("Europe/Tallinn")


def test_what_cannot_be_kept_is_said_and_shown_as_it_was(person: Somebody) -> None:
    alice = person()
    open_settings(alice)
    alice.page.route("**/settings/save/", lambda route: route.fulfill(status=204))
    sounds = alice.page.get_by_role("group", name="Sounds")
    sounds.get_by_role("radio", name="Off", exact=True).click()
    expect(alice.page.get_by_text("That could not be kept.")).to_be_visible()
    expect(sounds.get_by_role("radio", name="On")).to_be_checked()


def test_a_browser_that_lets_nobody_notify_says_so(person: Somebody) -> None:
    alice = person()
    open_settings(alice)
    choose_notices = alice.page.get_by_role("group", name="Notices of the browser")
    choose_notices.get_by_role("radio", name="On").click()
    expect(alice.page.get_by_text("Your browser does not let us notify you.")).to_be_visible()
    expect(choose_notices.get_by_role("radio", name="Off")).to_be_checked()


def test_without_script_one_button_keeps_all_of_it(person: Somebody) -> None:
    carol = person(is_guest=False, java_script_enabled=False)
    carol.go("/settings/")
    choose(carol, "Light or dark", "dark")
    choose(carol, "Roll for me", "On")
    carol.page.get_by_role("button", name="Keep these choices").click()
    expect(carol.page.get_by_text("Your choices are kept.")).to_be_visible()
    expect(carol.page.locator("html")).to_have_attribute("data-look", "dark")
    rolling = carol.page.get_by_role("group", name="Roll for me")
    expect(rolling.get_by_role("radio", name="On")).to_be_checked()


def test_the_page_is_fit_for_everybody(person: Somebody) -> None:
    expect_fit_for_everybody(person(), "/settings/")
