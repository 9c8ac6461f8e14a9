"""A Sit&Go whose prizes are tickets: it leads to an event ahead, begins in time, or not at all."""

from datetime import timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from bankroll.selectors import balance_of
from tests.factories import a_user
from tests.tournaments.builders import (
    a_series,
    assert_settled,
    fresh,
    open_event,
    play_through,
    players,
    seated,
    state_of,
)
from tests.tournaments.ticketed import HOUR_S
from tournaments import tasks
from tournaments.models import Kind, Series, Tournament
from tournaments.selectors import places_held
from tournaments.services import series_store, sit_and_go_join
from wire.errors import Refused
from wire.time import now

pytestmark = pytest.mark.django_db

_numbers = count(1)


def a_daily_target(*, starts_in_s: float = 6 * HOUR_S) -> Tournament:
    """The next event of a series of 200 chips that is played every day, open for entries."""
    starts_at = (now() + timedelta(seconds=starts_in_s)).astimezone(ZoneInfo("Europe/Tallinn"))
    series = series_store(
        series=Series(
            name=f"Daily {next(_numbers)}",
            kind=Kind.SCHEDULED,
            first_date=starts_at.date(),
            start_time=starts_at.time().replace(second=0, microsecond=0),
            recurrence="FREQ=DAILY",
            buy_in_chips=200,
            has_house_bots=False,
        )
    )
    tasks.sweep_tournaments()
    return events_of(series)[0]


def events_of(series: Series) -> list[Tournament]:
    """Its announced events, the next first."""
    return list(series.tournaments.order_by("starts_at"))


def a_sit_and_go_to(target: Tournament, **changes) -> Tournament:
    """The open Sit&Go for four at 50 of a new series that leads to events of the target's."""
    return open_event(a_series(target_series=target.series, has_house_bots=False, **changes))


def refusal_codes(event: Tournament, user: User) -> list[str]:
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=event.public_id, user=user)
    return [reason["code"] for reason in refused.value.facts["refusals"]]


def test_the_last_seat_fixes_the_tickets_and_the_winner_is_in_the_target(clock) -> None:
    target = a_daily_target()
    event = a_sit_and_go_to(target)
    assert event.target == target
    people = players(4, chips=50)
    seated(event, *people)
    assert fresh(event).draw["tickets"] == places_held(target) == 1
    play_through(event)
    tasks.sweep_tickets()
    (award,) = event.awards.all()
    assert target.entries.active().get().user == award.entry.user
    assert_settled(event)


def test_it_takes_nobody_when_it_could_not_end_in_time_and_gives_back_what_was_paid(clock) -> None:
    target = a_daily_target(starts_in_s=2 * HOUR_S)
    event = a_sit_and_go_to(target)
    (alice,) = players(1, chips=50)
    seated(event, alice)
    clock.pass_s(1.5 * HOUR_S)
    assert refusal_codes(event, a_user("bob", chips=50)) == ["satellite.too_late"]
    tasks.sweep_tickets()
    assert state_of(event) == "cancelled"
    assert balance_of(alice) == 50
    assert_settled(event)


def test_the_next_one_leads_to_the_next_event_of_the_target_series(clock) -> None:
    target = a_daily_target(starts_in_s=2 * HOUR_S)
    event = a_sit_and_go_to(target)
    clock.pass_s(1.5 * HOUR_S)
    tasks.sweep_tickets()
    tasks.sweep_tournaments()
    following = open_event(event.series)
    assert following.pk != event.pk
    assert following.target == events_of(target.series)[1]


def test_a_player_with_a_ticket_is_kept_out_where_the_card_says_so(clock) -> None:
    target = a_daily_target()
    first = a_sit_and_go_to(target, second_ticket="no_entry")
    people = players(4, chips=100)
    seated(first, *people)
    play_through(first)
    winner = first.awards.get().entry.user
    second = open_event(first.series)
    assert refusal_codes(second, winner) == ["tournament.has_ticket"]
    seated(second, next(user for user in people if user != winner))
