"""The life of a table: opened, taken or closed, played, finished, and played again."""

import pytest
from django.db import IntegrityError, transaction

from backgammon import (
    LONG_NARDY,
    ClockRules,
    EndReason,
    Rules,
    Side,
    TableStakes,
    find_variant,
)
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from lobby.games import GAMES
from lobby.lengths import KINDS
from lobby.models import Access, CloseReason, TableSeat
from lobby.selectors import open_table_of, rematch_of, table_rows
from lobby.services import (
    abandoned_tables_close,
    table_close,
    table_open,
    table_rematch,
)
from lobby.states import TableState
from lobby.tasks import sweep_tables
from matches.models import Match
from matches.services import match_annul
from tests.factories import a_bot, a_guest, a_user
from tests.lobby.builders import (
    TIMED,
    UNTIMED,
    a_private_table,
    a_table,
    finished,
    fresh,
    seat_of,
    seats_at,
    taken,
)
from tests.matches.builders import CLOCK, a_match, a_noting_owner
from tests.tournaments.builders import a_sit_and_go, gone, here, seated

pytestmark = pytest.mark.django_db

ONE_POINT = Rules.match(1, clock=CLOCK)


# --- opening ----------------------------------------------------------------------


def test_a_table_waits_with_its_host_in_the_lobby(commits) -> None:
    with commits() as heard:
        table = a_table(a_user("alice"))
    assert table.state == TableState.OPEN
    assert seats_at(table) == {"white": "alice"}
    assert table.title == "Backgammon, to 3 points"
    assert heard.types() == ["table.changed", "lobby.changed"]
    assert list(table_rows()) == [table.public_id]


def test_the_lobby_never_hears_of_a_private_table(commits) -> None:
    with commits() as heard:
        table = taken(a_private_table())
        table = finished(table)
    assert {row.partition(":")[0] for row in heard.rows("lobby")} == {"person"}
    assert table_rows() == table_rows([table.public_id]) == {}


def test_a_house_bot_sits_down_at_once() -> None:
    bot = a_bot("Bot-Ada")
    table = a_table(a_user("alice"), access=Access.BOT)
    assert table.state == TableState.PLAYING
    assert seats_at(table) == {"white": "alice", "black": "Bot-Ada"}
    assert table.match is not None
    assert table.match.seats.get(user=bot).is_bot


def test_the_house_bot_with_the_least_to_do_sits_down() -> None:
    a_bot("Bot-Ada")
    a_bot("Bot-Basil")
    tables = [a_table(access=Access.BOT) for _ in range(4)]
    assert [seats_at(table)["black"] for table in tables] == ["Bot-Ada", "Bot-Basil"] * 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_for_everything(game, kind) -> None:
    a_bot()
    numbers = {number.key: number.default for number in KINDS[kind].numbers}
    rules = KINDS[kind].make(numbers, GAMES[game].variant)
    table = a_table(rules=rules, access=Access.BOT, clock="untimed")
    assert fresh(table).rules_value == rules
    assert table.match is not None
    assert table.match.title == table.title


# --- taking -----------------------------------------------------------------------


def test_the_second_player_begins_the_match_and_both_are_summoned(commits) -> None:
    table = a_table(a_user("alice"))
    with commits() as heard:
        table = taken(table, a_user("bob"))
    assert table.state == TableState.PLAYING
    assert seats_at(table) == {"white": "alice", "black": "bob"}
    assert table.match is not None
    assert (table.match.owner, table.match.owner_ref) == ("table", table.public_id)
    assert heard.types().count("summons") == 2
    assert heard.rows(f"table:{table.public_id}") == ["state"]
    assert heard.rows("lobby") == ["person:alice", "person:bob", f"table:{table.public_id}"]
    assert table_rows()[table.public_id]["state"] == "playing"


def test_a_guest_sits_down_at_a_private_table() -> None:
    guest = a_guest()
    table = taken(a_private_table(a_user("alice")), guest)
    assert seats_at(table) == {"white": "alice", "black": guest.username}


def test_sitting_down_twice_is_done_once() -> None:
    table, bob = a_table(), a_user("bob")
    first = taken(table, bob)
    assert taken(table, bob).match == first.match
    assert Match.objects.count() == 1


def test_who_sits_down_elsewhere_gives_up_his_own_table() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    own = a_table(bob)
    taken(a_table(alice), bob)
    own = fresh(own)
    assert (own.state, own.close_reason) == (TableState.CLOSED, CloseReason.ELSEWHERE)
    assert list(table_rows([own.public_id])) == []


