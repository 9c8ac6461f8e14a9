"""Sign-up and sign-in, as far as the house adds to allauth."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from tests.factories import a_user

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
CHOICE = {"username": "Alice", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}


def test_a_name_and_a_password_are_enough_to_join(client: Client) -> None:
    answer = client.post("/accounts/signup/", CHOICE)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    alice = User.objects.get()
    assert (alice.username, alice.is_guest, alice.is_bot) == ("Alice", False, False)
    assert client.session["_auth_user_id"] == str(alice.pk)
    assert balance_of(alice) == 1000
    assert books_check() == ()


def test_signing_in_again_brings_no_more_chips(client: Client) -> None:
    client.post("/accounts/signup/", CHOICE)
    client.post("/accounts/logout/")
    answer = client.post("/accounts/login/", {"login": "aLICE", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert balance_of(User.objects.get()) == 1000


def test_a_welcome_that_was_cut_short_is_made_good_at_the_next_sign_in(client: Client) -> None:
    alice = User.objects.create_user("alice", password=PASSWORD)
    assert balance_of(alice) == 0
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert balance_of(alice) == 1000
    assert books_check() == ()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("BOB", "This name is taken."),
        ("b0b", "looks like one that is taken"),
        ("moderator", "kept for the house"),
        ("guest-99", "kept for the house"),
        ("Ｂｏｂｂｙ", "A name has 3 to 20 letters"),
        ("a" * 21, "at most 20 characters"),
    ],
)
def test_d_acc_03_sign_up_refuses_names_that_deceive(
    client: Client, name: str, sentence: str
) -> None:
    a_user("bob")
    answer = client.post("/accounts/signup/", CHOICE | {"username": name})
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "Iukas11",  # a capital i for the l
        "lukasll",  # l for 1
        "LUKAS11",
        "luk\u0430s11",  # a Cyrillic a
        "\uff4c\uff55\uff4b\uff41\uff5311",  # full-width letters
        "lukas\uff11\uff11",  # full-width digits
        "rnart1n",  # r and n for the m
        "adrnin_liis",
        "admin-liis",
        "admin_Iiis",
        "official-liis",
        "Liis_1",
        "l-i-i-s",
    ],
)
def test_d_acc_03_nobody_registers_a_look_alike_of_a_player_or_of_staff(
    client: Client, name: str
) -> None:
    for taken in ("lukas11", "martin"):
        a_user(taken)
    for staff in ("admin_liis", "liis"):
        a_user(staff, is_staff=True)
    answer = client.post("/accounts/signup/", CHOICE | {"username": name})
    assert answer.status_code == 200
    assert User.objects.count() == 4
    client.post("/guest/")
    answer = client.post("/claim/", CHOICE | {"username": name})
    assert answer.status_code == 200
    assert User.objects.filter(is_guest=True).count() == 1


def test_of_two_sign_ups_for_a_name_in_one_moment_one_is_asked_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_user("a-lice")
    monkeypatch.setattr("accounts.adapter.name_refusal", lambda name: None)
    answer = client.post("/accounts/signup/", CHOICE | {"username": "a_lice"}, follow=True)
    assert answer.redirect_chain == [("/accounts/signup/", 302)]
    assert "Somebody has just taken this name." in answer.content.decode()
    assert User.objects.count() == 1


def test_a_wrong_password_does_not_say_whether_the_name_exists(client: Client) -> None:
    User.objects.create_user("alice", password=PASSWORD)
    pages = [
        client.post("/accounts/login/", {"login": name, "password": "wrong"}).content.decode()
        for name in ("alice", "nobody")
    ]
    for page in pages:
        assert "do not belong together" in page


def test_a_forgotten_password_is_reset_by_mail(client: Client) -> None:
    client.post("/accounts/signup/", CHOICE | {"email": "alice@example.org"})
    client.post("/accounts/logout/")
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = client.get(link.removeprefix("http://testserver"), follow=True)
    new = {"password1": "another horse battery", "password2": "another horse battery"}
    client.post(form.request["PATH_INFO"], new)
    answer = client.post("/accounts/login/", {"login": "Alice", "password": new["password1"]})
    assert answer["Location"] == "/"


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/1-broken/",
    ],
)
def test_pages_for_strangers_wear_the_dress_of_the_house(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert 'class="site-header"' in page
    assert 'class="page-title' in page


@pytest.mark.parametrize(
    "path",
    ["/accounts/logout/", "/accounts/email/", "/accounts/password/change/", "/claim/"],
)
def test_pages_for_members_and_guests_wear_it_too(client: Client, path: str) -> None:
    alice = a_user("alice")
    alice.set_password(PASSWORD)
    alice.is_guest = path == "/claim/"
    alice.save()
    client.force_login(alice)
    page = client.get(path).content.decode()
    assert 'class="site-header"' in page
    assert 'class="page-title' in page
