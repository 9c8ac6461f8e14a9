"""Whole events with ten workers at once, and people who act in the same instant."""

from collections.abc import Callable
from functools import partial

import pytest

from backgammon import Side
from matches.models import Match
from matches.services import match_tick
from tests.concurrency.kills import every_kill_ends_the_same
from tests.concurrency.together import failures, together
from tests.factories import a_user, chips_for
from tests.support.clock import StoppedClock
from tests.tournaments.builders import (
    assert_settled,
    come,
    finish,
    fresh,
    give_up,
    here,
    live_boards,
    play_through,
    state_of,
)
from tests.tournaments.scheduled import a_scheduled_event, a_started_evening, entrants
from tests.tournaments.test_evening import FORMATS, assert_ended_well
from tournaments import selectors, tasks
from tournaments.card import LateTerms
from tournaments.director import tournament_advance
from tournaments.models import PairingResult, Tournament
from tournaments.services import buy_back, entry_leave, late_enter
from wire.errors import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

WORKERS = 10


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr("wire.time.source_ms", stopped)
    return stopped


def ten_workers(event: Tournament) -> None:
    """Half of them were told of the event, half of them sweep."""
    told = partial(tournament_advance, tournament_id=event.public_id)
    answers = together([told, tasks.sweep_tournaments] * (WORKERS // 2))
    assert failures(answers) == []


@pytest.mark.parametrize("name", FORMATS)
def test_ten_workers_play_a_whole_event_as_one_would(clock, name: str) -> None:
    event = a_scheduled_event(pause_s=60, **FORMATS[name])
    people = entrants(event, 8)
    clock.pass_s(3600)
    here(*people)
    ten_workers(event)
    while state_of(event) == "playing":
        if boards := live_boards(event):
            assert failures(together([partial(finish, board) for board in boards])) == []
        ten_workers(event)
        clock.pass_s(120)
        ten_workers(event)
    assert_ended_well(fresh(event))
    played = event.pairings.filter(match__isnull=False).count()
    assert Match.objects.filter(owner="tournament").count() == played


def test_two_latecomers_for_the_last_free_pass_leave_one_outside_with_his_chips(clock) -> None:
    for _again in range(5):
        event = a_started_evening(clock, players=7, late=LateTerms(has_late_entry=True))
        rushing = [a_user(chips=55) for _ in range(3)]
        free = len(selectors.late_slots(event))
        answers = together(
            [partial(late_enter, event_id=event.public_id, user=user) for user in rushing]
        )
        refused = failures(answers)
        assert len(refused) == len(rushing) - free
        assert all(isinstance(error, Refused) for error in refused)
        tournament_advance(tournament_id=event.public_id)
        play_through(event)
        assert_settled(event)


def test_coming_back_twice_in_two_tabs_is_coming_back_once(clock) -> None:
    event = a_started_evening(clock, players=11, late=LateTerms(buy_back_s=1800))
    board = live_boards(event)[0]
    finish(board)
    chips_for(board.black, 200)
    answers = together([partial(buy_back, event_id=event.public_id, user=board.black)] * 4)
    assert len(failures(answers)) == 3
    assert event.entries.filter(user=board.black, arrival="buy_back").count() == 1
    tournament_advance(tournament_id=event.public_id)
    play_through(event)
    assert_settled(event)


def test_who_leaves_as_his_match_ends_has_one_result(clock) -> None:
    for _again in range(5):
        event = a_started_evening(clock)
        boards = live_boards(event)
        for board in boards:
            come(board)
        calls: list[Callable[[], object]] = [
            partial(entry_leave, event_id=event.public_id, user=board.white) for board in boards
        ]
        calls += [partial(give_up, board, Side.BLACK) for board in boards]
        calls += [partial(tournament_advance, tournament_id=event.public_id)] * 3
        together(calls)
        assert (
            PairingResult.objects.filter(pairing__tournament=event, pairing__round=1).count() == 2
        )
        tournament_advance(tournament_id=event.public_id)
        play_through(event)
        assert state_of(event) == "finished"
        assert_settled(event)


def test_a_late_entry_killed_at_any_write_is_made_or_is_not(clock) -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = a_started_evening(clock, players=5, late=LateTerms(has_late_entry=True))
        return event, partial(late_enter, event_id=event.public_id, user=a_user(chips=55))

    assert every_kill_ends_the_same(prepare, _plays_to_its_end) > 5


def test_leaving_killed_at_any_write_is_done_or_is_not(clock) -> None:
    def prepare() -> tuple[Tournament, Callable[[], object]]:
        event = a_started_evening(clock)
        leaver = live_boards(event)[0].white
        return event, partial(entry_leave, event_id=event.public_id, user=leaver)

    assert every_kill_ends_the_same(prepare, _plays_to_its_end) > 5


def _plays_to_its_end(event: Tournament) -> None:
    tournament_advance(tournament_id=event.public_id)
    play_through(event)
    assert state_of(event) == "finished"
    assert_settled(event)


def test_both_leave_while_the_ladder_of_their_match_runs_out(clock) -> None:
    event = a_started_evening(clock)
    board = live_boards(event)[0]
    clock.pass_s(61)
    calls: list[Callable[[], object]] = [
        partial(entry_leave, event_id=event.public_id, user=user)
        for user in (board.white, board.black)
    ]
    calls += [partial(match_tick, match_id=board.match_id)] * 3
    assert failures(together(calls)) == []
    assert PairingResult.objects.filter(pairing=board.pairing).count() == 1
    tournament_advance(tournament_id=event.public_id)
    play_through(event)
    assert_settled(event)
