"""The page of the REST interface under our policy; a token made by hand, used by a program."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.accounts.people import PASSWORD
from tests.browser.axe import violations
from tests.stories.browsers import SMALL, WIDE, Person

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]


def test_a_stranger_reads_the_description_and_tries_something_out(person: Somebody) -> None:
    stranger = person(is_guest=False)
    stranger.go("/api/v1/")
    page = stranger.page
    operation = page.locator("#operations-lobby-get_games")
    operation.click()
    expect(operation).to_contain_text("Every game a table can be opened for.")
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text("long_nardy")


def test_what_is_tried_out_in_a_session_carries_its_csrf_token(person: Somebody) -> None:
    alice = person()
    alice.go("/api/v1/")
    operation = alice.page.locator("#operations-opponents-delete_seek")
    operation.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table .response .response-col_status")).to_have_text(
        re.compile("204")
    )


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "small"])
def test_a_token_is_made_by_hand_and_used_by_a_program(
    person: Somebody, size: dict[str, int]
) -> None:
    alice = person(is_guest=False, **size)
    alice.go("/accounts/signup/")
    page, main = alice.page, alice.page.get_by_role("main")
    name = f"alice_{size['width']}"
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password, once more").fill(PASSWORD)
    page.get_by_label("house rules").check()
    main.get_by_role("button", name="Sign up").click()
    expect(page.locator("body")).to_have_attribute("data-user", name)

    alice.go("/account/")
    page.get_by_role("link", name="Look at the tokens for programs").click()
    page.get_by_label("Name").fill("my bot")
    page.get_by_label("read your wallet").check()
    main.get_by_role("button", name="Make the token").click()
    page.get_by_label("Password").fill(PASSWORD)
    main.get_by_role("button", name="Confirm").click()
    expect(page.locator(".secret")).to_be_visible()
    text = page.locator(".secret").inner_text()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    headers = {"Authorization": f"Bearer {text}"}
    wallet = f"{alice.url}/api/v1/wallet/"
    assert httpx.get(wallet, headers=headers).json()["available_chips"] > 0

    alice.go("/account/tokens/")
    assert text not in page.content()
    main.get_by_role("button", name="Take back my bot").click()
    expect(main).to_contain_text("no program acts for you")
    assert httpx.get(wallet, headers=headers).json()["code"] == "auth.token"
