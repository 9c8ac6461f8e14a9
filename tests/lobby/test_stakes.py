"""Chips come to a table with whoever sits down, and go home with him: once, all of them."""

from typing import Any

import pytest

from backgammon import EndReason, Side, TableStakes, WinKind
from bankroll.selectors import balance_of, holdings_of, stack_of
from lobby.models import Access, CloseReason
from lobby.services import (
    abandoned_tables_close,
    table_close,
    table_leave,
    table_open,
    table_rematch,
    table_take,
    table_top_up,
)
from lobby.states import TableState
from lobby.streams import table_ref
from matches.services import match_annul
from matches.store import load_live
from tests.factories import a_bot, a_guest, a_user
from tests.lobby.builders import a_private_table, a_table, fresh, seat_of, taken
from tests.lobby.sittings import a_sitting, stakes
from tests.tournaments.builders import a_sit_and_go, gone, seated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def purse(user, table) -> tuple[int, int]:
    """What somebody has in his wallet, and before him at a table."""
    return balance_of(user), stack_of(user, table_ref(table.public_id))


# --- sitting down -----------------------------------------------------------------


def test_what_the_host_brings_is_held_as_he_opens_the_table() -> None:
    alice = a_user(chips=100)
    table = a_table(alice, rules=stakes(3, 60))
    assert purse(alice, table) == (40, 60)
    assert seat_of(table, alice).brought_chips == 60


def test_the_second_brings_the_same_and_the_match_knows_it() -> None:
    bob = a_user(chips=60)
    table = taken(a_table(rules=stakes(3, 60)), bob)
    assert purse(bob, table) == (0, 60)
    assert table.match is not None
    assert load_live(table.match.public_id).state.score == (60, 60)


def test_where_sums_may_differ_the_second_says_what_he_brings() -> None:
    alice, bob = a_user(chips=500), a_user(chips=75)
    table = a_table(alice, rules=stakes(10, 500), has_different_sums=True)
    table = table_take(table_id=table.public_id, user=bob, chips=75)
    assert (purse(alice, table), purse(bob, table)) == ((0, 500), (0, 75))
    assert fresh(table).rules_value.length == TableStakes(10, 500, 75)
    assert table.match is not None
    assert load_live(table.match.public_id).state.score == (500, 75)


def test_who_says_nothing_brings_as_much_as_the_host() -> None:
    bob = a_user(chips=100)
    table = taken(a_table(rules=stakes(1, 30), has_different_sums=True), bob)
    assert purse(bob, table) == (70, 30)


def test_a_guest_sits_down_by_a_private_link_with_the_chips_he_was_welcomed_with() -> None:
    guest = a_guest(chips=200)
    table = taken(a_private_table(rules=stakes(1, 200)), guest)
    assert purse(guest, table) == (0, 200)


def test_sitting_down_twice_brings_chips_once() -> None:
    bob = a_user(chips=120)
    table = a_table(rules=stakes(3, 60))
    taken(table, bob)
    taken(table, bob)
    assert purse(bob, table) == (60, 60)


def test_a_form_sent_twice_opens_one_table_and_holds_once() -> None:
    alice = a_user(chips=200)
    form: dict[str, Any] = {
        "host": alice,
        "rules": stakes(3, 60),
        "access": Access.LOBBY,
        "clock": "standard",
        "key": "one-form",
    }
    table = table_open(**form)
    assert table_open(**form) == table
    assert purse(alice, table) == (140, 60)
    table_close(table_id=table.public_id, user=alice)
    assert table_open(**form) == table
    assert balance_of(alice) == 200


def test_a_key_of_somebody_else_opens_a_table_of_ones_own() -> None:
    tables = {a_table(rules=stakes(1, 10), key="same").pk for _ in range(2)}
    assert len(tables) == 2


def test_what_lies_at_the_own_table_is_there_to_be_brought_to_another() -> None:
    bob = a_user(chips=60)
    own, table = a_table(bob, rules=stakes(3, 60)), a_table(rules=stakes(1, 50))
    taken(table, bob)
    assert fresh(own).close_reason == CloseReason.ELSEWHERE
    assert purse(bob, own) == (10, 0)
    assert purse(bob, table) == (10, 50)


# --- house bots -------------------------------------------------------------------


def test_a_house_bot_brings_the_same_and_is_lent_what_it_is_short_of() -> None:
    bot = a_bot()
    before = balance_of(bot)
    table = a_table(access=Access.BOT, rules=stakes(1, 200))
    assert purse(bot, table) == (max(0, before - 200), 200)


def test_where_sums_may_differ_a_house_bot_brings_what_it_may() -> None:
    bot = a_bot()
    table = a_table(access=Access.BOT, rules=stakes(1, 700), has_different_sums=True)
    assert stack_of(bot, table_ref(table.public_id)) == 200
    assert fresh(table).rules_value.length == TableStakes(1, 700, 200)


