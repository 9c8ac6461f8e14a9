"""Playing with one click, coming back, and staying."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.selectors import guest_by_badge
from accounts.services import guest_claim, guest_create
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from tests.factories import a_guest, a_user
from wire.errors import Conflict

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
CHOICE = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}


def signed_in(client: Client) -> User:
    """Who this browser is."""
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_one_click_makes_a_guest_with_two_hundred_chips(client: Client) -> None:
    answer = client.post("/guest/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    guest = signed_in(client)
    assert guest.is_guest
    assert re.fullmatch(r"Guest-\d{4}", guest.username)
    assert not guest.has_usable_password()
    assert balance_of(guest) == 200
    assert books_check() == ()


def test_a_click_in_the_header_leaves_one_where_one_was(client: Client) -> None:
    page = client.get("/leaderboard/long_nardy/?page=1").content.decode()
    assert '<input type="hidden" name="next" value="/leaderboard/long_nardy/?page=1">' in page
    answer = client.post("/guest/", {"next": "/leaderboard/long_nardy/?page=1"})
    assert answer["Location"] == "/leaderboard/long_nardy/?page=1"


def test_a_second_click_changes_nothing(client: Client) -> None:
    client.post("/guest/")
    guest = signed_in(client)
    client.post("/guest/")
    assert signed_in(client) == guest
    assert User.objects.count() == 1
    assert balance_of(guest) == 200


def test_a_guest_who_signed_out_comes_back_as_himself(client: Client) -> None:
    client.post("/guest/")
    guest = signed_in(client)
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session
    client.post("/guest/")
    assert signed_in(client) == guest
    assert balance_of(guest) == 200


def test_a_browser_has_a_guests_chips_once(client: Client) -> None:
    client.post("/guest/")
    client.post("/claim/", CHOICE)
    client.post("/accounts/logout/")
    answer = client.post("/guest/", follow=True)
    second = signed_in(client)
    assert second.is_guest
    assert balance_of(second) == 0
    assert "This browser has had its guest chips." in answer.content.decode()
    assert books_check() == ()


@pytest.mark.parametrize("cookie", ["", "Guest-0001", "Guest-0001:0.0:forged:signature"])
def test_a_forged_cookie_opens_nobodys_account(client: Client, cookie: str) -> None:
    victim = a_guest(chips=500)
    client.cookies["guest"] = cookie.replace("Guest-0001", victim.username)
    client.post("/guest/")
    assert signed_in(client) != victim


def test_the_number_of_a_claimed_guest_may_be_given_again_but_not_his_account() -> None:
    first = guest_create(pick=lambda _: 7)
    badge = first.guest_badge
    guest_claim(user=first, name="alice", password=PASSWORD)
    second = guest_create(pick=lambda _: 7)
    assert second.username == "Guest-0007"
    assert guest_by_badge(badge) is None
    assert guest_by_badge(second.guest_badge) == second


def test_guests_get_longer_numbers_when_the_short_ones_are_taken() -> None:
    guest_create(pick=lambda _: 7)
    numbers = iter((7, 7, 7, 9))
    assert guest_create(pick=lambda _: next(numbers)).username == "Guest-00009"


def test_when_no_number_is_free_the_visitor_is_told() -> None:
    for digits in (4, 5, 6, 8, 10):
        a_user(f"Guest-{7:0{digits}d}")
    with pytest.raises(Conflict) as refusal:
        guest_create(pick=lambda _: 7)
    assert refusal.value.code == "account.name_taken"


def test_a_guest_button_leads_where_the_visitor_was_going(client: Client) -> None:
    assert client.post("/guest/", {"next": "/wallet/"})["Location"] == "/wallet/"


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example", "javascript:1"])
def test_a_guest_button_leads_to_no_other_site(client: Client, wanted: str) -> None:
    assert client.post("/guest/", {"next": wanted})["Location"] == "/"


def test_a_link_or_a_prefetch_makes_no_guest(client: Client) -> None:
    assert client.get("/guest/").status_code == 405
    assert User.objects.count() == 0


def test_d_acc_02_a_foreign_page_makes_no_guest_and_claims_nothing(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/guest/").status_code == 403
    client.force_login(a_guest())
    assert client.post("/claim/", CHOICE).status_code == 403
    assert not User.objects.filter(username="alice").exists()


def test_more_than_thirty_guests_a_minute_are_too_many_for_one_address(client: Client) -> None:
    answers = [Client().post("/guest/") for _ in range(31)]
    assert [answer.status_code for answer in answers] == [302] * 30 + [429]
    assert "Too fast" in answers[-1].content.decode()
    assert User.objects.count() == 30


def test_a_claimed_guest_keeps_his_session_and_his_chips(client: Client) -> None:
    client.post("/guest/")
    guest = signed_in(client)
    answer = client.post("/claim/", CHOICE, follow=True)
    alice = signed_in(client)
    assert alice == guest
    assert (alice.username, alice.is_guest) == ("alice", False)
    assert alice.check_password(PASSWORD)
    assert balance_of(alice) == 1000
    assert "This account is yours now." in answer.content.decode()
    assert books_check() == ()


def test_a_claim_with_an_address_asks_to_confirm_it(client: Client) -> None:
    client.post("/guest/")
    client.post("/claim/", CHOICE | {"email": "alice@example.org"})
    alice = signed_in(client)
    assert alice.email == "alice@example.org"
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"username": "Bob"}, "This name is taken."),
        ({"username": "b0b"}, "looks like one that is taken"),
        ({"username": "Admin"}, "kept for the house"),
        ({"username": "Guest-1"}, "kept for the house"),
        ({"username": "аlice"}, "A name has 3 to 20 letters"),
        ({"username": "al"}, "at least 3 characters"),
        ({"username": ""}, "required"),
        ({"password1": "123", "password2": "123"}, "too short"),
        ({"password2": "another horse battery"}, "same password"),
        ({"email": "no address"}, "valid email"),
    ],
)
def test_a_claim_says_what_is_the_matter(
    client: Client, change: dict[str, str], sentence: str
) -> None:
    a_user("bob")
    client.post("/guest/")
    answer = client.post("/claim/", CHOICE | change)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    guest = signed_in(client)
    assert guest.is_guest
    assert balance_of(guest) == 200


def test_a_claim_for_a_name_that_goes_in_the_same_moment_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/guest/")
    monkeypatch.setattr("accounts.adapter.name_refusal", lambda name: None)
    a_user("alice-")
    answer = client.post("/claim/", CHOICE | {"username": "alice_"})
    assert "This name is taken." in answer.content.decode()


def test_only_a_guest_can_claim(client: Client, alice: User) -> None:
    assert client.get("/claim/")["Location"] == "/accounts/login/?next=/claim/"
    client.force_login(alice)
    assert client.get("/claim/")["Location"] == "/"
    with pytest.raises(Conflict) as refusal:
        guest_claim(user=alice, name="bob", password=PASSWORD)
    assert refusal.value.code == "account.not_a_guest"
