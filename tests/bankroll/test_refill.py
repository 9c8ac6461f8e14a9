"""The refill: for whoever has next to nothing, once in four hours, however often it is clicked."""

import pytest
from pytest_django import Settings

from accounts.models import User
from bankroll.audit import books_check
from bankroll.kinds import TransferKind
from bankroll.models import Transfer
from bankroll.selectors import balance_of, refill_facts, statement
from bankroll.services import grant, hold, pay, refill, stack_hold
from tests.factories import a_guest, a_user
from tests.support.clock import StoppedClock
from wire.errors import Refused
from wire.texts import error_body

pytestmark = pytest.mark.django_db

FOUR_HOURS_S = 4 * 3600


@pytest.fixture
def poor(clock: StoppedClock, db: None) -> User:
    """Alice, with 49 chips: one fewer than the house leaves anybody with."""
    return a_user("alice", chips=49)


def codes_of(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [each["code"] for each in refusal.value.facts["refusals"]]


def lose_everything(user: User) -> None:
    """Pay it all into an event that another player wins."""
    chips, event = balance_of(user), f"event:{Transfer.objects.count()}"
    hold(user=user, escrow_ref=event, chips=chips, key=f"{event}:entry")
    pay(escrow_ref=event, user=a_user(), chips=chips, key=f"{event}:first")


def test_who_has_fewer_than_fifty_is_brought_up_to_two_hundred(poor: User) -> None:
    refill(user=poor)
    assert balance_of(poor) == 200
    line = statement(poor).lines[0]
    assert (line.reason, line.chips) == ("Refill", 151)
    assert books_check() == ()


def test_who_has_fifty_is_told_that_it_is_enough(poor: User) -> None:
    grant(user=poor, chips=1, key="gift")
    with pytest.raises(Refused) as refusal:
        refill(user=poor)
    assert error_body(refusal.value)["message"] == (
        "You have 50 chips, in play and not; the refill is for whoever has fewer than 50."
    )
    assert balance_of(poor) == 50
    assert books_check() == ()


def test_chips_in_play_count_as_ones_own(clock: StoppedClock, db: None) -> None:
    alice = a_user("alice", chips=100)
    hold(user=alice, escrow_ref="event", chips=30, key="entry")
    stack_hold(user=alice, table_ref="table:4k2m", chips=40, key="sit")
    with pytest.raises(Refused, match=r"bankroll\.refill_enough"):
        refill(user=alice)
    assert balance_of(alice) == 30


def test_chips_in_play_are_counted_into_the_two_hundred(poor: User) -> None:
    stack_hold(user=poor, table_ref="table:4k2m", chips=40, key="sit")
    refill(user=poor)
    assert balance_of(poor) == 200 - 40
    assert books_check() == ()


def test_the_next_refill_is_there_four_hours_later_and_the_refusal_says_when(
    poor: User, clock: StoppedClock
) -> None:
    refill(user=poor)
    lose_everything(poor)
    clock.pass_s(FOUR_HOURS_S - 1)
    with pytest.raises(Refused) as refusal:
        refill(user=poor)
    assert codes_of(refusal) == ["bankroll.refill_too_soon"]
    assert error_body(refusal.value)["message"] == (
        "Your next refill is there on 29 May 2026, 00:26 UTC."
    )
    clock.pass_s(1)
    refill(user=poor)
    assert balance_of(poor) == 200
    assert books_check() == ()


def test_every_reason_against_is_told_at_once(poor: User) -> None:
    refill(user=poor)
    with pytest.raises(Refused) as refusal:
        refill(user=poor)
    assert codes_of(refusal) == ["bankroll.refill_enough", "bankroll.refill_too_soon"]


def test_a_form_sent_twice_gives_once(poor: User) -> None:
    number = refill_facts(poor).number
    first = refill(user=poor, number=number)
    assert refill(user=poor, number=number) == first
    assert Transfer.objects.filter(kind=TransferKind.REFILL).count() == 1
    assert balance_of(poor) == 200
    assert books_check() == ()


@pytest.mark.parametrize("number", [-1, 0, 7, 10**30])
def test_a_number_nobody_gave_out_asks_for_the_next_refill(poor: User, number: int) -> None:
    refill(user=poor, number=number)
    assert Transfer.objects.get(kind=TransferKind.REFILL).key == f"refill:{poor.pk}:1"
    assert books_check() == ()


def test_guests_are_refilled_too(clock: StoppedClock, db: None) -> None:
    guest = a_guest(chips=10)
    refill(user=guest)
    assert balance_of(guest) == 200
    assert books_check() == ()


def test_the_house_may_set_other_terms(poor: User, settings: Settings) -> None:
    settings.HOUSE_REFILL_BELOW_CHIPS = 10
    settings.HOUSE_REFILL_CHIPS = 60
    settings.HOUSE_REFILL_PAUSE_S = 0
    with pytest.raises(Refused):
        refill(user=poor)
    lose_everything(poor)
    refill(user=poor)
    assert balance_of(poor) == 60
    assert books_check() == ()
