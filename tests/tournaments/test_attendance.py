"""Staying away from scheduled events: what it costs, and how it is forgotten."""

from datetime import timedelta

import pytest

from accounts.models import User
from matches.services import match_annul, match_present
from tests.factories import a_bot, a_user
from tests.tournaments.builders import finish, fresh, gone, here, live_boards
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants, start
from tournaments import selectors
from tournaments.models import Attendance
from tournaments.services import attendance_clear, attendance_miss
from tournaments.services.attendance import bar_for
from wire.time import now

pytestmark = pytest.mark.django_db


def an_event_without(clock, eve: User) -> None:
    """A scheduled event that is played while this entrant stays away."""
    event = a_scheduled_event()
    people = entrants(event, 4)
    entered(event, eve)
    gone(eve)
    start(clock, event, *people)


@pytest.mark.parametrize(
    ("missed", "hours"),
    [(0, 0), (1, 0), (2, 24), (3, 48), (4, 96), (5, 192), (6, 384), (7, 720), (50, 720)],
)
def test_a_bar_doubles_from_a_day_up_to_thirty(missed, hours) -> None:
    assert bar_for(missed) == timedelta(hours=hours)


def test_the_first_absence_bars_nobody_and_the_second_for_a_day(clock) -> None:
    eve = a_user("eve", chips=500)
    an_event_without(clock, eve)
    assert selectors.bar_of(eve) is None
    an_event_without(clock, eve)
    bar = selectors.bar_of(eve)
    assert bar is not None
    assert (bar.until, bar.missed_in_row) == (now() + timedelta(hours=24), 2)


def test_the_third_in_a_row_costs_two_days(clock) -> None:
    eve = a_user("eve", chips=500)
    for _again in range(2):
        an_event_without(clock, eve)
    clock.pass_s(24 * 3600)
    assert selectors.bar_of(eve) is None
    an_event_without(clock, eve)
    bar = selectors.bar_of(eve)
    assert bar is not None
    assert bar.until == now() + timedelta(hours=48)


def test_a_seat_that_went_to_another_is_an_absence_as_well(clock) -> None:
    event = a_scheduled_event(seats=4)
    people = entrants(event, 5)
    start(clock, event, *people[:3], people[4])
    assert Attendance.objects.get().user == people[3]


def test_playing_a_scheduled_match_clears_the_row_and_not_a_running_bar(clock) -> None:
    eve = a_user("eve", chips=500)
    for _again in range(2):
        an_event_without(clock, eve)
    attendance_clear(user_pks=[eve.pk])
    assert selectors.bar_of(eve) is not None
    clock.pass_s(24 * 3600)
    an_event_without(clock, eve)
    assert selectors.bar_of(eve) is None


def test_whoever_checks_in_and_never_comes_to_the_board_has_stayed_away(clock) -> None:
    event = a_scheduled_event()
    start(clock, event, *entrants(event, 4))
    first, second = live_boards(fresh(event))
    match_present(match_id=first.match_id, user_pk=first.white.pk, contribution="")
    match_annul(match_id=first.match_id, reason="no_show")
    match_annul(match_id=second.match_id, reason="both_absent")
    missed = {row.user for row in Attendance.objects.all()}
    assert missed == {first.black, second.white, second.black}


def test_a_match_that_is_played_misses_nobody(clock) -> None:
    event = a_scheduled_event()
    start(clock, event, *entrants(event, 4))
    for board in live_boards(fresh(event)):
        finish(board)
    assert not Attendance.objects.exists()


def test_one_event_counts_once_and_house_bots_never() -> None:
    event, eve = a_scheduled_event(), a_user("eve")
    for _again in range(2):
        attendance_miss(tournament=event, users=[eve, a_bot()])
    assert Attendance.objects.get().missed_in_row == 1


def test_whoever_is_here_misses_nothing(clock) -> None:
    event = a_scheduled_event()
    people = entrants(event, 4)
    here(*people)
    start(clock, event, *people)
    assert not Attendance.objects.exists()
