"""Corrections by staff: one form, one transfer, one line in the log, and a reason for both."""

import pytest
from django.contrib.auth.models import Permission

from accounts.models import StaffAction, User
from bankroll.audit import books_check
from bankroll.kinds import TransferKind
from bankroll.models import Transfer
from bankroll.selectors import balance_of, statement
from bankroll.services import MOST_CHIPS, correction_post
from tests.factories import a_user
from wire.errors import Conflict, Forbidden, Malformed, PlatformError, Refused
from wire.texts import error_body

pytestmark = pytest.mark.django_db

REASON = "The prize of the club evening was booked to Bob."


@pytest.fixture
def dora(db: None) -> User:
    """Staff who may correct wallets."""
    dora = a_user("dora", is_staff=True)
    dora.user_permissions.add(Permission.objects.get(codename="correct_wallet"))
    return dora


def test_chips_are_added_from_the_mint_and_the_player_reads_why(dora: User, alice: User) -> None:
    correction_post(staff=dora, user=alice, chips=50, reason=f" {REASON} ", key="form-1")
    assert balance_of(alice) == 150
    line = statement(alice).lines[0]
    assert (line.reason, line.note, line.chips) == ("Correction by staff", REASON, 50)
    assert books_check() == ()


def test_chips_are_taken_back_to_the_mint(dora: User, alice: User) -> None:
    correction_post(staff=dora, user=alice, chips=-30, reason=REASON, key="form-1")
    assert balance_of(alice) == 70
    assert statement(alice).lines[0].chips == -30
    assert books_check() == ()


def test_the_log_keeps_who_did_it_and_why(dora: User, alice: User) -> None:
    correction_post(staff=dora, user=alice, chips=-30, reason=REASON, key="form-1")
    act = StaffAction.objects.get()
    assert (act.actor, act.act, act.subject, act.reason, act.details) == (
        dora,
        "wallet.correct",
        "user:alice",
        REASON,
        {"chips": -30, "transfer": "correction:form-1"},
    )


def test_a_form_sent_twice_corrects_once_and_is_logged_once(dora: User, alice: User) -> None:
    first = correction_post(staff=dora, user=alice, chips=50, reason=REASON, key="form-1")
    assert correction_post(staff=dora, user=alice, chips=50, reason=REASON, key="form-1") == first
    assert balance_of(alice) == 150
    assert StaffAction.objects.count() == 1
    assert books_check() == ()


def test_a_form_that_corrected_one_thing_does_not_correct_another(
    dora: User, alice: User, bob: User
) -> None:
    correction_post(staff=dora, user=alice, chips=50, reason=REASON, key="form-1")
    for user, chips in ((alice, 51), (alice, -50), (bob, 50)):
        with pytest.raises(Conflict, match=r"bankroll\.key_reused"):
            correction_post(staff=dora, user=user, chips=chips, reason=REASON, key="form-1")
    assert (balance_of(alice), balance_of(bob)) == (150, 100)
    assert StaffAction.objects.count() == 1
    assert books_check() == ()


def test_no_more_is_taken_than_the_wallet_holds(dora: User, alice: User) -> None:
    with pytest.raises(Refused) as refusal:
        correction_post(staff=dora, user=alice, chips=-101, reason=REASON, key="form-1")
    assert error_body(refusal.value)["message"] == ("There are 100 chips in this wallet, not 101.")
    assert balance_of(alice) == 100
    assert not StaffAction.objects.exists()
    assert books_check() == ()


@pytest.mark.parametrize(
    ("chips", "reason", "kind", "code"),
    [
        (0, REASON, Malformed, "bankroll.amount"),
        (1.5, REASON, Malformed, "bankroll.amount"),
        ("50", REASON, Malformed, "bankroll.amount"),
        (True, REASON, Malformed, "bankroll.amount"),
        (MOST_CHIPS + 1, REASON, Malformed, "bankroll.amount"),
        (-MOST_CHIPS - 1, REASON, Malformed, "bankroll.amount"),
        (50, "", Refused, "staff.reason"),
        (50, "  \n ", Refused, "staff.reason"),
        (50, "x" * 201, Malformed, "bankroll.reason"),
    ],
)
def test_a_form_that_makes_no_sense_corrects_nothing(
    dora: User, alice: User, chips: int, reason: str, kind: type[PlatformError], code: str
) -> None:
    with pytest.raises(kind) as refusal:
        correction_post(staff=dora, user=alice, chips=chips, reason=reason, key="form-1")
    assert refusal.value.code == code
    assert balance_of(alice) == 100
    assert not Transfer.objects.filter(kind=TransferKind.CORRECTION).exists()
    assert books_check() == ()


def test_nobody_corrects_his_own_wallet(dora: User) -> None:
    with pytest.raises(Refused, match=r"bankroll\.own_wallet"):
        correction_post(staff=dora, user=dora, chips=50, reason=REASON, key="form-1")
    assert balance_of(dora) == 0


@pytest.mark.parametrize("is_staff", [False, True])
def test_it_takes_the_permission_to_correct_wallets(alice: User, is_staff: bool) -> None:
    eve = a_user("eve", is_staff=is_staff)
    with pytest.raises(Forbidden):
        correction_post(staff=eve, user=alice, chips=50, reason=REASON, key="form-1")
    assert balance_of(alice) == 100


def test_who_is_no_longer_staff_corrects_nothing_whatever_he_was_allowed(
    dora: User, alice: User
) -> None:
    dora.is_staff = False
    with pytest.raises(Forbidden):
        correction_post(staff=dora, user=alice, chips=50, reason=REASON, key="form-1")
    assert balance_of(alice) == 100
    assert books_check() == ()
