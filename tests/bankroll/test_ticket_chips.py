"""The chips of tickets: from a pool to a ticket, to an event and back, carried on, and lapsed."""

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.kinds import HOUSE, MINT
from bankroll.models import Account, Transfer
from bankroll.selectors import balance_of, escrow_balance, holdings_of
from bankroll.services import (
    fee_take,
    hold,
    overlay_add,
    pool_carry,
    release,
    ticket_lapse,
    ticket_move,
)
from tests.factories import a_user
from wire.errors import Refused

pytestmark = pytest.mark.django_db

SATELLITE, TARGET = "tournament:satellite", "tournament:target"


def balance(ref: str) -> int:
    return Account.objects.get(ref=ref).balance_chips


def test_the_worked_example_of_the_ledger_page() -> None:
    people = [a_user(chips=11) for _ in range(10)]
    for number, user in enumerate(people):
        hold(user=user, escrow_ref=SATELLITE, chips=11, key=f"entry:{number}")
    fee_take(escrow_ref=SATELLITE, chips=10, key="fee")
    for each in ("a", "b", "c"):
        ticket_move(
            source_ref=SATELLITE, target_ref=f"ticket:{each}", chips=30, key=f"ticket:{each}"
        )
    pool_carry(source_ref=SATELLITE, target_ref=TARGET, chips=10, key="carry")
    for each in ("a", "b"):
        ticket_move(source_ref=f"ticket:{each}", target_ref=TARGET, chips=30, key=f"use:{each}")
    ticket_move(source_ref=TARGET, target_ref="ticket:a", chips=30, key="back:a")
    for each in ("a", "c"):
        ticket_lapse(escrow_ref=f"ticket:{each}", chips=30, key=f"lapse:{each}")
    assert [escrow_balance(ref) for ref in (SATELLITE, TARGET, "ticket:a")] == [0, 40, 0]
    assert balance(HOUSE.ref) == 70
    assert balance(MINT.ref) == -110
    assert books_check() == ()


def test_a_guarantee_is_minted_into_the_pool() -> None:
    overlay_add(escrow_ref=SATELLITE, chips=50, key="overlay")
    overlay_add(escrow_ref=SATELLITE, chips=50, key="overlay")
    assert (escrow_balance(SATELLITE), balance(MINT.ref)) == (50, -50)
    assert books_check() == ()


def test_a_ticket_that_staff_give_is_minted() -> None:
    ticket_move(source_ref=None, target_ref="ticket:a", chips=30, key="ticket:a")
    assert (escrow_balance("ticket:a"), balance(MINT.ref)) == (30, -30)
    assert books_check() == ()


def test_a_ticket_is_worth_no_chips_to_its_holder(alice: User) -> None:
    before = holdings_of(alice)
    ticket_move(source_ref=None, target_ref="ticket:a", chips=30, key="ticket:a")
    ticket_move(source_ref="ticket:a", target_ref=TARGET, chips=30, key="use:a")
    assert holdings_of(alice) == before
    with pytest.raises(Refused) as refused:
        release(escrow_ref=TARGET, user=alice, chips=30, key="back:a")
    assert refused.value.code == "bankroll.not_held"


def test_the_price_of_a_ticket_moves_once_for_its_key_and_never_beyond_what_lies_there() -> None:
    ticket_move(source_ref=None, target_ref="ticket:a", chips=30, key="ticket:a")
    for _again in range(3):
        ticket_move(source_ref="ticket:a", target_ref=TARGET, chips=30, key="use:a")
    with pytest.raises(Refused) as refused:
        ticket_lapse(escrow_ref="ticket:a", chips=30, key="lapse:a")
    assert refused.value.code == "bankroll.short"
    assert Transfer.objects.filter(kind="ticket").count() == 2
    assert escrow_balance(TARGET) == 30
    assert books_check() == ()


def test_whoever_wins_a_ticket_gets_the_chips_of_his_entry_back(alice: User) -> None:
    before = balance_of(alice)
    hold(user=alice, escrow_ref=TARGET, chips=30, key="entry:target:1")
    ticket_move(source_ref=None, target_ref="ticket:a", chips=30, key="ticket:a")
    release(escrow_ref=TARGET, user=alice, chips=30, key="entry:target:1:chips")
    ticket_move(source_ref="ticket:a", target_ref=TARGET, chips=30, key="entry:target:1:ticket")
    assert balance_of(alice) == before
    assert escrow_balance(TARGET) == 30
    assert books_check() == ()
