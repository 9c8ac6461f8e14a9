"""Nothing sticks out at the side, in any language, on any screen; without scripts pages stand."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.stories.browsers import SMALL, WIDE, Person

pytestmark = pytest.mark.services

Visitor = Callable[..., Person]

WIDTHS = (SMALL["width"], 768, WIDE["width"])
MEMBERS = (
    "/",
    "/matches/",
    "/stakes/",
    "/tournaments/",
    "/my/events/",
    "/my/tickets/",
    "/table/new/",
    "/wallet/",
    "/leaderboard/",
    "/account/",
    "/settings/",
    "/no/such/",
)

#: What stands further right than the page is wide, or is cut at the right edge of the header.
STICKS_OUT = """() => {
  const width = document.documentElement.clientWidth;
  const found = document.documentElement.scrollWidth > width ? ["the page"] : [];
  const pressed = ".site-header a, .site-header summary, .tabs a, .button";
  for (const each of document.querySelectorAll(pressed)) {
    const { left, right, width: wide } = each.getBoundingClientRect();
    const isOut = right > width + 0.5 || left < -0.5;
    if (each.checkVisibility() && wide > 1 && isOut) found.push(each.textContent.trim());
  }
  return found;
}"""


def expect_to_fit(person: Person, path: str) -> None:
    """On a phone, a tablet and a desk."""
    person.go(path)
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 800})
        assert (path, width, person.page.evaluate(STICKS_OUT)) == (path, width, [])


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_nothing_sticks_out(visitor: Visitor, language: str) -> None:
    alice = visitor(locale=language)
    expect_to_fit(alice, "/")
    alice.page.locator(".site-account form button").click()
    expect(alice.page.locator(".menu")).to_be_visible()
    for path in MEMBERS:
        expect_to_fit(alice, path)
    alice.complaints = [each for each in alice.complaints if "/no/such/" not in each]


def test_the_composer_of_the_talk_is_above_the_fold_also_under_a_banner(visitor: Visitor) -> None:
    alice = visitor(viewport={"width": 1440, "height": 900})
    alice.become_guest()
    alice.page.locator("main").evaluate(
        "(main) => main.insertAdjacentHTML('beforebegin', '<p class=reminder>!</p>')"
    )
    expect(alice.page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)


def test_without_scripts_menus_tabs_and_filters_work(visitor: Visitor) -> None:
    alice = visitor(java_script_enabled=False, viewport=SMALL)
    alice.go("/")
    alice.page.get_by_role("button", name="Play as guest").click()
    alice.page.get_by_role("link", name="Tournaments").click()
    alice.page.locator(".filters summary").click()
    alice.page.locator(".filters").get_by_label("Rated only").check()
    alice.page.get_by_role("button", name="Apply").click()
    expect(alice.page).to_have_url(re.compile("rated=on"))
    alice.page.locator(".menu summary").click()
    alice.page.get_by_role("link", name="Profile").click()
    expect(alice.page.get_by_role("heading", level=1)).to_be_visible()
