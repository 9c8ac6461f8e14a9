"""What somebody sees in the browser when staff have imposed something on him."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.accounts.people import PASSWORD
from tests.browser.axe import serious
from tests.browser.standing.conftest import Imposing
from tests.stories.browsers import SMALL, WIDE, Person

Somebody = Callable[..., Person]

INSULTS = "You insulted another player in the lobby."


def expect_connected(page: Page) -> None:
    """From now on the page hears what happens."""
    expect(page.locator("[data-connection]").first).to_have_attribute("data-state", "open")


def expect_in_order(page: Page) -> None:
    """Nothing keeps anybody out, and nothing sticks out of the window."""
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_muted_player_sees_why_and_for_how_long_in_two_tabs(
    somebody: Somebody, impose: Imposing
) -> None:
    eve = somebody("Eve")
    lobby = eve.page.context.new_page()
    lobby.goto(eve.url)
    tabs = (eve.page, lobby)
    for tab in tabs:
        expect_connected(tab)
        expect(tab.locator("[data-house-standing]")).to_be_empty()

    sanction = impose("Eve", "mute", text=INSULTS, lasts_s=900, key="two-tabs")
    for tab in tabs:
        line = tab.locator(f"[data-house-standing] [data-sanction='{sanction}']")
        expect(line).to_contain_text("You are muted until")
        expect(line).to_contain_text(INSULTS)
        left = line.locator(".countdown")
        expect(left).to_have_text(re.compile(" left$"))
        first = left.inner_text()
        expect(left).not_to_have_text(first)
        expect_in_order(tab)


def test_a_mute_that_runs_out_leaves_the_page_by_itself(
    somebody: Somebody, impose: Imposing
) -> None:
    page = somebody("Bob", **SMALL).page
    expect_connected(page)
    impose("Bob", "mute", text=INSULTS, lasts_s=12, key="runs-out")
    expect(page.locator("[data-house-standing]")).to_contain_text("You are muted")
    expect(page.locator("[data-house-standing]")).to_be_empty(timeout=30_000)


@pytest.mark.parametrize(("name", "size"), [("Carl", WIDE), ("Cleo", SMALL)])
def test_a_warning_is_marked_as_read_without_leaving_the_page(
    somebody: Somebody, impose: Imposing, name: str, size: dict[str, int]
) -> None:
    page = somebody(name, **size).page
    expect_connected(page)
    impose(name, "warn", text="English, please.", lasts_s=1, key=f"warn-{name}")
    banner = page.locator("[data-house-standing]")
    expect(banner).to_contain_text("English, please.")
    expect_in_order(page)
    banner.get_by_role("button", name="I have read it").click()
    expect(banner).to_be_empty()
    expect(page).to_have_url(re.compile("/wallet/$"))


@pytest.mark.parametrize(("name", "size"), [("Nils", WIDE), ("Nora", SMALL)])
def test_a_suspended_player_loses_his_page_and_appeals_at_the_door(
    somebody: Somebody, impose: Imposing, name: str, size: dict[str, int]
) -> None:
    page = somebody(name, **size).page
    expect_connected(page)
    impose(name, "suspend", text="Threats.", lasts_s=86_400, key=f"bar-{name}")
    expect(page.locator("[data-house-standing]")).to_contain_text("Sign in to read why")
    page.locator("[data-house-standing] a").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    main = page.get_by_role("main")
    main.get_by_role("button", name="Sign in").click()
    expect(main.get_by_role("heading", level=1)).to_have_text(f"{name} cannot come in now")
    expect(main).to_contain_text("Threats.")
    expect(main.locator(".countdown")).to_contain_text(re.compile(r"23 h 5\d min"))
    expect_in_order(page)
    page.get_by_label("Why is this wrong?").fill("It was a joke among friends.")
    page.get_by_role("button", name="Send the appeal").click()
    expect(main).to_contain_text("It was a joke among friends.")
    expect(main).to_contain_text("It is with our staff.")
    expect_in_order(page)


@pytest.mark.parametrize(("name", "size"), [("Walter", WIDE), ("Wanda", SMALL)])
def test_a_member_from_before_reads_the_rules_and_accepts_them(
    somebody: Somebody, name: str, size: dict[str, int]
) -> None:
    page = somebody(name, **size).page
    banner = page.locator("[data-house-standing]")
    banner.get_by_role("link", name="house rules").click()
    page.wait_for_url("**/rules/**")
    expect_in_order(page)
    page.get_by_role("main").get_by_role("button", name="I have read").click()
    expect(page.get_by_role("main")).to_contain_text("You have accepted these rules.")
    expect(banner).to_be_empty()
    expect_in_order(page)
