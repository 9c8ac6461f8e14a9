"""Signing up, the second factor, sessions, and closing the account, with one's own hands."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.accounts.people import PASSWORD, code_for
from tests.browser.axe import violations
from tests.stories.browsers import SMALL, WIDE, Person

pytestmark = pytest.mark.services

Stranger = Callable[..., Person]

SETUP = "/accounts/2fa/totp/activate/"

PAGES_OF_A_STRANGER = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-broken/",
    "/accounts/confirm-email/nonsense/",
)
PAGES_OF_A_MEMBER = (
    "/account/",
    "/account/name/",
    "/account/blocked/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/sessions/",
    "/accounts/2fa/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
)
PAGES_BEHIND_THE_PASSWORD = (
    "/account/close/",
    "/accounts/2fa/recovery-codes/",
    "/accounts/2fa/recovery-codes/generate/",
    "/accounts/2fa/totp/deactivate/",
)


def press(page: Page, name: str) -> None:
    """Presses a button of the page itself, not of its header."""
    page.get_by_role("main").get_by_role("button", name=name).click()


def sign_up(person: Person, name: str) -> None:
    """Becomes a member without an address."""
    person.go("/accounts/signup/")
    person.page.get_by_label("Name", exact=True).fill(name)
    person.page.get_by_label("Password", exact=True).fill(PASSWORD)
    person.page.get_by_label("Password, once more").fill(PASSWORD)
    person.page.get_by_label("house rules").check()
    press(person.page, "Sign up")
    expect(person.page.locator("body")).to_have_attribute("data-user", name)


def sign_in(person: Person, name: str) -> None:
    """Gives name and password at the door."""
    person.go("/accounts/login/")
    person.page.get_by_label("Name or e-mail").fill(name)
    person.page.get_by_label("Password", exact=True).fill(PASSWORD)
    press(person.page, "Sign in")


def prove(person: Person) -> None:
    """Gives the password once more where the house asks for it."""
    expect(person.page.get_by_role("heading", name="Is it you?")).to_be_visible()
    person.page.get_by_label("Password").fill(PASSWORD)
    press(person.page, "Confirm")


def turn_second_factor_on(person: Person) -> str:
    """Sets up two-factor sign-in; the secret that a phone would have scanned."""
    person.go(SETUP)
    prove(person)
    expect(person.page.locator("svg.qr")).to_be_visible()
    secret = person.page.locator("[data-secret]").inner_text()
    person.page.get_by_label("Code that the app shows now").fill(code_for(secret))
    press(person.page, "Turn it on")
    expect(person.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    return secret


def expect_fit_for_everybody(person: Person, path: str) -> None:
    """On a desk and on a phone axe finds nothing, and nothing sticks out at the side."""
    person.go(path)
    for size in (WIDE, SMALL):
        person.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        found = violations(person.page)
        assert [(path, size["width"], one["id"]) for one in found] == []
        width = person.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], f"{path} is {width} wide"


def test_two_factor_sign_in_is_set_up_and_asked_for(stranger: Stranger) -> None:
    alice = stranger(**SMALL)
    sign_up(alice, "alice")
    secret = turn_second_factor_on(alice)
    expect(alice.page.get_by_label("Unused codes").get_by_role("listitem")).to_have_count(10)
    code = alice.page.get_by_label("Unused codes").get_by_role("listitem").first.inner_text()

    phone, tablet = stranger(), stranger()
    sign_in(phone, "alice")
    label = "Code from the app, or a recovery code"
    phone.page.get_by_label(label).fill("000000")
    press(phone.page, "Sign in")
    expect(phone.page.get_by_text("This code is not right.")).to_be_visible()
    phone.page.get_by_label(label).fill(code_for(secret, steps_later=1))
    press(phone.page, "Sign in")
    expect(phone.page.locator("body")).to_have_attribute("data-user", "alice")

    sign_in(tablet, "alice")
    tablet.page.get_by_label(label).fill(code)
    press(tablet.page, "Sign in")
    expect(tablet.page.locator("body")).to_have_attribute("data-user", "alice")


def test_signing_out_elsewhere_is_seen_there_at_once(stranger: Stranger) -> None:
    here, phone = stranger(), stranger(**SMALL)
    sign_up(here, "bob")
    sign_in(phone, "bob")
    expect(phone.page.get_by_text("Connected", exact=True)).to_be_attached()
    here.go("/accounts/sessions/")
    press(here.page, "Sign out everywhere else")
    expect(here.page.get_by_text("You are signed out everywhere else.")).to_be_visible()
    expect(phone.page.get_by_text("Not connected")).to_be_attached(timeout=10_000)
    phone.go("/account/")
    expect(phone.page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_an_account_is_closed_by_whoever_types_its_name(stranger: Stranger) -> None:
    carol, visitor = stranger(**SMALL), stranger()
    sign_up(carol, "carol")
    carol.go("/account/")
    carol.page.get_by_role("link", name="Close this account").click()
    prove(carol)
    expect(carol.page.get_by_role("heading", name="What stays, and why")).to_be_visible()
    carol.page.get_by_label("Your name").fill("someone else")
    press(carol.page, "Close it for good")
    expect(carol.page.get_by_text("Type your name exactly as it is shown.")).to_be_visible()
    carol.page.get_by_label("Your name").fill("carol")
    press(carol.page, "Close it for good")
    expect(carol.page.get_by_text("Your account is closed.")).to_be_visible()
    expect(carol.page.locator("body")).to_have_attribute("data-user", "")
    sign_in(visitor, "carol")
    expect(visitor.page.get_by_text("do not belong together")).to_be_visible()


def test_an_open_table_keeps_an_account_open_and_says_so(stranger: Stranger) -> None:
    dave = stranger()
    sign_up(dave, "dave")
    dave.go("/table/new/")
    press(dave.page, "Open the table")
    dave.page.wait_for_url(re.compile("/table/[0-9a-f]+/"))
    dave.go("/account/close/")
    prove(dave)
    expect(dave.page.get_by_text("You have an open table: close it first.")).to_be_visible()
    expect(dave.page.get_by_role("button", name="Close it for good")).to_have_count(0)


def test_nobody_is_kept_out_of_the_pages_of_an_account(stranger: Stranger) -> None:
    visitor, member = stranger(), stranger()
    for path in PAGES_OF_A_STRANGER:
        expect_fit_for_everybody(visitor, path)
    sign_up(member, "erin")
    for path in PAGES_OF_A_MEMBER:
        expect_fit_for_everybody(member, path)
    member.go(SETUP)
    prove(member)
    expect_fit_for_everybody(member, SETUP)
    secret = member.page.locator("[data-secret]").inner_text()
    member.page.get_by_label("Code that the app shows now").fill(code_for(secret))
    press(member.page, "Turn it on")
    expect(member.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    for path in PAGES_BEHIND_THE_PASSWORD:
        expect_fit_for_everybody(member, path)
    sign_in(visitor, "erin")
    expect(visitor.page.get_by_role("heading", name="Two-factor sign-in")).to_be_visible()
    expect_fit_for_everybody(visitor, "/accounts/2fa/authenticate/")
