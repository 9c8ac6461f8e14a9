"""Two-factor sign-in: set up, asked for, recovered from, turned off."""

import re
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core import mail
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import StaffAction, User
from accounts.qr import qr_svg
from tests.accounts.people import (
    PASSWORD,
    a_member,
    code_for,
    is_signed_in,
    prove,
    sign_in,
    text_of,
)
from tests.factories import a_guest

pytestmark = pytest.mark.django_db

ACTIVATE = "/accounts/2fa/totp/activate/"
CODES = "/accounts/2fa/recovery-codes/"
CREDENTIALS = {"login": "alice", "password": PASSWORD}


@pytest.fixture
def alice(db: None) -> User:
    return a_member("alice")


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's browser, right after she has proved herself."""
    browser = sign_in("alice")
    prove(browser)
    return browser


def secret_on(page: str) -> str:
    """The key that stands beside the picture."""
    found = re.search(r"data-secret>([A-Z2-7]{32})<", page)
    assert found is not None
    return found[1]


def turn_on(browser: Client) -> tuple[str, list[str]]:
    """Set it up as a person does; the secret and the recovery codes."""
    secret = secret_on(text_of(browser.get(ACTIVATE)))
    page = browser.post(ACTIVATE, {"code": code_for(secret)}, follow=True)
    assert page.redirect_chain == [(CODES, 302)]
    return secret, re.findall(r"<code>(\d{8})</code>", text_of(page))


def test_setting_it_up_shows_a_picture_a_key_and_then_ten_codes(browser: Client) -> None:
    page = text_of(browser.get(ACTIVATE))
    assert '<svg class="qr"' in page
    assert "data:" not in page
    _, codes = turn_on(browser)
    assert len(set(codes)) == 10
    assert "on: an app on your phone is asked too" in text_of(browser.get("/account/"))


def test_a_member_with_an_address_is_told_by_mail(db: None) -> None:
    bob = a_member("bob", email="bob@example.org")
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    browser = sign_in("bob")
    prove(browser)
    turn_on(browser)
    browser.post("/accounts/2fa/totp/deactivate/")
    assert "Something has changed at your account bob" in mail.outbox[-1].body
    assert "Two-factor sign-in is off." in mail.outbox[-1].body


def test_the_secret_rests_sealed(browser: Client) -> None:
    secret, codes = turn_on(browser)
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert not [code for code in codes if code in stored]


@pytest.mark.parametrize("code", ["", "000000", "12345", "abcdef", "9" * 300, "１２３４５６"])
def test_a_wrong_first_code_turns_nothing_on(browser: Client, code: str) -> None:
    browser.get(ACTIVATE)
    assert browser.post(ACTIVATE, {"code": code}).status_code == 200
    assert not Authenticator.objects.exists()


def test_the_password_alone_is_then_not_enough(browser: Client) -> None:
    secret, _ = turn_on(browser)
    thief = Client()
    answer = thief.post("/accounts/login/", CREDENTIALS)
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert not is_signed_in(thief)
    page = thief.post(answer["Location"], {"code": "000000"})
    assert "This code is not right." in text_of(page)
    assert not is_signed_in(thief)

    owner = Client()
    owner.post("/accounts/login/", CREDENTIALS)
    owner.post("/accounts/2fa/authenticate/", {"code": code_for(secret, steps_later=1)})
    assert is_signed_in(owner)


def test_a_code_that_was_seen_over_a_shoulder_works_for_nobody_else(browser: Client) -> None:
    secret, _ = turn_on(browser)
    code = code_for(secret)
    owner, thief = Client(), Client()
    for each in (owner, thief):
        each.post("/accounts/login/", CREDENTIALS)
        each.post("/accounts/2fa/authenticate/", {"code": code})
    assert (is_signed_in(owner), is_signed_in(thief)) == (True, False)


def test_a_recovery_code_opens_once(browser: Client) -> None:
    _, codes = turn_on(browser)
    first, second = Client(), Client()
    for each in (first, second):
        each.post("/accounts/login/", CREDENTIALS)
        each.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert (is_signed_in(first), is_signed_in(second)) == (True, False)
    assert "9 codes are left." in text_of(browser.get("/accounts/2fa/"))


def test_new_recovery_codes_end_the_old_ones_and_can_be_downloaded(browser: Client) -> None:
    _, old = turn_on(browser)
    assert "those you have now end" in text_of(browser.get(f"{CODES}generate/"))
    page = text_of(browser.post(f"{CODES}generate/", follow=True))
    new = re.findall(r"<code>(\d{8})</code>", page)
    assert len(new) == 10
    assert not set(new) & set(old)
    assert browser.get(f"{CODES}download/").content.decode().split() == new


