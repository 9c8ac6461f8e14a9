"""What one is told waits behind the bell, and calls whoever is on another tab."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.board.hands import button
from tests.browser.settings.conftest import (
    expect_fit_for_everybody,
    install,
    look_again,
    look_away,
)
from tests.browser.waiting import wait_until
from tests.stories.browsers import Person

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]
Tell = Callable[[Person, str], str]


def bell(person: Person) -> Locator:
    return person.page.locator("[data-bell]")


#: A device that keeps what it is asked to show. A browser without windows has no place for it, and
#: says that it may not, whatever it was permitted.
DEVICE = """
window.notifications = [];
Object.defineProperty(Notification, "permission", { get: () => "granted" });
ServiceWorkerRegistration.prototype.showNotification = async (_title, { body }) => {
  window.notifications.push(body);
};
"""


def notifications(person: Person) -> list[str]:
    """What the device was asked to show since the page was opened."""
    return list(person.page.evaluate("window.notifications"))


def open_a_match(person: Person) -> None:
    """Sits down with a house bot, no clock running."""
    person.go("/table/new/?points=1&clock=untimed")
    person.page.get_by_label("A house bot").check()
    person.page.get_by_role("button", name="Open the table").click()
    person.wait_for_board()


def test_what_was_told_while_nobody_was_there_waits_behind_the_bell(
    person: Somebody, tell: Tell
) -> None:
    alice = person()
    name = alice.name
    other = alice.context.new_page()
    other.goto(f"{alice.url}/rules/")
    alice.page.goto("about:blank")
    other.close()
    alice.go("/rules/")
    assert alice.name == name
    event = tell(alice, "waits")
    alice.go("/rules/")
    expect(bell(alice)).to_contain_text("1 unread")
    bell(alice).click()
    told = alice.page.get_by_role("link", name=f"The rules card of {event} has changed.")
    expect(told).to_be_visible()
    expect(alice.page.get_by_role("listitem").get_by_text("new", exact=True)).to_be_visible()
    expect(bell(alice)).not_to_contain_text("unread")
    alice.page.reload()
    expect(alice.page.get_by_role("listitem").get_by_text("new", exact=True)).to_have_count(0)
    told.click()
    alice.page.wait_for_url("**/event/**")


def test_an_open_page_hears_of_it_and_a_press_puts_it_away(person: Somebody, tell: Tell) -> None:
    alice = person()
    alice.go("/rules/")
    tell(alice, "open")
    expect(bell(alice)).to_contain_text("1 unread")
    alice.page.get_by_role("button", name="Dismiss").click()
    expect(bell(alice)).not_to_contain_text("unread")


def test_a_tab_nobody_looks_at_calls_by_its_title_until_it_is_seen(
    person: Somebody, tell: Tell
) -> None:
    alice = person()
    alice.go("/rules/")
    title = alice.page.title()
    icon = alice.page.locator("link[rel='icon']")
    plain = icon.get_attribute("href") or ""
    look_away(alice.page)
    event = tell(alice, "title")
    text = f"The rules card of {event} has changed. You may leave and get everything back."
    expect(alice.page).to_have_title(f"● {text} · {title}")
    expect(icon).not_to_have_attribute("href", plain)
    look_again(alice.page)
    expect(alice.page).to_have_title(title)
    expect(icon).to_have_attribute("href", re.compile(f"{re.escape(plain)}$"))


def test_the_title_says_that_it_is_your_turn(person: Somebody) -> None:
    alice = person()
    open_a_match(alice)
    roll, confirm = button(alice.page, "roll"), button(alice.page, "confirm")
    expect(roll.or_(confirm)).to_be_visible()
    title = alice.page.title()
    look_away(alice.page)
    if confirm.is_visible():
        alice.play_anything()
    else:
        roll.click()
    expect(alice.page).to_have_title(f"● It is your turn · {title}")
    look_again(alice.page)
    expect(alice.page).to_have_title(title)


def test_the_device_says_it_only_where_one_has_asked_for_that(person: Somebody, tell: Tell) -> None:
    alice = person(permissions=["notifications"])
    alice.page.add_init_script(DEVICE)
    alice.go("/rules/")
    install(alice.page)
    look_away(alice.page)
    tell(alice, "quiet")
    expect(alice.page).to_have_title(re.compile("^●"))
    assert notifications(alice) == []
    alice.go("/settings/")
    choice = alice.page.get_by_role("group", name="Notices of the browser")
    choice.get_by_role("radio", name="On").check()
    expect(alice.page.get_by_text("Kept.")).to_be_visible()
    look_away(alice.page)
    event = tell(alice, "loud")
    expect(alice.page).to_have_title(re.compile(f"^● The rules card of {re.escape(event)}"))
    wait_until(alice.page, lambda: notifications(alice) != [])
    assert [text.startswith("The rules card of") for text in notifications(alice)] == [True]


def test_the_page_is_fit_for_everybody(person: Somebody, tell: Tell) -> None:
    alice = person()
    expect_fit_for_everybody(alice, "/notices/")
    tell(alice, "fit")
    expect_fit_for_everybody(alice, "/notices/")
