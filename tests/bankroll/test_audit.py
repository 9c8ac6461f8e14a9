"""The audit finds every kind of breach, and says so to whoever asks."""

import logging
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from bankroll.audit import Proof, books_check, books_proof
from bankroll.kinds import HOUSE, MINT, TransferKind, wallet
from bankroll.models import Account, Posting, Transfer
from bankroll.services import fee_take, hold, stack_hold
from bankroll.tasks import audit_books
from tests.factories import a_user

pytestmark = pytest.mark.django_db


def breaches() -> list[str]:
    return [str(breach) for breach in books_check()]


def alter(statement: str) -> None:
    connection.check_constraints()  # PostgreSQL alters no table with deferred checks pending
    with connection.cursor() as cursor:
        cursor.execute(statement)


def take_down_guards(table: str) -> None:
    """Drop the table's triggers, as a careless administrator might."""
    where = f" ON {table}" if connection.vendor == "postgresql" else ""
    for act in ("update", "delete"):
        alter(f"DROP TRIGGER {table}_no_{act}{where}")


@pytest.fixture
def no_solvency_check(db: None) -> Iterator[None]:
    """The database without the check that wallets are never below zero."""
    if connection.vendor == "postgresql":
        alter("ALTER TABLE bankroll_account DROP CONSTRAINT bankroll_account_is_solvent")
        yield
    else:
        alter("PRAGMA ignore_check_constraints = ON")
        yield
        alter("PRAGMA ignore_check_constraints = OFF")


def test_no_breach_is_found_in_good_books(alice: User) -> None:
    hold(user=alice, escrow_ref="tournament:evening", chips=60, key="entry")
    fee_take(escrow_ref="tournament:evening", chips=10, key="fee")
    assert books_check() == ()
    assert books_proof() == Proof(
        issued_chips=100, wallet_chips=40, escrow_chips=50, house_chips=10
    )
    assert books_proof().is_true


def test_chips_on_tables_count_as_held_in_escrow(alice: User) -> None:
    stack_hold(user=alice, table_ref="table:4k2m", chips=60, key="sit")
    assert (books_proof().wallet_chips, books_proof().escrow_chips) == (40, 60)
    assert books_proof().is_true
    assert books_check() == ()


def test_a_balance_that_was_tampered_with_is_found(alice: User) -> None:
    Account.objects.filter(ref=wallet(alice).ref).update(balance_chips=1_000)
    assert breaches() == [
        f"balance: {wallet(alice).ref}: says 1000, its postings add up to 100",
        "issue: all accounts: add up to 900 instead of 0",
    ]


def test_chips_moved_between_balances_without_a_posting_are_found(alice: User) -> None:
    bob = a_user("bob", chips=100)
    Account.objects.filter(ref=wallet(alice).ref).update(balance_chips=150)
    Account.objects.filter(ref=wallet(bob).ref).update(balance_chips=50)
    assert breaches() == [
        f"balance: {wallet(alice).ref}: says 150, its postings add up to 100",
        f"balance: {wallet(bob).ref}: says 50, its postings add up to 100",
    ]


def test_an_overdrawn_account_is_found(no_solvency_check: None, alice: User) -> None:
    Account.objects.filter(ref=wallet(alice).ref).update(balance_chips=-5)
    assert f"solvency: {wallet(alice).ref}: stands at -5" in breaches()


def test_a_changed_posting_is_found(alice: User) -> None:
    take_down_guards("bankroll_posting")
    Posting.objects.update(chips=70)
    assert breaches()[:2] == [
        "balance: mint: says -100, its postings add up to -70",
        f"balance: {wallet(alice).ref}: says 100, its postings add up to 70",
    ]


def test_a_transfer_that_lost_its_postings_is_found(alice: User) -> None:
    Transfer.objects.create(kind=TransferKind.GRANT, key="hollow")
    assert breaches() == ["substance: hollow: has no postings"]


def test_chips_that_went_where_their_kind_does_not_go_are_found(alice: User) -> None:
    hold(user=alice, escrow_ref="tournament:evening", chips=60, key="entry")
    fee_take(escrow_ref="tournament:evening", chips=10, key="fee")
    theft = Transfer.objects.create(kind=TransferKind.GRANT, key="theft")
    house = Account.objects.get(ref=HOUSE.ref)
    purse = Account.objects.get(ref=wallet(alice).ref)
    Posting.objects.create(transfer=theft, source=house, target=purse, chips=10)
    Account.objects.filter(pk=house.pk).update(balance_chips=0)
    Account.objects.filter(pk=purse.pk).update(balance_chips=50)
    assert breaches() == [f"road: theft: grant of 10 from house to {wallet(alice).ref}"]


@pytest.mark.parametrize("table", ["bankroll_transfer", "bankroll_posting"])
def test_a_guard_that_was_taken_down_is_found(alice: User, table: str) -> None:
    take_down_guards(table)
    assert breaches() == [
        f"guard: {table}_no_update: is not standing",
        f"guard: {table}_no_delete: is not standing",
    ]


def test_the_command_proves_the_books(alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    hold(user=alice, escrow_ref="tournament:evening", chips=60, key="entry")
    fee_take(escrow_ref="tournament:evening", chips=10, key="fee")
    call_command("audit_books")
    assert capsys.readouterr().out == (
        "The books are in order: issued 100 = wallets 40 + escrow 50 + house 10.\n"
    )


def test_the_command_fails_and_lists_every_breach(
    alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    Account.objects.filter(ref=MINT.ref).update(balance_chips=-90)
    with pytest.raises(CommandError, match="The books are wrong in 2 places") as failure:
        call_command("audit_books")
    assert failure.value.returncode == 1
    assert capsys.readouterr().err == (
        "balance: mint: says -90, its postings add up to -100\n"
        "issue: all accounts: add up to 10 instead of 0\n"
    )


def test_the_nightly_audit_cries_out_for_every_breach(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    audit_books()
    assert caplog.records == []
    Account.objects.filter(ref=wallet(alice).ref).update(balance_chips=99)
    audit_books()
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL] * 2
