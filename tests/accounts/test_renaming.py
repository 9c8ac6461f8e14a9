"""Taking another name: who may, how often, and what becomes of the old one."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import FormerName, User
from accounts.selectors import is_name_free, name_refusal
from accounts.services import bot_ensure, guest_claim, preferences_set, user_rename
from accounts.services.names import RENAME_EVERY
from tests.accounts.people import text_of
from tests.clock import FrozenClock
from tests.factories import a_guest, a_user
from wire.errors import Conflict, Refused
from wire.moments import moment_text

pytestmark = pytest.mark.django_db

A_MONTH_S = timedelta(days=30, seconds=1).total_seconds()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    frozen = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", frozen)
    return frozen


@pytest.fixture
def alice(clock: FrozenClock) -> User:
    return a_user("alice")


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def test_a_new_name_is_taken_at_the_form(browser: Client, alice: User) -> None:
    page = browser.post("/account/name/", {"username": "alisa"}, follow=True)
    assert "You are alisa now." in text_of(page)
    alice.refresh_from_db()
    assert alice.username == "alisa"


def test_the_old_name_is_kept_for_its_bearer(alice: User, clock: FrozenClock) -> None:
    user_rename(user=alice, name="alisa")
    for name in ("alice", "a1ice", "ALICE"):
        assert not is_name_free(name)
        with pytest.raises(Conflict) as refusal:
            guest_claim(user=a_guest(), name=name, password="-")
        assert refusal.value.code == "account.name_taken"
    clock.pass_s(A_MONTH_S)
    user_rename(user=alice, name="Alice")
    assert list(FormerName.objects.values_list("folded", flat=True)) == ["allsa"]


def test_a_bot_takes_no_former_name(alice: User) -> None:
    user_rename(user=alice, name="alisa")
    with pytest.raises(Conflict):
        bot_ensure("alice")
    assert not User.objects.filter(is_bot=True).exists()


def test_a_sign_up_takes_no_former_name_even_in_the_same_moment(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    user_rename(user=alice, name="alisa")
    secret = {"password1": "correct horse", "password2": "correct horse"}
    choice = {"username": "alice", "rules": "1", **secret}
    page = Client().post("/accounts/signup/", choice)
    assert "looks like one that is taken" in text_of(page)
    monkeypatch.setattr("accounts.adapter.name_refusal", lambda name: None)
    page = Client().post("/accounts/signup/", choice, follow=True)
    assert "Somebody has just taken this name." in text_of(page)
    assert User.objects.count() == 1


def test_a_name_changes_once_in_thirty_days(alice: User, clock: FrozenClock) -> None:
    user_rename(user=alice, name="alisa")
    with pytest.raises(Refused) as refusal:
        user_rename(user=alice, name="alissa")
    assert refusal.value.code == "account.renamed_lately"
    user_rename(user=alice, name="ALISA")  # the same name in other letters
    clock.pass_s(A_MONTH_S)
    user_rename(user=alice, name="alissa")


def test_too_soon_is_explained_on_the_page(browser: Client) -> None:
    browser.post("/account/name/", {"username": "alisa"})
    page = text_of(browser.post("/account/name/", {"username": "alissa"}))
    assert "A name can be changed once in 30 days." in page


def test_the_day_a_name_may_change_again_is_told_by_the_readers_clock(
    browser: Client, alice: User
) -> None:
    preferences_set(user=alice, changes={"language": "nb", "time_zone": "Asia/Tokyo"})
    browser.post("/account/name/", {"username": "alisa"})
    page = text_of(browser.post("/account/name/", {"username": "alissa"}))
    again = FormerName.objects.get().created_at + RENAME_EVERY
    with translation.override("nb"), timezone.override("Asia/Tokyo"):
        assert moment_text(again) in page


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Bob", "looks like one that is taken"),
        ("b0b", "looks like one that is taken"),
        ("dora1", "looks like one of our staff"),
        ("admin", "kept for the house"),
        ("Guest-0001", "kept for the house"),
        ("al", "A name has 3 to 20 letters"),
        ("a" * 21, "at most 20 characters"),
        ("\u0430lice", "A name has 3 to 20 letters"),
        ("two words", "A name has 3 to 20 letters"),
        ("nul\0l", "Null characters are not allowed"),
        ("", "required"),
    ],
)
def test_a_name_that_deceives_is_refused(browser: Client, name: str, sentence: str) -> None:
    a_user("bob")
    a_user("dora", is_staff=True)
    assert sentence in text_of(browser.post("/account/name/", {"username": name}))
    assert not FormerName.objects.exists()


def test_of_two_for_a_name_in_one_moment_one_is_refused(
    browser: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_user("bob")
    for place in ("accounts.forms", "accounts.services.names"):
        monkeypatch.setattr(f"{place}.name_refusal", lambda name, **_: None)
    page = text_of(browser.post("/account/name/", {"username": "b0b"}))
    assert "This name is taken." in page
    alice.refresh_from_db()
    assert alice.username == "alice"


def test_a_guest_claims_instead(client: Client) -> None:
    guest = a_guest()
    client.force_login(guest)
    assert client.get("/account/name/")["Location"] == "/claim/"
    with pytest.raises(Refused) as refusal:
        user_rename(user=guest, name="bob")
    assert refusal.value.code == "account.guest"


def test_staff_may_sound_like_the_house_and_nobody_else() -> None:
    dora = a_user("dora", is_staff=True)
    user_rename(user=dora, name="admin_dora")
    for name in ("adrnin_dora", "admin-dora", "Admin_Dora"):
        no = name_refusal(name)
        assert no is not None
        assert no.code == "account.name_reserved"


def test_the_desk_keeps_to_the_same_rules(client: Client, alice: User) -> None:
    client.force_login(User.objects.create_superuser("dora"))
    a_user("bob")
    page = f"/admin/accounts/user/{alice.pk}/change/"
    for name, sentence in (("b0b", "looks like one"), ("moderator", "kept for the house")):
        asked = {"username": name, "is_active": "on", "rank": "0", "reason": "Asked for."}
        assert sentence in text_of(client.post(page, asked))
    client.post(page, asked | {"username": "moderator", "rank": "1"})
    alice.refresh_from_db()
    assert (alice.username, alice.is_staff) == ("moderator", True)
    assert FormerName.objects.filter(user=alice).exists()
    new = {"username": "house", "usable_password": "false"}
    assert "kept for the house" in text_of(client.post("/admin/accounts/user/add/", new))
