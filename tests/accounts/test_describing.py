"""What a member says about himself: where it is read, what cannot stand there, and who may not."""

import pytest
from django.test import Client

from accounts import gates
from accounts.gates import Door
from accounts.models import User
from accounts.selectors import account_record
from accounts.services import user_close, user_describe
from tests.accounts.people import text_of
from tests.factories import a_guest, a_user
from wire.errors import Refused
from wire.refusals import Refusal

pytestmark = pytest.mark.django_db

FINE = "Plays from Tartu since 1987. Mängin igal neljapäeval, 5-point matches please!"


@pytest.fixture
def alice() -> User:
    return a_user("alice")


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def test_a_line_about_oneself_is_read_by_everybody(browser: Client, client: Client) -> None:
    page = browser.post("/account/about/", {"about": FINE}, follow=True)
    assert FINE in text_of(page)
    assert FINE in text_of(browser.get("/account/about/"))
    client.logout()
    assert FINE in text_of(client.get("/players/alice/"))


def test_d_cht_05_markup_about_oneself_is_shown_as_text(alice: User, client: Client) -> None:
    user_describe(user=alice, about='<img src=x onerror="steal()"> \u202ehi\x00\n"there')
    page = client.get("/players/alice/").content.decode()
    assert "&lt;img src=x onerror=&quot;steal()&quot;&gt; hi &quot;there" in page
    assert "<img src=x" not in page


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ("you are all idiots", "could offend somebody"),
        ("lessons at gammonking.com", "Links, addresses, phone numbers"),
        ("x1" * 101, "at most 200 characters"),
    ],
)
def test_what_cannot_stand_there_is_given_back_with_the_reason(
    browser: Client, alice: User, about: str, sentence: str
) -> None:
    page = text_of(browser.post("/account/about/", {"about": about}))
    assert sentence in page
    assert about in page
    alice.refresh_from_db()
    assert alice.about == ""


def test_what_is_hidden_does_not_count_and_is_not_kept(alice: User) -> None:
    assert user_describe(user=alice, about="\u200bhi" + "\u200b" * 300).about == "hi"
    with pytest.raises(Refused, match=r"account.about_too_long"):
        user_describe(user=alice, about="a1" * 150)


def test_who_may_not_speak_may_only_take_it_away(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    user_describe(user=alice, about=FINE)

    def muted(user: User, door: Door) -> Refusal | None:
        return Refusal("chat.muted", "You are muted.") if door == Door.SPEAK else None

    monkeypatch.setattr(gates, "_checks", [muted])
    with pytest.raises(Refused, match=r"chat.muted"):
        user_describe(user=alice, about="Now I say it here.")
    assert user_describe(user=alice, about="").about == ""


def test_a_guest_has_no_page_to_fill(client: Client) -> None:
    guest = a_guest()
    with pytest.raises(Refused, match=r"account.guest"):
        user_describe(user=guest, about=FINE)
    client.force_login(guest)
    assert client.get("/account/about/")["Location"] == "/claim/"
    assert "About you" not in text_of(client.get("/account/"))


def test_it_is_taken_along_and_goes_with_the_account(alice: User) -> None:
    user_describe(user=alice, about=FINE)
    alice.refresh_from_db()
    assert account_record(alice)["account"]["about"] == FINE
    assert user_close(user=alice, typed_name="alice").about == ""
