"""One person, one live seat: table, pairing, challenge and event at once, with real threads."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from bankroll.audit import books_check
from lobby.asks import USUAL
from lobby.models import Access, Seek, Table
from lobby.services import (
    challenge_make,
    seek_cancel,
    seek_post,
    seeks_pair,
    table_open,
    table_take,
)
from matches.models import Match
from matches.selectors import clocked_matches_of
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.lobby.builders import TIMED, a_table, fresh
from tests.tournaments.builders import a_sit_and_go, here
from tournaments.selectors import live_event_of
from tournaments.services import sit_and_go_join
from wire.errors import PlatformError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

TIMES = 5


def looking(user: User) -> User:
    """Somebody who is here and looks for an opponent."""
    here(user)
    seek_post(user=user, ask=USUAL)
    return user


def take(table: Table, user: User) -> Any:
    return partial(table_take, table_id=table.public_id, user=user)


def only_refusals(answers: list[Any]) -> None:
    """Any other error than a coded refusal fails the test here."""
    assert all(isinstance(error, PlatformError) for error in failures(answers)), answers


def live_seats(user: User) -> int:
    """At how many places this person is held."""
    return len(clocked_matches_of(user)) + bool(live_event_of(user))


def test_who_sits_down_while_he_is_paired_elsewhere_plays_one_match() -> None:
    for _time in range(TIMES):
        alice, bob = looking(a_user()), looking(a_user())
        table = a_table()
        answers = together([seeks_pair, take(table, alice), seeks_pair])
        only_refusals(answers)
        assert live_seats(alice) == 1
        assert live_seats(bob) <= 1
        state = fresh(table).state
        assert state == ("open" if clocked_matches_of(bob) else "playing")
        assert not Seek.objects.filter(user=alice, state="open").exists()
        Seek.objects.filter(state="open").update(state="withdrawn")


def test_a_seat_in_an_event_and_a_seat_at_a_table_are_never_both_given() -> None:
    for _time in range(TIMES):
        alice = a_user(chips=100)
        event, table = a_sit_and_go(), a_table()
        join: Any = partial(sit_and_go_join, event_id=event.public_id, user=alice)
        answers = together([join, take(table, alice)])
        only_refusals(answers)
        assert len(failures(answers)) == 1
        assert live_seats(alice) == 1
    books_check()


def test_a_host_who_enters_an_event_is_not_joined_at_his_table() -> None:
    for _time in range(TIMES):
        alice, bob = a_user(chips=100), a_user()
        event, table = a_sit_and_go(), a_table(alice)
        join: Any = partial(sit_and_go_join, event_id=event.public_id, user=alice)
        answers = together([join, take(table, bob)])
        only_refusals(answers)
        assert len(failures(answers)) == 1
        assert live_seats(alice) == 1
        assert fresh(table).state == ("closed" if live_event_of(alice) else "playing")
    books_check()


def test_who_is_paired_while_he_enters_an_event_is_held_once() -> None:
    for _time in range(TIMES):
        alice, bob = looking(a_user(chips=100)), looking(a_user())
        event = a_sit_and_go()
        join: Any = partial(sit_and_go_join, event_id=event.public_id, user=alice)
        answers = together([join, seeks_pair])
        only_refusals(answers)
        assert live_seats(alice) == 1
        assert bool(live_event_of(alice)) != bool(clocked_matches_of(bob))
        seek_cancel(user=bob)
    books_check()


def test_many_sweeps_pair_everybody_once() -> None:
    people = [looking(a_user()) for _ in range(12)]
    answers = together([seeks_pair] * 6)
    assert failures(answers) == []
    seeks_pair()
    assert [len(clocked_matches_of(user)) for user in people] == [1] * 12
    assert Match.objects.count() == 6
    assert Counter(Seek.objects.values_list("state", flat=True)) == {"paired": 12}


def test_who_stops_looking_while_he_is_paired_does_one_of_both() -> None:
    for _time in range(TIMES):
        alice, bob = looking(a_user()), looking(a_user())
        cancel: Any = partial(seek_cancel, user=alice)
        answers = together([cancel, seeks_pair])
        assert failures(answers) == []
        state = Seek.objects.get(user=alice).state
        assert state == ("paired" if clocked_matches_of(alice) else "withdrawn")
        seek_cancel(user=bob)


def test_posting_ten_times_at_once_is_one_search() -> None:
    alice = a_user()
    answers = together([partial(seek_post, user=alice, ask=USUAL)] * 10)
    assert failures(answers) == []
    assert Seek.objects.filter(user=alice).count() == 1


def test_two_who_challenge_each_other_at_once_can_still_play() -> None:
    for _time in range(TIMES):
        alice, bob = a_user(), a_user()
        here(alice, bob)
        tables = together(
            [
                partial(challenge_make, host=alice, name=bob.username, ask=USUAL),
                partial(challenge_make, host=bob, name=alice.username, ask=USUAL),
            ]
        )
        assert failures(tables) == []
        first, second = tables
        assert isinstance(first, Table)
        assert isinstance(second, Table)
        answers = together([take(first, bob), take(second, alice)])
        only_refusals(answers)
        assert sorted(fresh(table).state for table in (first, second)) == ["closed", "playing"]
        assert live_seats(alice) == live_seats(bob) == 1


def test_a_table_opened_while_its_host_is_paired_does_not_stay_open() -> None:
    for _time in range(TIMES):
        alice, bob = looking(a_user()), looking(a_user())
        open_one: Any = partial(
            table_open, host=alice, rules=TIMED, access=Access.LOBBY, clock="standard"
        )
        answers = together([open_one, seeks_pair])
        only_refusals(answers)
        seeks_pair()
        assert live_seats(alice) == live_seats(bob) == 1
        assert not Table.objects.filter(host=alice, state="open").exists()
