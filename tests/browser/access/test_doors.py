"""Pages one comes to by steps: a second factor, a new password, a token, mistakes, dead ends."""

from collections.abc import Callable, Iterator

import pytest
from django.template.loader import render_to_string as render
from playwright.sync_api import Browser, Page, expect

from tests.browser.access.conftest import Furnished
from tests.browser.access.furnishing import PASSWORD
from tests.browser.access.looks import faults_of

Opened = Callable[..., Page]


@pytest.fixture
def opened(furnished: Furnished, browser: Browser) -> Iterator[Opened]:
    """`opened("/nowhere/", "alice")` is the page as Alice has it open."""
    contexts = []

    def one(path: str, who: str = "") -> Page:
        context = furnished.context(browser, who)
        contexts.append(context)
        page = context.new_page()
        page.goto(furnished.url + path)
        return page

    yield one
    for context in contexts:
        context.close()


def test_the_second_factor_may_be_filled_in_by_a_manager_of_passwords(opened: Opened) -> None:
    page = opened("/accounts/login/")
    name, password = page.get_by_label("Name"), page.get_by_label("Password")
    expect(name).to_have_attribute("autocomplete", "username")
    expect(password).to_have_attribute("autocomplete", "current-password")
    name.fill("Tess")
    password.fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/accounts/2fa/authenticate/**")
    expect(page.locator("input[name='code']")).to_have_attribute("autocomplete", "one-time-code")
    assert faults_of(page) == []


def test_a_new_password_is_chosen(opened: Opened, furnished: Furnished) -> None:
    uid, key = furnished.places["reset_uid"], furnished.places["reset_key"]
    page = opened(f"/accounts/password/reset/key/{uid}-{key}/")
    page.wait_for_url("**-set-password/")
    for field in page.locator("main input[type='password']").all():
        expect(field).to_have_attribute("autocomplete", "new-password")
    assert faults_of(page) == []


def test_a_new_token_is_shown(opened: Opened) -> None:
    page = opened("/account/tokens/", "alice")
    page.get_by_label("Name").fill("Nightly")
    page.locator("main input[name='scopes']").first.check()
    page.get_by_role("button", name="Make the token").click()
    expect(page.locator("main")).to_contain_text("bgh_")
    assert faults_of(page) == []


def test_what_is_wrong_in_a_form_is_said_with_its_field(opened: Opened) -> None:
    page = opened("/accounts/signup/")
    page.locator("main form").first.evaluate("(form) => { form.noValidate = true; }")
    page.get_by_label("Name").first.fill("no spaces, please")
    page.get_by_role("main").get_by_role("button").first.click()
    wrong = page.locator("main [aria-invalid='true']")
    expect(wrong.first).to_be_visible()
    for field in wrong.all():
        told = (field.get_attribute("aria-describedby") or "").split()
        assert any(page.locator(f"[id='{each}'].errorlist").count() for each in told), told
    assert faults_of(page) == []


def test_dead_ends_lead_on(opened: Opened) -> None:
    for who in ("", "alice"):
        page = opened("/nowhere/", who)
        expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
        assert faults_of(page) == []


#: A form as a page that was open for too long sends it.
_SEND_WITHOUT_A_SIGN = """() => {
  const form = document.body.appendChild(document.createElement("form"));
  form.method = "post";
  form.action = "/guest/";
  form.submit();
}"""


def test_a_form_that_is_too_old_leads_on(opened: Opened) -> None:
    page = opened("/learn/")
    with page.expect_navigation():
        page.evaluate(_SEND_WITHOUT_A_SIGN)
    expect(page.locator(".error-code")).to_have_text("403")
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
    assert faults_of(page) == []


def test_the_page_of_our_own_faults_leads_on(opened: Opened) -> None:
    page = opened("/learn/")
    page.route("**/broken/", lambda route: route.fulfill(status=500, body=render("500.html")))
    page.goto(page.url.replace("/learn/", "/broken/"))
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
    assert faults_of(page) == []
