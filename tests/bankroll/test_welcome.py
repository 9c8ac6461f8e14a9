"""Chips for newcomers: given once, and never more by taking a detour."""

import pytest
from pytest_django import Settings

from accounts.services import bot_ensure, guest_claim, guest_create, user_welcome
from bankroll.audit import books_check
from bankroll.selectors import balance_of, statement
from bankroll.services import hold
from tests.factories import a_user

pytestmark = pytest.mark.django_db


def test_a_member_is_welcomed_with_a_thousand_chips_once(db: None) -> None:
    alice = a_user("alice")
    user_welcome(user=alice)
    user_welcome(user=alice)
    assert balance_of(alice) == 1000
    assert statement(alice).lines[0].note == "Welcome to the house."
    assert books_check() == ()


def test_a_guest_gets_two_hundred_and_the_rest_when_he_claims_the_account(db: None) -> None:
    guest = guest_create()
    assert balance_of(guest) == 200
    hold(user=guest, escrow_ref="tournament:evening", chips=150, key="entry")
    alice = guest_claim(user=guest, name="alice", password="long enough for this")
    assert balance_of(alice) == 50 + 800
    user_welcome(user=alice)
    assert balance_of(alice) == 850
    assert books_check() == ()


def test_a_guest_without_a_welcome_gets_all_of_it_as_a_member(db: None) -> None:
    guest = guest_create(with_welcome=False)
    assert balance_of(guest) == 0
    alice = guest_claim(user=guest, name="alice", password="long enough for this")
    assert balance_of(alice) == 1000
    assert books_check() == ()


def test_a_bot_is_welcomed_like_a_member(db: None) -> None:
    bot = bot_ensure("Deep-Brown")
    assert bot_ensure("Deep-Brown") == bot
    assert balance_of(bot) == 1000
    assert books_check() == ()


def test_a_later_change_of_the_sums_gives_nobody_more(settings: Settings) -> None:
    alice, guest = a_user("alice"), guest_create()
    user_welcome(user=alice)
    settings.HOUSE_WELCOME_CHIPS = 5000
    settings.HOUSE_GUEST_CHIPS = 900
    user_welcome(user=alice)
    user_welcome(user=guest)
    assert (balance_of(alice), balance_of(guest)) == (1000, 200)
    assert books_check() == ()


def test_a_guest_who_had_more_than_a_member_would_get_keeps_it(settings: Settings) -> None:
    guest = guest_create()
    settings.HOUSE_WELCOME_CHIPS = 150
    alice = guest_claim(user=guest, name="alice", password="long enough for this")
    assert balance_of(alice) == 200
    assert books_check() == ()
