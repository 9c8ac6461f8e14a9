"""Accounts that share a browser: told to staff once a pair, forgotten in time, never punished."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.browsers import DEVICE_COOKIE
from accounts.models import User
from moderation.models import DeviceUse, Notice, Sanction
from moderation.sanctions import SanctionKind
from moderation.selectors import linked_accounts
from moderation.services import sanction_lift
from moderation.services.devices import device_note
from moderation.tasks import forget_devices
from tests.accounts.people import PASSWORD, a_member
from tests.factories import a_guest, a_user
from tests.moderation.barring import a_chief, sanctioned
from tests.support.clock import StoppedClock

pytestmark = pytest.mark.django_db

LAPTOP, PHONE = "laptop", "phone"


def used(user: User, device: str = LAPTOP) -> None:
    """The user comes in with this browser."""
    device_note(user=user, device=device)


def told() -> list[str]:
    """What staff read of shared devices."""
    return [notice.text for notice in Notice.objects.order_by("pk")]


# --- notices -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [SanctionKind.MUTE, SanctionKind.SUSPEND, SanctionKind.BAN])
def test_a_new_account_on_the_browser_of_somebody_sanctioned_is_told_to_staff(
    eve: User, kind: SanctionKind
) -> None:
    used(eve)
    sanctioned(eve, kind)
    used(a_user("evelyn"))
    assert told() == [
        f"evelyn came on a device that eve has used, who is under a sanction ({kind})."
    ]
    assert Notice.objects.get().subject == "user:evelyn user:eve"
    assert not Sanction.objects.exclude(user=eve).exists(), "nobody is punished for a device"


def test_a_guest_is_told_of_too_and_each_pair_once(eve: User) -> None:
    used(eve)
    used(eve, PHONE)
    sanctioned(eve)
    sanctioned(eve, SanctionKind.MUTE)
    guest = a_guest()
    used(guest)
    used(guest)
    used(guest, PHONE)
    assert len(told()) == 1


@pytest.mark.parametrize("kind", [SanctionKind.WARN, SanctionKind.EVENT_BAN])
def test_what_nobody_evades_by_another_name_is_not_told(eve: User, kind: SanctionKind) -> None:
    used(eve)
    sanctioned(eve, kind)
    used(a_user("evelyn"))
    assert told() == []


def test_what_is_over_or_lifted_is_not_told(clock: StoppedClock, eve: User) -> None:
    used(eve)
    sanctioned(eve, lasts=timedelta(hours=1))
    clock.pass_s(3601)
    used(a_user("evelyn"))
    lifted = sanctioned(eve)
    sanction_lift(actor=a_chief(), sanction_id=lifted.public_id, text="Sorry.", reason="Mistake.")
    used(a_user("evita"))
    assert told() == []


def test_an_account_that_was_there_before_the_sanction_is_not_told(eve: User, bob: User) -> None:
    used(eve)
    used(bob)
    sanctioned(eve)
    used(bob)
    assert told() == []


def test_somebody_barred_who_tries_another_browser_marks_it(client: Client) -> None:
    eve = a_member("eve")
    sanctioned(eve)
    client.post("/accounts/login/", {"login": "eve", "password": PASSWORD})
    client.post("/guest/")
    assert len(told()) == 1
    assert "who is under a sanction (ban)" in told()[0]


# --- the cookie --------------------------------------------------------------------------------


def test_a_browser_keeps_one_number_whoever_comes_in(client: Client) -> None:
    a_member("alice")
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    cookie = client.cookies[DEVICE_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == settings.HOUSE_DEVICE_KEEP_DAYS * 24 * 3600
    number = cookie.value.partition(":")[0]
    client.post("/accounts/logout/")
    client.post("/guest/")
    client.post("/accounts/logout/")
    sign_up = {"username": "bob", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}
    client.post("/accounts/signup/", sign_up)
    assert client.cookies[DEVICE_COOKIE].value.partition(":")[0] == number
    uses = DeviceUse.objects.all()
    assert len(uses) == 3
    assert len({use.device for use in uses}) == 1
    assert number not in uses[0].device, "only its hash is kept"


def test_a_forged_number_is_no_number(client: Client) -> None:
    used(a_user("eve"), LAPTOP)
    client.cookies[DEVICE_COOKIE] = f"{LAPTOP}:forged:signature"
    client.post("/guest/")
    assert DeviceUse.objects.filter(device=LAPTOP).count() == 1
    assert DeviceUse.objects.count() == 2


def test_other_browsers_at_the_same_address_are_other_devices() -> None:
    for _browser in range(2):
        Client(REMOTE_ADDR="192.0.2.1").post("/guest/")
    assert len({use.device for use in DeviceUse.objects.all()}) == 2


# --- the card of a player ----------------------------------------------------------------------


def test_linked_accounts_are_those_of_ones_browsers(
    clock: StoppedClock, alice: User, eve: User, bob: User
) -> None:
    used(eve)
    clock.pass_s(60)
    used(eve, PHONE)
    evelyn = a_user("evelyn")
    used(evelyn)
    clock.pass_s(60)
    used(evelyn, PHONE)
    used(alice, PHONE)
    used(bob, "his own")
    sanctioned(evelyn, SanctionKind.MUTE)
    linked = {one.user.username: one for one in linked_accounts(eve)}
    assert set(linked) == {"alice", "evelyn"}
    assert linked["evelyn"].devices == 2
    assert linked["evelyn"].sanctions == ("mute",)
    assert linked["evelyn"].last_at - linked["evelyn"].first_at == timedelta(seconds=60)
    assert (linked["alice"].devices, linked["alice"].sanctions) == (1, ())
    assert linked_accounts(bob) == ()


def test_it_costs_the_same_however_many_accounts_share_a_browser(
    eve: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    used(eve)
    for _account in range(5):
        used(a_user())
    with django_assert_num_queries(2):
        assert len(linked_accounts(eve)) == 5


def test_browsers_are_forgotten_after_ninety_days_without_use(
    clock: StoppedClock, eve: User
) -> None:
    used(eve, LAPTOP)
    used(eve, PHONE)
    clock.pass_s(60 * 24 * 3600)
    used(eve, PHONE)
    clock.pass_s(31 * 24 * 3600)
    forget_devices()
    assert [use.device for use in DeviceUse.objects.all()] == [PHONE]
