"""The account's own pages: the hub, and the record one can take along."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import player_block
from chat.models import Message
from tests.accounts.people import a_member, key_of, prove, sign_in, text_of
from tests.factories import a_guest, a_user, chips_for
from tests.matches.builders import a_match, a_noting_owner

pytestmark = pytest.mark.django_db

PAGES = [
    "/account/",
    "/account/name/",
    "/account/blocked/",
    "/account/close/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/sessions/",
    "/accounts/reauthenticate/",
]


@pytest.fixture
def alice(db: None) -> User:
    return a_member("alice")


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's browser, right after she has proved herself."""
    browser = sign_in("alice")
    prove(browser)
    return browser


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_an_account_is_ours_and_for_its_owner(browser: Client, path: str) -> None:
    page = text_of(browser.get(path))
    assert 'class="site-header"' in page
    assert "<h1" in page
    assert "style=" not in page
    assert "<script>" not in page
    assert Client().get(path)["Location"].startswith("/accounts/login/")


def test_the_hub_says_how_everything_stands(browser: Client, alice: User) -> None:
    player_block(user=alice, blocked=a_user("bob"))
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    page = text_of(browser.get("/account/"))
    for words in ("alice@example.org", "1 device", "1 player", "off: the password alone"):
        assert words in page


def test_a_guest_is_offered_what_a_guest_can_use(client: Client) -> None:
    client.force_login(a_guest())
    page = text_of(client.get("/account/"))
    assert "Claim this account" in page
    assert "Password" not in page
    assert "Blocked players" in page


def test_the_hub_takes_a_constant_number_of_queries(
    browser: Client, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(10):
        player_block(user=alice, blocked=a_user())
        sign_in("alice")
    with django_assert_max_num_queries(9):
        browser.get("/account/")


def test_the_record_holds_what_the_house_keeps_and_no_secret(browser: Client, alice: User) -> None:
    a_noting_owner()
    chips_for(alice, 700)
    bob = a_user("bob")
    match = a_match(alice, bob)
    room = f"match:{match.public_id}"
    Message.objects.create(room=room, user=alice, text="hello", at_ms=1)
    Message.objects.create(room=room, user=bob, text="a secret of Bob's", at_ms=2)
    player_block(user=alice, blocked=bob)
    answer = browser.post("/account/download/")
    assert answer["Content-Disposition"] == 'attachment; filename="my-account.json"'
    record = json.loads(answer.content)
    assert record["account"]["name"] == "alice"
    assert record["account"]["blocked"] == ["bob"]
    assert [line["text"] for line in record["talk"]["lines"]] == ["hello"]
    assert [played["match"] for played in record["matches"]] == [match.public_id]
    assert record["wallet"]
    alice.refresh_from_db()
    for secret in (alice.password, key_of(browser), "Bob's"):
        assert secret not in answer.content.decode()


def test_the_record_is_for_its_owner_who_has_proved_himself(alice: User) -> None:
    assert Client().post("/account/download/")["Location"].startswith("/accounts/login/")
    browser = sign_in("alice")
    answer = browser.post("/account/download/")
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert browser.get("/account/download/").status_code in (302, 405)
