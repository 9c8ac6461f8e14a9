"""Chips on a table: brought from the wallet, moved game by game, taken home in the end."""

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.kinds import TransferKind
from bankroll.models import Transfer
from bankroll.selectors import balance_of, holdings_of, stack_of, stacks_at, table_transfers
from bankroll.services import bot_fund, stack_hold, stack_pay, stack_release
from tests.factories import a_bot, a_user
from wire.errors import Forbidden, Malformed, Refused

pytestmark = pytest.mark.django_db

TABLE = "table:4k2m"


@pytest.fixture
def seated(alice: User, bob: User) -> tuple[User, User]:
    """Alice and Bob, with sixty chips of their hundred on the table."""
    stack_hold(user=alice, table_ref=TABLE, chips=60, key="sit:1")
    stack_hold(user=bob, table_ref=TABLE, chips=60, key="sit:2")
    return alice, bob


def test_what_is_brought_to_a_table_lies_before_the_player(seated: tuple[User, User]) -> None:
    alice, bob = seated
    assert stacks_at(TABLE) == {alice.pk: 60, bob.pk: 60}
    assert holdings_of(alice).available_chips == 40
    assert holdings_of(alice).in_play_chips == 60
    assert holdings_of(alice).total_chips == 100
    assert books_check() == ()


def test_a_game_moves_chips_from_stack_to_stack(seated: tuple[User, User]) -> None:
    alice, bob = seated
    stack_pay(table_ref=TABLE, loser=alice, winner=bob, chips=24, key="game:m:1")
    stack_pay(table_ref=TABLE, loser=alice, winner=bob, chips=24, key="game:m:1")
    assert (stack_of(alice, TABLE), stack_of(bob, TABLE)) == (36, 84)
    assert (balance_of(alice), balance_of(bob)) == (40, 40)
    assert books_check() == ()


def test_nobody_loses_more_than_lies_before_him(seated: tuple[User, User]) -> None:
    alice, bob = seated
    with pytest.raises(Refused, match=r"bankroll\.short"):
        stack_pay(table_ref=TABLE, loser=alice, winner=bob, chips=61, key="game:m:1")
    assert stacks_at(TABLE) == {alice.pk: 60, bob.pk: 60}
    assert books_check() == ()


def test_rising_takes_everything_home_once(seated: tuple[User, User]) -> None:
    alice, bob = seated
    stack_pay(table_ref=TABLE, loser=alice, winner=bob, chips=10, key="game:m:1")
    first = stack_release(table_ref=TABLE, user=bob, key="rise:2")
    again = stack_release(table_ref=TABLE, user=bob, key="rise:2")
    assert first == again
    assert (balance_of(bob), stack_of(bob, TABLE)) == (110, 0)
    assert stack_of(alice, TABLE) == 50
    assert books_check() == ()


def test_who_has_nothing_before_him_takes_nothing_home(alice: User) -> None:
    assert stack_release(table_ref=TABLE, user=alice, key="rise:1") is None
    assert not Transfer.objects.filter(key="rise:1").exists()


def test_nobody_brings_more_than_he_has(alice: User) -> None:
    with pytest.raises(Refused) as refusal:
        stack_hold(user=alice, table_ref=TABLE, chips=101, key="sit:1")
    assert refusal.value.facts == {"available_chips": 100, "needed_chips": 101}
    assert stack_of(alice, TABLE) == 0
    assert books_check() == ()


@pytest.mark.parametrize("chips", [0, -5, 2.5, "7", True])
def test_only_whole_numbers_of_chips_come_to_a_table(alice: User, chips: object) -> None:
    with pytest.raises(Malformed):
        stack_hold(user=alice, table_ref=TABLE, chips=chips, key="sit:1")  # type: ignore[arg-type]
    assert balance_of(alice) == 100


def test_a_house_bot_is_lent_what_it_is_short_of_once(db: None) -> None:
    bot = a_bot("Botvinnik")
    has = balance_of(bot)
    bot_fund(bot=bot, chips=has + 50, key="lend:1")
    bot_fund(bot=bot, chips=has + 500, key="lend:1")
    bot_fund(bot=bot, chips=10, key="lend:2")
    assert balance_of(bot) == has + 50
    assert books_check() == ()


def test_people_are_lent_nothing(alice: User) -> None:
    with pytest.raises(Forbidden):
        bot_fund(bot=alice, chips=500, key="lend:1")
    assert balance_of(alice) == 100


def test_each_table_has_its_own_stacks(alice: User) -> None:
    stack_hold(user=alice, table_ref=TABLE, chips=30, key="sit:1")
    stack_hold(user=alice, table_ref="table:other", chips=20, key="sit:2")
    assert (stack_of(alice, TABLE), stack_of(alice, "table:other")) == (30, 20)
    assert stack_of(a_user("carol"), TABLE) == 0
    assert books_check() == ()


def test_a_table_tells_all_that_moved_at_it(seated: tuple[User, User]) -> None:
    alice, bob = seated
    stack_hold(user=alice, table_ref="table:other", chips=20, key="sit:3")
    stack_pay(table_ref=TABLE, loser=alice, winner=bob, chips=24, key="game:m:1")
    stack_release(table_ref=TABLE, user=bob, key="rise:2")
    told = [
        (line.key, line.kind, line.giver_pk, line.taker_pk, line.chips)
        for line in table_transfers(TABLE)
    ]
    assert told == [
        ("sit:1", TransferKind.SIT, alice.pk, alice.pk, 60),
        ("sit:2", TransferKind.SIT, bob.pk, bob.pk, 60),
        ("game:m:1", TransferKind.GAME, alice.pk, bob.pk, 24),
        ("rise:2", TransferKind.RISE, bob.pk, bob.pk, 84),
    ]
    assert books_check() == ()