def test_nobody_is_held_by_a_match_without_a_clock() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    taken(a_table(alice, rules=UNTIMED, clock="untimed"), bob)
    table = taken(a_table(alice), bob)
    assert table.state == TableState.PLAYING


@pytest.mark.parametrize(
    ("rules", "step_ms"),
    [
        (Rules.match(5, clock=CLOCK), 60_000),
        (Rules.match(7, clock=CLOCK), 300_000),
        (Rules.fixed(9, clock=CLOCK), 60_000),
    ],
)
def test_the_no_show_ladder_is_slower_in_long_matches(rules, step_ms) -> None:
    table = taken(a_table(rules=rules))
    assert table.match is not None
    assert table.match.ladder_step_ms == step_ms


# --- leaving ----------------------------------------------------------------------


def test_a_host_closes_his_table_and_everybody_hears(commits) -> None:
    alice = a_user("alice")
    table = a_table(alice)
    with commits() as heard:
        table_close(table_id=table.public_id, user=alice)
        table_close(table_id=table.public_id, user=alice)
    table = fresh(table)
    assert (table.state, table.close_reason) == (TableState.CLOSED, CloseReason.LEFT)
    assert heard.types() == ["table.changed", "lobby.changed"]
    assert open_table_of(alice) is None
    a_table(alice)


def test_a_table_is_closed_when_its_host_is_gone_for_half_a_minute(clock, commits) -> None:
    table = a_table(a_user("alice"))
    clock.pass_s(29)
    gone(table.host)
    sweep_tables()
    assert fresh(table).state == TableState.OPEN
    clock.pass_s(2)
    with commits() as heard:
        sweep_tables()
        sweep_tables()
    table = fresh(table)
    assert (table.state, table.close_reason) == (TableState.CLOSED, CloseReason.ABSENT)
    assert heard.types() == ["table.changed", "lobby.changed"]


def test_a_host_who_is_here_keeps_his_table(clock) -> None:
    table = a_table()
    for _ in range(20):
        clock.pass_s(10)
        here(table.host)
        assert abandoned_tables_close() == 0
    assert fresh(table).state == TableState.OPEN


def test_a_short_break_of_the_connection_costs_nothing(clock) -> None:
    table = a_table()
    clock.pass_s(20)
    abandoned_tables_close()
    gone(table.host)
    clock.pass_s(25)
    abandoned_tables_close()
    here(table.host)
    clock.pass_s(25)
    abandoned_tables_close()
    assert fresh(table).state == TableState.OPEN


def test_a_table_is_closed_when_its_host_takes_a_seat_in_an_event() -> None:
    alice = a_user("alice", chips=100)
    table = a_table(alice)
    seated(a_sit_and_go(), alice)
    assert fresh(table).close_reason == CloseReason.ELSEWHERE
    assert abandoned_tables_close() == 0


def test_a_table_is_closed_when_a_match_with_a_clock_begins_for_its_host() -> None:
    a_noting_owner()
    alice = a_user("alice")
    table = a_table(alice)
    a_match(alice, a_user())
    assert abandoned_tables_close() == 1
    assert fresh(table).close_reason == CloseReason.ELSEWHERE


def test_a_table_that_is_played_is_not_closed_by_absence(clock) -> None:
    table = taken(a_table())
    gone(table.host)
    clock.pass_s(120)
    assert abandoned_tables_close() == 0
    assert fresh(table).state == TableState.PLAYING


# --- the end ----------------------------------------------------------------------


def test_a_finished_match_finishes_its_table(commits) -> None:
    alice, bob = a_user("alice"), a_user("bob")
    table = taken(a_table(alice, rules=ONE_POINT), bob)
    with commits() as heard:
        table = finished(table, winner=Side.BLACK)
    assert (table.state, table.ending) == (TableState.FINISHED, EndReason.POINTS.value)
    assert (seat_of(table, bob).is_winner, seat_of(table, alice).is_winner) == (True, False)
    assert seat_of(table, bob).score > 0
    assert {"table.changed", "lobby.changed"} <= set(heard.types())
    assert table_rows() == {}
    a_table(alice)