def test_it_is_turned_off_by_its_owner_alone(browser: Client) -> None:
    turn_on(browser)
    browser.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    assert is_signed_in(sign_in("alice"))


@pytest.mark.parametrize("path", [ACTIVATE, "/accounts/2fa/totp/deactivate/", f"{CODES}generate/"])
def test_every_step_takes_the_password_again(alice: User, path: str) -> None:
    if path != ACTIVATE:
        first = sign_in("alice")
        prove(first)
        turn_on(first)
    browser = Client()
    browser.force_login(alice)
    for ask in (browser.get, browser.post):
        assert ask(path)["Location"].startswith("/accounts/reauthenticate/")


def test_an_unconfirmed_address_comes_first(db: None) -> None:
    """Else somebody could sign up with another's address and lock him out of it."""
    browser = Client()
    choice = {"username": "bob", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}
    browser.post("/accounts/signup/", choice | {"email": "bob@example.org"})
    prove(browser)
    page = browser.get(ACTIVATE, follow=True)
    assert "Please confirm your e-mail address first" in text_of(page)


def test_the_desk_cannot_be_entered_around_it(browser: Client) -> None:
    turn_on(browser)
    User.objects.update(is_staff=True, is_superuser=True)
    door = Client()
    answer = door.post("/admin/login/", {"username": "alice", "password": PASSWORD})
    assert answer["Location"].startswith("/accounts/login/")
    assert door.get("/admin/").status_code == 302


def test_a_guest_has_nothing_to_protect_with_it(client: Client) -> None:
    client.force_login(a_guest())
    assert client.get(ACTIVATE).status_code == 403
    assert "Two-factor" not in text_of(client.get("/account/"))


def test_too_many_codes_are_too_many(browser: Client) -> None:
    turn_on(browser)
    thief = Client()
    thief.post("/accounts/login/", CREDENTIALS)
    pages = [thief.post("/accounts/2fa/authenticate/", {"code": "000000"}) for _ in range(12)]
    assert "Too many attempts." in text_of(pages[-1])


def test_the_picture_is_dark_on_light_and_nothing_else() -> None:
    picture = qr_svg("otpauth://totp/alice?secret=ABC")
    assert picture.startswith("<svg")
    assert "style" not in picture
    assert picture.count("<path") == 2


def test_secrets_move_to_a_new_key_and_the_old_one_can_go(
    browser: Client, settings: Settings
) -> None:
    secret, codes = turn_on(browser)
    old = settings.DICE_KEY
    settings.DICE_KEY = f"new-key,{old}"
    call_command("reseal_secrets", stdout=StringIO())
    settings.DICE_KEY = "new-key"
    for code in (code_for(secret), codes[0]):
        owner = Client()
        owner.post("/accounts/login/", CREDENTIALS)
        owner.post("/accounts/2fa/authenticate/", {"code": code})
        assert is_signed_in(owner)
    settings.DICE_KEY = old
    with pytest.raises(InvalidToken):
        call_command("reseal_secrets", stdout=StringIO())


def test_staff_can_take_it_off_and_that_is_recorded(browser: Client) -> None:
    secret, codes = turn_on(browser)
    desk = Client()
    desk.force_login(User.objects.create_superuser("dora"))
    rows = "/admin/mfa/authenticator/"
    app = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    pages = [text_of(desk.get(path)) for path in (rows, f"{rows}{app.pk}/change/")]
    for hidden in (secret, codes[0], app.data["secret"]):
        assert not [page for page in pages if hidden in page]
    assert desk.post(f"{rows}{app.pk}/change/", {"type": "webauthn"}).status_code == 403
    desk.post(f"{rows}{app.pk}/delete/", {"post": "yes"})
    chosen = [str(one.pk) for one in Authenticator.objects.all()]
    desk.post(rows, {"action": "delete_selected", "_selected_action": chosen, "post": "yes"})
    assert not Authenticator.objects.exists()
    acts = StaffAction.objects.values_list("act", "subject")
    assert list(acts) == [("second_factor.remove", "user:alice")] * 2
    assert is_signed_in(sign_in("alice"))


def test_the_desk_shows_addresses_and_no_key_of_a_session(alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    desk = Client()
    desk.force_login(User.objects.create_superuser("dora"))
    assert "alice@example.org" in text_of(desk.get("/admin/account/emailaddress/"))
    assert desk.get("/admin/account/emailaddress/add/").status_code == 403
    assert desk.get("/admin/usersessions/usersession/").status_code == 404
