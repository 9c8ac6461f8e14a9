"""A wallet whose owner goes: its chips return to the mint, and none are left in play."""

import pytest

from accounts.models import User
from bankroll.audit import books_check, books_proof
from bankroll.selectors import balance_of, statement
from bankroll.services import hold, stack_hold, wallet_close
from tests.factories import a_user
from wire.errors import Refused

pytestmark = pytest.mark.django_db


def test_what_is_left_returns_to_the_mint_once(alice: User, bob: User) -> None:
    wallet_close(user=alice)
    wallet_close(user=alice)
    assert balance_of(alice) == 0
    assert books_proof().issued_chips == 100
    assert (statement(alice).lines[0].reason, balance_of(bob)) == ("Account closed", 100)
    assert books_check() == ()


def test_a_wallet_that_was_never_opened_closes_too(db: None) -> None:
    wallet_close(user=a_user())
    assert books_check() == ()


def test_nobody_goes_while_chips_of_his_are_in_play(alice: User, bob: User) -> None:
    hold(user=alice, escrow_ref="tournament:evening", chips=60, key="entry")
    stack_hold(user=bob, table_ref="table:4k2m", chips=60, key="sit")
    for user in (alice, bob):
        with pytest.raises(Refused, match=r"bankroll\.in_play"):
            wallet_close(user=user)
        assert balance_of(user) == 40
    assert books_check() == ()
