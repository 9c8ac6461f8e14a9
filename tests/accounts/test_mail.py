"""E-mail: signing up with it, confirming it, changing it, and the ways back in."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.people import (
    NEW_PASSWORD,
    PASSWORD,
    a_member,
    is_signed_in,
    link_in,
    prove,
    sign_in,
    text_of,
)

pytestmark = pytest.mark.django_db

CHOICE = {"username": "Alice", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}


@pytest.fixture
def alice(client: Client) -> User:
    """Alice, who has signed up in this browser and confirmed her address."""
    client.post("/accounts/signup/", CHOICE | {"email": "alice@example.org"})
    client.post(link_in(mail.outbox.pop()))
    return User.objects.get()


def test_a_sign_up_with_an_address_sends_a_mail_that_confirms_it(client: Client) -> None:
    client.post("/accounts/signup/", CHOICE | {"email": "alice@example.org"})
    message = mail.outbox[0]
    assert message.to == ["alice@example.org"]
    assert message.subject == "Confirm your address at Backgammon House"
    assert "Alice has given it as his." in message.body
    assert "alice@example.org, not confirmed yet" in text_of(client.get("/account/"))

    page = client.get(link_in(message))
    assert "alice@example.org is to be the address of the account Alice." in text_of(page)
    page = client.post(link_in(message), follow=True)
    assert "alice@example.org is confirmed." in text_of(page)
    assert EmailAddress.objects.get().verified


def test_without_an_address_no_mail_is_sent_and_the_account_says_what_that_means(
    client: Client,
) -> None:
    client.post("/accounts/signup/", CHOICE | {"email": ""})
    assert mail.outbox == []
    assert "a forgotten password cannot be replaced" in text_of(client.get("/account/"))


@pytest.mark.parametrize("email", ["nonsense", "a@b", "alice@", "@example.org", "a b@example.org"])
def test_what_is_no_address_is_refused_at_the_form(client: Client, email: str) -> None:
    page = client.post("/accounts/signup/", CHOICE | {"email": email})
    assert "Enter a valid email address." in text_of(page)
    assert not User.objects.exists()


def test_a_link_that_is_broken_says_how_to_get_another(client: Client, alice: User) -> None:
    page = text_of(client.get("/accounts/confirm-email/nonsense/"))
    assert "This link does not work any more" in page
    assert "/accounts/email/" in page


@pytest.mark.parametrize("login", ["Alice", "aLICE", "alice@example.org", "Alice@Example.org"])
def test_name_and_address_both_open_the_door(alice: User, login: str) -> None:
    assert is_signed_in(sign_in(login))


def test_an_address_that_is_taken_tells_its_owner_and_not_the_stranger(
    alice: User,
) -> None:
    eve = Client()
    page = eve.post("/accounts/signup/", CHOICE | {"username": "eve", "email": "alice@example.org"})
    assert User.objects.count() == 1 or "e-mail" in text_of(page)
    assert not EmailAddress.objects.filter(user__username="eve").exists()


def test_a_new_address_takes_the_place_of_the_old_once_it_is_confirmed(
    client: Client, alice: User
) -> None:
    prove(client)
    change = {"email": "new@example.org", "action_add": ""}
    page = text_of(client.post("/accounts/email/", change, follow=True))
    assert "new@example.org</strong> waits to be confirmed" in page
    assert "Your address is <strong>alice@example.org</strong>" in page
    asked = next(message for message in mail.outbox if message.to == ["new@example.org"])
    client.post(link_in(asked))
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == ("new@example.org", True)
    assert User.objects.get().email == "new@example.org"
    told = [message.to for message in mail.outbox if "changed from" in message.body]
    assert told == [["alice@example.org"]]


def test_a_change_of_address_takes_the_password_again(client: Client, alice: User) -> None:
    answer = client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert EmailAddress.objects.count() == 1


def test_a_change_of_address_can_be_taken_back(client: Client, alice: User) -> None:
    prove(client)
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    client.post("/accounts/email/", {"email": "new@example.org", "action_remove": ""})
    assert EmailAddress.objects.get().email == "alice@example.org"


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(
    client: Client, alice: User
) -> None:
    stranger = Client()
    stranger.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = link_in(mail.outbox.pop())
    form = stranger.get(link, follow=True)
    assert "Choose a new password" in text_of(form)
    new = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    stranger.post(form.request["PATH_INFO"], new)
    assert "Something has changed at your account Alice" in mail.outbox[-1].body
    assert is_signed_in(sign_in("Alice", password=NEW_PASSWORD))
    assert not is_signed_in(sign_in("Alice"))
    assert not is_signed_in(client), "who was in with the old password is out"
    again = text_of(Client().get(link, follow=True))
    assert "This link does not work any more" in again


def test_a_reset_for_an_unknown_address_looks_the_same_on_the_page(client: Client) -> None:
    page = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert "If an account has this e-mail address" in text_of(page)
    assert "no account of the house has this address" in mail.outbox[0].body


def test_a_changed_password_is_reported_by_mail(client: Client, alice: User) -> None:
    change = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post("/accounts/password/change/", change)
    assert "Something has changed at your account Alice" in mail.outbox[0].body
    assert NEW_PASSWORD not in mail.outbox[0].body


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"oldpassword": "wrong"}, "This is not your present password."),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"password2": "something else"}, "same password"),
    ],
)
def test_a_password_change_says_what_is_the_matter(change: dict[str, str], sentence: str) -> None:
    a_member("bob")
    browser = sign_in("bob")
    form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert sentence in text_of(browser.post("/accounts/password/change/", form | change))
    assert User.objects.get().check_password(PASSWORD)
