"""Light and dark: as the device has it, or as the reader wants it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.stories.browsers import Person

pytestmark = pytest.mark.services

Visitor = Callable[..., Person]

#: Whether the page stands on a dark ground.
IS_DARK = """() => {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g);
  return Number(red) + Number(green) + Number(blue) < 300;
}"""


def expect_dark(page: Page, *, is_dark: bool = True) -> None:
    """What is drawn, not only what is written."""
    page.wait_for_function(f"({IS_DARK})() === {str(is_dark).lower()}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_looks_as_the_device_does_until_somebody_chooses(
    visitor: Visitor, scheme: str
) -> None:
    carol = visitor(color_scheme=scheme)
    carol.go("/leaderboard/")
    expect_dark(carol.page, is_dark=scheme == "dark")


@pytest.mark.parametrize("is_guest", [False, True], ids=["visitor", "member"])
def test_the_look_is_switched_at_the_foot_and_stays(visitor: Visitor, is_guest: bool) -> None:
    carol = visitor(color_scheme="light")
    if is_guest:
        carol.become_guest()
    carol.go("/leaderboard/")
    dark = carol.page.get_by_role("button", name="dark")
    with carol.page.expect_response("**/settings/save/"):
        dark.click()
    expect(dark).to_have_attribute("aria-pressed", "true")
    expect_dark(carol.page)
    carol.go("/tournaments/")
    expect_dark(carol.page)
    with carol.page.expect_response("**/settings/save/"):
        carol.page.get_by_role("button", name="as my device").click()
    expect_dark(carol.page, is_dark=False)


def test_without_scripts_the_switch_leads_back_to_the_page(visitor: Visitor) -> None:
    carol = visitor(color_scheme="light", java_script_enabled=False)
    carol.go("/leaderboard/?page=1")
    carol.page.get_by_role("button", name="dark").click()
    expect(carol.page.locator("html")).to_have_attribute("data-look", "dark")
    assert carol.page.url.endswith("/leaderboard/?page=1")
