"""Which pairs move chips one way: counted from the games at tables alone."""

from datetime import timedelta

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import OneWay, OneWayTerms, one_way_pairs
from bankroll.services import hold, pay, stack_hold, stack_pay
from tests.factories import a_bot, chips_for
from wire.time import now

pytestmark = pytest.mark.django_db

TABLE = "table:4k2m"
ANYTHING = OneWayTerms(games=1, chips=1, percent=0)


def sit(user: User) -> User:
    stack_hold(user=user, table_ref=TABLE, chips=50, key=f"sit:{user.pk}")
    return user


def pairs(terms: OneWayTerms = ANYTHING, *, days: int = 30) -> tuple[OneWay, ...]:
    return one_way_pairs(since=now() - timedelta(days=days), terms=terms)


def test_games_are_added_up_by_who_lost_to_whom(alice: User, bob: User) -> None:
    for number, (loser, winner, chips) in enumerate(
        [(sit(alice), sit(bob), 20), (alice, bob, 20), (bob, alice, 5)]
    ):
        key = f"game:{number}"
        stack_pay(table_ref=TABLE, loser=loser, winner=winner, chips=chips, key=key)
    lost = OneWay(alice.pk, bob.pk, games=2, chips=40, back_chips=5)
    assert pairs() == (lost,)
    assert pairs(OneWayTerms(games=3, chips=1, percent=0)) == ()
    assert pairs(OneWayTerms(games=1, chips=36, percent=0)) == ()
    assert pairs(OneWayTerms(games=1, chips=35, percent=88)) == (lost,)
    assert pairs(OneWayTerms(games=1, chips=35, percent=89)) == ()
    assert pairs(days=0) == ()
    assert books_check() == ()


def test_house_bots_and_events_are_left_out(alice: User, bob: User) -> None:
    bot = a_bot("Deep-Brown")
    chips_for(bot, 50)
    stack_pay(table_ref=TABLE, loser=sit(alice), winner=sit(bot), chips=30, key="game:1")
    hold(user=bob, escrow_ref="tournament:evening", chips=60, key="entry")
    pay(escrow_ref="tournament:evening", user=alice, chips=60, key="first")
    assert pairs() == ()
    assert books_check() == ()