# --- nobody comes -----------------------------------------------------------------


def test_whoever_closes_his_table_has_his_chips_again_once() -> None:
    alice = a_user(chips=100)
    table = a_table(alice, rules=stakes(3, 60))
    for _ in range(2):
        table_close(table_id=table.public_id, user=alice)
    assert purse(alice, table) == (100, 0)


def test_the_chips_of_a_host_who_is_gone_go_home_with_his_table(clock) -> None:
    alice = a_user(chips=100)
    table = a_table(alice, rules=stakes(3, 60))
    clock.pass_s(31)
    gone(alice)
    for _ in range(2):
        abandoned_tables_close()
    assert fresh(table).close_reason == CloseReason.ABSENT
    assert purse(alice, table) == (100, 0)


def test_a_seat_in_an_event_frees_the_chips_of_an_open_table() -> None:
    alice = a_user(chips=100)
    table = a_table(alice, rules=stakes(1, 50))
    seated(a_sit_and_go(), alice)
    abandoned_tables_close()
    assert fresh(table).state == TableState.CLOSED
    assert holdings_of(alice).total_chips == 100


# --- getting up -------------------------------------------------------------------


def test_who_leaves_between_games_takes_home_what_lies_before_him() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(Side.WHITE)
    alice, bob = sitting.people["white"], sitting.people["black"]
    for _ in range(2):
        table_leave(table_id=sitting.table.public_id, user=alice)
    table = sitting.now
    assert (table.state, table.ending) == (TableState.FINISHED, EndReason.LEFT.value)
    assert (balance_of(alice), balance_of(bob)) == (997, 1_003)
    assert sitting.stacks == (0, 0)
    assert {seat.user: seat.score for seat in table.seats.all()} == {alice: 57, bob: 63}
    assert not table.seats.filter(is_winner=True).exists()


def test_who_leaves_before_the_first_game_takes_home_all_he_brought() -> None:
    table = taken(a_table(rules=stakes(3, 60)))
    table_leave(table_id=table.public_id, user=table.host)
    assert balance_of(table.host) == 1_000


def test_annulling_leaves_every_stack_as_it_stood_after_the_last_decided_game() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(Side.BLACK, WinKind.BACKGAMMON).on_roll()
    match_annul(match_id=sitting.match_id, reason="staff")
    assert [balance_of(sitting.people[side]) for side in ("white", "black")] == [1_003, 997]


# --- topping up -------------------------------------------------------------------

FILLED_UP = TableStakes(3, 60, 60, top_up=True)


def test_a_stack_is_filled_up_between_games_once_for_each_key() -> None:
    sitting = a_sitting(stakes(3, 60, length=FILLED_UP)).on_roll().lose(Side.WHITE)
    alice = sitting.people["white"]
    for _ in range(3):
        table_top_up(table_id=sitting.table.public_id, user=alice, chips=2, key="a")
    assert sitting.stacks == load_live(sitting.match_id).state.score == (59, 63)
    table_top_up(table_id=sitting.table.public_id, user=alice, chips=1, key="b")
    assert sitting.stacks == load_live(sitting.match_id).state.score == (60, 63)
    sitting.on_roll().lose(Side.WHITE)
    assert sitting.stacks == (57, 66)
    table_leave(table_id=sitting.table.public_id, user=alice)
    assert balance_of(alice) == 1_000 - 6


def test_the_page_of_a_table_hears_that_a_stack_has_grown(commits) -> None:
    sitting = a_sitting(stakes(3, 60, length=FILLED_UP)).on_roll().lose(Side.WHITE)
    with commits() as heard:
        alice = sitting.people["white"]
        table_top_up(table_id=sitting.table.public_id, user=alice, chips=3, key="a")
    assert set(heard.types()) == {"match.events", "table.changed"}


# --- again ------------------------------------------------------------------------


def test_a_rematch_takes_a_new_buy_in_of_what_each_first_brought() -> None:
    alice, bob = a_user(chips=100), a_user(chips=100)
    rules = stakes(5, 40)
    sitting = a_sitting(rules, alice=alice, bob=bob, has_different_sums=True, chips=25)
    sitting.on_roll().lose(Side.BLACK)
    table_leave(table_id=sitting.table.public_id, user=bob)
    again = table_rematch(table_id=sitting.table.public_id, user=bob)
    assert purse(bob, again) == (100 - 5 - 25, 25)
    again = table_rematch(table_id=sitting.table.public_id, user=alice)
    assert purse(alice, again) == (100 + 5 - 40, 40)
    assert fresh(again).rules_value.length == TableStakes(5, 25, 40)
    for _ in range(2):
        table_rematch(table_id=sitting.table.public_id, user=bob)
    assert purse(bob, again) == (70, 25)
