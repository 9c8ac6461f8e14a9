"""Tables under real threads on PostgreSQL: one seat, one person, one match."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from backgammon import Rules
from lobby.models import Access, Table, TableSeat
from lobby.services import (
    abandoned_tables_close,
    table_close,
    table_open,
    table_rematch,
    table_take,
)
from matches.models import Match
from matches.selectors import clocked_matches_of
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.lobby.builders import (
    TIMED,
    UNTIMED,
    a_private_table,
    a_table,
    finished,
    fresh,
    seats_at,
    taken,
)
from tests.matches.builders import CLOCK
from tests.tournaments.builders import gone
from wire.errors import PlatformError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

ONE_POINT = Rules.match(1, clock=CLOCK)


def refusal_codes(answers: list[Any]) -> Counter[str]:
    """How often each coded refusal came; any other error fails the test here."""
    errors = failures(answers)
    assert all(isinstance(error, PlatformError) for error in errors), errors
    return Counter(error.code for error in errors if isinstance(error, PlatformError))


def take(table: Table, user: User) -> Any:
    return partial(table_take, table_id=table.public_id, user=user)


def open_one(host: User, rules: Rules = TIMED) -> Any:
    return partial(table_open, host=host, rules=rules, access=Access.LINK, clock="standard")


def test_of_many_who_reach_for_the_one_seat_exactly_one_gets_it() -> None:
    table = a_table()
    answers = together([take(table, a_user()) for _ in range(10)])
    assert refusal_codes(answers) == {"table.taken": 9}
    assert fresh(table).state == "playing"
    assert Match.objects.count() == 1
    assert table.seats.count() == 2


def test_a_hand_that_presses_ten_times_sits_down_once() -> None:
    table, bob = a_table(), a_user("bob")
    answers = together([take(table, bob)] * 10)
    assert failures(answers) == []
    assert Match.objects.count() == 1


def test_the_host_closes_while_somebody_sits_down_and_one_of_them_was_first() -> None:
    for _time in range(5):
        table = a_private_table()
        close = partial(table_close, table_id=table.public_id, user=table.host)
        codes = refusal_codes(together([close, take(table, a_user())]))
        state = fresh(table).state
        assert (state, dict(codes)) in [
            ("closed", {"table.closed": 1}),
            ("playing", {"table.started": 1}),
        ]


def test_nobody_sits_down_at_two_tables_at_once() -> None:
    bob = a_user("bob")
    tables = [a_table() for _ in range(5)]
    answers = together([take(table, bob) for table in tables])
    codes = refusal_codes(answers)
    assert sum(codes.values()) == 4
    assert codes.keys() <= {"table.in_match", "table.already_seated"}
    assert len(clocked_matches_of(bob)) == 1
    assert Counter(fresh(table).state for table in tables) == {"playing": 1, "open": 4}


def test_nobody_opens_two_tables_at_once() -> None:
    alice = a_user("alice")
    answers = together([open_one(alice)] * 8)
    assert refusal_codes(answers) == {"table.already_seated": 7}
    assert Table.objects.count() == 1


def test_nobody_opens_a_table_while_he_sits_down_at_another() -> None:
    for _time in range(5):
        bob = a_user()
        together([open_one(bob), take(a_table(), bob)])
        assert TableSeat.objects.filter(user=bob, is_exclusive=True).count() <= 1
        assert len(clocked_matches_of(bob)) <= 1


def test_two_hosts_who_sit_down_at_each_others_tables_play_one_match() -> None:
    for _time in range(5):
        alice, bob = a_user(), a_user()
        tables = [a_table(alice), a_table(bob)]
        answers = together([take(tables[0], bob), take(tables[1], alice)])
        assert len(failures(answers)) == 1, answers
        refusal_codes(answers)
        assert sorted(fresh(table).state for table in tables) == ["closed", "playing"]
        assert len(clocked_matches_of(alice)) == len(clocked_matches_of(bob)) == 1


def test_a_ring_of_hosts_who_sit_down_at_each_others_tables_comes_to_rest() -> None:
    hosts = [a_user() for _ in range(6)]
    tables = [a_table(host) for host in hosts]
    answers = together([take(tables[i], hosts[(i + 1) % 6]) for i in range(6)])
    refusal_codes(answers)
    assert not Table.objects.filter(state="open", host__in=_seated_in_matches()).exists()
    assert all(len(clocked_matches_of(host)) <= 1 for host in hosts)


def _seated_in_matches() -> list[int]:
    return list(TableSeat.objects.filter(table__state="playing").values_list("user_id", flat=True))


def test_both_want_a_rematch_at_once_and_play_it() -> None:
    for _time in range(5):
        alice, bob = a_user(), a_user()
        table = finished(taken(a_table(alice, rules=ONE_POINT), bob))
        again = partial(table_rematch, table_id=table.public_id)
        answers = together([partial(again, user=alice), partial(again, user=bob)])
        assert failures(answers) == []
        (rematch,) = table.rematches.all()
        assert rematch.state == "playing"
        assert seats_at(rematch) == {"white": bob.username, "black": alice.username}


def test_the_sweep_and_a_late_guest_cannot_both_have_the_table(settings) -> None:
    settings.HOUSE_SEAT_GRACE_S = 0
    for _time in range(5):
        table = a_private_table()
        gone(table.host)
        answers = together([abandoned_tables_close, take(table, a_user()), abandoned_tables_close])
        state = fresh(table).state
        codes = dict(refusal_codes(answers))
        assert (state, codes) in [("closed", {"table.closed": 1}), ("playing", {})]


def test_many_matches_without_a_clock_begin_at_once() -> None:
    bob = a_user("bob")
    tables = [a_table(rules=UNTIMED, clock="untimed") for _ in range(3)]
    answers = together([take(table, bob) for table in tables])
    begun = [fresh(table).state for table in tables].count("playing")
    assert begun == 3 - len(failures(answers))
    assert refusal_codes(answers).keys() <= {"table.already_seated"}
    assert not TableSeat.objects.filter(user=bob, is_exclusive=True).exists()
