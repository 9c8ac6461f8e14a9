"""Events under real threads on PostgreSQL, and killed between any two writes."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

import wire.publish
from backgammon import Side
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of, escrow_balance
from matches.models import Match
from tests.concurrency.kills import Killed, every_kill_ends_the_same
from tests.concurrency.together import failures, together
from tests.factories import a_bot, a_user
from tests.tournaments.builders import (
    a_series,
    a_sit_and_go,
    a_started_event,
    assert_settled,
    called_off,
    come,
    finish,
    fresh,
    give_up,
    live_boards,
    open_event,
    players,
    result_of,
    seated,
    state_of,
)
from tournaments import tasks
from tournaments.director import tournament_advance
from tournaments.models import Award, Entry, PairingResult, Tournament
from tournaments.services import (
    result_record,
    series_keep_open,
    sit_and_go_join,
    sit_and_go_leave,
)
from tournaments.services.entry import entry_create
from tournaments.services.locks import tournament_locked
from wire.errors import Conflict, NotFound, PlatformError, Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

WORKERS = 10


def refusal_codes(answers: list[Any]) -> Counter[str]:
    """How often each coded refusal came; any other error fails the test here."""
    errors = failures(answers)
    assert all(isinstance(error, PlatformError) for error in errors), errors
    return Counter(error.code for error in errors if isinstance(error, PlatformError))


def a_full_event_nobody_began(**changes: Any) -> Tournament:
    """All seats taken, and whoever should have drawn them died right then."""
    event = a_sit_and_go(**changes)
    *first, last = players(event.seats)
    seated(event, *first)
    with transaction.atomic():
        entry_create(tournament=tournament_locked(event.public_id), user=last)
    return fresh(event)


# --- seats --------------------------------------------------------------------------


def fill_by_race(crowd: int) -> None:
    event = seated(a_sit_and_go(fee_chips=5), *players(3))
    rushing = players(crowd)
    answers = together(
        [partial(sit_and_go_join, event_id=event.public_id, user=user) for user in rushing]
    )
    assert refusal_codes(answers) == {"tournament.full": crowd - 1}
    assert state_of(event) == "playing"
    assert event.entries.count() == event.entries.drawn().count() == 4
    assert sorted(balance_of(user) for user in rushing) == [45] + [100] * (crowd - 1)
    assert escrow_balance(event.escrow_ref) == 200
    assert Match.objects.filter(owner="tournament").count() == 2
    assert event.series.tournaments.filter(state="registering").count() == 1
    assert books_check() == ()


def test_d_trn_07_of_thirty_players_for_the_last_seat_exactly_one_gets_it() -> None:
    fill_by_race(30)


@pytest.mark.slow
@pytest.mark.parametrize("attempt", range(100))
def test_d_trn_07_no_race_overfills_an_event(attempt) -> None:
    fill_by_race(30)


def test_d_trn_04_one_player_in_many_tabs_has_one_seat_and_pays_once() -> None:
    for _again in range(10):
        event = a_sit_and_go()
        alice = a_user(chips=100)
        join = partial(sit_and_go_join, event_id=event.public_id, user=alice)
        answers = together([join] * 4)
        assert refusal_codes(answers) == {"tournament.already_entered": 3}
        assert fresh(event).taken_seats == event.entries.count() == 1
        assert balance_of(alice) == 50
    assert books_check() == ()


def test_d_mon_01_a_person_who_joins_twenty_events_at_once_sits_in_one() -> None:
    events = [a_sit_and_go(buy_in_chips=100) for _ in range(20)]
    alice = a_user("alice", chips=100)
    answers = together(
        [partial(sit_and_go_join, event_id=event.public_id, user=alice) for event in events]
    )
    codes = refusal_codes(answers)
    assert codes.total() == 19
    assert set(codes) <= {"tournament.seated_elsewhere", "bankroll.short"}
    assert Entry.objects.filter(user=alice).count() == 1
    assert Transfer.objects.filter(kind="hold").count() == 1
    assert balance_of(alice) == 0
    assert books_check() == ()


def test_d_mon_01_chips_for_one_entry_pay_one_where_many_seats_are_allowed() -> None:
    bot = a_bot("Bot-Ada")
    events = [a_sit_and_go(buy_in_chips=balance_of(bot)) for _ in range(20)]
    answers = together(
        [partial(sit_and_go_join, event_id=event.public_id, user=bot) for event in events]
    )
    assert refusal_codes(answers) == {"bankroll.short": 19}
    assert sum(escrow_balance(event.escrow_ref) for event in events) == 1_000
    assert Entry.objects.filter(user=bot).count() == 1
    assert balance_of(bot) == 0
    assert books_check() == ()


def test_leaving_and_the_last_seat_at_the_same_moment_agree_on_one_story() -> None:
    for _again in range(10):
        event = a_sit_and_go(seats=2)
        alice, bob = players(2)
        seated(event, alice)
        answers = together(
            [
                partial(sit_and_go_leave, event_id=event.public_id, user=alice),
                partial(sit_and_go_join, event_id=event.public_id, user=bob),
            ]
        )
        if state_of(event) == "playing":
            assert refusal_codes(answers) == {"tournament.started": 1}
            assert balance_of(alice) == balance_of(bob) == 50
        else:
            assert failures(answers) == []
            assert (balance_of(alice), balance_of(bob)) == (100, 50)
    assert books_check() == ()


def test_d_mon_02_cancelling_leaving_and_joining_at_once_refund_each_entry_once() -> None:
    event = a_sit_and_go(seats=12, fee_chips=5)
    people = players(10)
    seated(event, *people[:9])
    cancel = partial(called_off, event)
    acts: list[Callable[[], object]] = [
        cancel,
        cancel,
        partial(sit_and_go_leave, event_id=event.public_id, user=people[0]),
        partial(sit_and_go_join, event_id=event.public_id, user=people[9]),
    ]
    answers = together(acts)
    assert {type(error) for error in failures(answers)} <= {Conflict, NotFound, Refused}
    assert state_of(event) == "cancelled"
    assert {balance_of(person) for person in people} == {100}
    assert_settled(event)


# --- workers ------------------------------------------------------------------------


def test_d_trn_05_a_start_delivered_to_many_workers_happens_once() -> None:
    event = a_full_event_nobody_began(fee_chips=5)
    advance = partial(tournament_advance, tournament_id=event.public_id)
    assert failures(together([advance] * 3)) == []
    advance()
    assert event.pairings.count() == Match.objects.count() == 2
    assert len(set(event.pairings.values_list("match", flat=True))) == 2
    assert sorted(event.entries.values_list("seat", flat=True)) == [1, 2, 3, 4]
    assert Transfer.objects.filter(kind="fee").count() == 1
    assert books_check() == ()


def test_ten_workers_at_once_play_an_event_to_one_end() -> None:
    event = a_started_event(seats=8)
    advance = partial(tournament_advance, tournament_id=event.public_id)
    while boards := live_boards(event):
        answers = together([partial(finish, board) for board in boards] + [advance] * WORKERS)
        assert failures(answers) == []
        assert failures(together([advance] * WORKERS)) == []
    assert state_of(event) == "finished"
    assert event.pairings.count() == Match.objects.count() == 7
    assert list(event.awards.values_list("place", flat=True)) == [1, 2]
    assert Transfer.objects.filter(kind="pay").count() == 2
    assert_settled(event)


def test_many_sweeps_at_once_open_one_event_of_a_series() -> None:
    series = a_series()
    series.tournaments.update(state="cancelled")
    answers = together([partial(series_keep_open, series=series)] * WORKERS)
    assert failures(answers) == []
    assert len([answer for answer in answers if answer is not None]) == 1
    assert series.tournaments.filter(state="registering").count() == 1


def test_house_bots_asked_for_by_many_workers_take_one_seat_each_time(settings) -> None:
    settings.HOUSE_BOT_WAIT_S = 0
    for number in range(12):
        a_bot(f"Bot-{number}")
    event = seated(a_sit_and_go(), a_user("alice", chips=100))
    answers = together([partial(tournament_advance, tournament_id=event.public_id)] * WORKERS)
    assert failures(answers) == []
    assert state_of(event) == "playing"
    assert event.entries.count() == 4
    assert books_check() == ()


def test_d_mon_04_a_result_delivered_twice_at_once_is_recorded_once() -> None:
    event = a_started_event(seats=2)
    (board,) = live_boards(event)
    finish(board)
    PairingResult.objects.all().delete()
    again = partial(result_record, result=result_of(board))
    assert failures(together([again] * 4)) == []
    assert PairingResult.objects.get(pairing=board.pairing).winner == board.pairing.white
    tournament_advance(tournament_id=event.public_id)
    assert_settled(event)


# --- kills --------------------------------------------------------------------------


def test_a_start_killed_at_any_write_goes_on_as_if_nothing_had_happened() -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = a_sit_and_go(fee_chips=5)
        *first, last = players(4)
        seated(event, *first)
        return event, partial(sit_and_go_join, event_id=event.public_id, user=last)

    def check(event: Tournament) -> None:
        assert state_of(event) == "playing"
        assert event.entries.count() == 4
        assert len(live_boards(event)) == 2
        assert escrow_balance(event.escrow_ref) == 200
        assert open_event(event.series).taken_seats == 0
        assert books_check() == ()

    assert every_kill_ends_the_same(prepare, check) > 10


def test_a_draw_by_the_director_killed_at_any_write_goes_on() -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = a_full_event_nobody_began()
        return event, partial(tournament_advance, tournament_id=event.public_id)

    def check(event: Tournament) -> None:
        assert state_of(event) == "playing"
        assert len(live_boards(event)) == event.pairings.count() == 2
        assert books_check() == ()

    assert every_kill_ends_the_same(prepare, check) > 8


def test_a_round_killed_at_any_write_goes_on() -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = a_started_event()
        for board in live_boards(event):
            finish(board)
        return event, partial(tournament_advance, tournament_id=event.public_id)

    def check(event: Tournament) -> None:
        assert [board.pairing.round for board in live_boards(event)] == [2]
        assert event.pairings.count() == 3

    assert every_kill_ends_the_same(prepare, check) >= 5


def test_a_payout_killed_at_any_write_pays_everybody_once() -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = a_started_event(seats=4, prize_shares="40 30 20 10")
        for board in live_boards(event):
            finish(board)
        tournament_advance(tournament_id=event.public_id)
        finish(live_boards(event)[0])
        return event, partial(tournament_advance, tournament_id=event.public_id)

    def check(event: Tournament) -> None:
        assert state_of(event) == "finished"
        awards = Award.objects.filter(tournament=event).order_by("place")
        assert [award.chips for award in awards] == [80, 60, 30, 30]
        assert [balance_of(award.entry.user) for award in awards] == [80, 60, 30, 30]
        assert_settled(event)

    assert every_kill_ends_the_same(prepare, check) > 8


def test_a_kill_right_after_the_commit_loses_the_news_and_nothing_else(monkeypatch) -> None:
    event = a_started_event(seats=2)
    (board,) = live_boards(event)
    come(board)

    def dying(*_arguments: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(wire.publish, "send_parcels", dying)
        patch.setattr(wire.publish, "_enqueue", dying)
        with pytest.raises(Killed):
            give_up(board, Side.BLACK)
    connection.close()
    tasks.sweep_tournaments()
    assert state_of(event) == "finished"
    assert_settled(event)