def test_a_match_that_is_called_off_leaves_no_winner() -> None:
    table = taken(a_table())
    assert table.match is not None
    match_annul(match_id=table.match.public_id, reason="called off by staff, who had their reasons")
    table = fresh(table)
    assert (table.state, table.ending) == (TableState.FINISHED, EndReason.ANNULLED.value)
    assert not table.seats.filter(is_winner=True).exists()


def test_a_match_for_points_touches_no_wallet() -> None:
    alice, bob = a_user("alice", chips=100), a_user("bob", chips=100)
    table = finished(taken(a_table(alice, rules=ONE_POINT), bob))
    assert balance_of(alice) == balance_of(bob) == 100
    assert not table.games.exists()
    assert books_check() == ()


# --- again ------------------------------------------------------------------------


def test_a_rematch_waits_for_the_other_and_begins_with_him() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    table = finished(taken(a_table(alice, rules=ONE_POINT), bob))
    again = table_rematch(table_id=table.public_id, user=bob)
    assert (again.state, seats_at(again)) == (TableState.OPEN, {"white": "bob"})
    assert again.rules == table.rules
    assert table_rematch(table_id=table.public_id, user=bob) == again
    assert table_rematch(table_id=table.public_id, user=alice) == again
    again = fresh(again)
    assert again.state == TableState.PLAYING
    assert seats_at(again) == {"white": "bob", "black": "alice"}


def test_a_rematch_is_between_two_and_not_in_the_lobby(commits) -> None:
    table = finished(taken(a_table(rules=ONE_POINT)))
    with commits() as heard:
        again = table_rematch(table_id=table.public_id, user=table.host)
    assert table_rows([again.public_id]) == {}
    assert heard.streams("table.changed").count(f"table:{table.public_id}") > 0


def test_a_rematch_can_be_asked_again_after_it_was_called_off() -> None:
    table = finished(taken(a_table(rules=ONE_POINT)))
    first = table_rematch(table_id=table.public_id, user=table.host)
    table_close(table_id=first.public_id, user=table.host)
    second = table_rematch(table_id=table.public_id, user=table.host)
    assert second != first
    assert rematch_of(table) == second


def test_a_rematch_with_a_house_bot_begins_at_once() -> None:
    a_bot("Bot-Ada")
    table = a_table(a_user("alice"), access=Access.BOT, rules=ONE_POINT)
    again = table_rematch(table_id=finished(table).public_id, user=table.host)
    assert seats_at(again) == {"black": "alice", "white": "Bot-Ada"}
    assert again.state == TableState.PLAYING


def test_each_keeps_his_stack_in_a_rematch() -> None:
    rules = Rules.table(1, 20, 10, clock=CLOCK)
    table = taken(a_table(rules=rules))
    assert table.match is not None
    match_annul(match_id=table.match.public_id, reason="staff")
    again = table_rematch(table_id=table.public_id, user=table.host)
    assert seats_at(again) == {"black": table.host.username}
    assert again.rules_value.length == TableStakes(1, 10, 20)


# --- what the database refuses ----------------------------------------------------


def test_the_database_seats_nobody_twice() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    table, other = a_table(alice), a_table(bob)
    for wrong in (
        {"table": other, "user": alice, "side": "black"},
        {"table": table, "user": alice, "side": "black", "is_exclusive": False},
        {"table": table, "user": a_user("carol"), "side": "white"},
        {"table": table, "user": a_user("dora"), "side": "green"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            TableSeat.objects.create(**wrong)


def test_the_database_keeps_a_table_and_its_match_together() -> None:
    table = a_table()
    for wrong in ({"state": "playing"}, {"state": "seated"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            type(table).objects.filter(pk=table.pk).update(**wrong)


def test_the_database_lets_a_table_have_one_rematch() -> None:
    table = finished(taken(a_table(rules=ONE_POINT)))
    table_rematch(table_id=table.public_id, user=table.host)
    with pytest.raises(IntegrityError), transaction.atomic():
        table_open(
            host=a_user(), rules=TIMED, access=Access.LINK, clock="standard", rematch_of=table
        )


def test_variants_with_options_are_kept_with_them() -> None:
    variant = find_variant("long_nardy", {"end_setting": "oin", "last_roll": True})
    clock = ClockRules(delay_ms=12_000, reserve_ms=120_000)
    table = fresh(a_table(rules=Rules.match(1, variant=variant, clock=clock)))
    assert table.rules_value.variant == variant
    assert table.rules_value.variant.start == LONG_NARDY.start
