"""A daily event keeps its hour while the clocks of its country are changed."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from bankroll.audit import books_check
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import fresh, here, play_through
from tests.tournaments.schedules import a_daily, set_clock
from tournaments import tasks
from tournaments.models import Series, Tournament
from tournaments.services import entry_register
from wire.time import now

pytestmark = [pytest.mark.story, pytest.mark.django_db]

#: By evening: when a cup of 20:00 in Tallinn starts, and what its page calls the zone.
SPRING = {
    "2026-03-28": ("18:00", "UTC+2"),
    "2026-03-29": ("17:00", "UTC+3"),
    "2026-03-30": ("17:00", "UTC+3"),
}
AUTUMN = {
    "2026-10-24": ("17:00", "UTC+3"),
    "2026-10-25": ("18:00", "UTC+2"),
    "2026-10-26": ("18:00", "UTC+2"),
}

SECOND = timedelta(seconds=1)


def event_of(series: Series, day: str) -> Tournament:
    """The cup of an evening in Tallinn."""
    return series.tournaments.get(starts_at__date=datetime.fromisoformat(day).date())


def page_of(event: Tournament) -> str:
    """The page of an event, for anybody, without its tags."""
    page = Client().get(reverse("tournaments:detail", args=[event.public_id]))
    return " ".join(re.sub("<[^>]+>", " ", page.content.decode()).split())


def wait_until(clock: StoppedClock, moment: datetime) -> None:
    """Let time pass to a moment, and the house look at what is due."""
    clock.pass_s((moment - now()).total_seconds())
    tasks.announce_series()
    tasks.sweep_tournaments()


def play_an_evening(clock: StoppedClock, event: Tournament, people: list[User]) -> None:
    """They enter in time, are there at the start, not drawn a second early, and play."""
    for each in people:
        entry_register(event_id=event.public_id, user=each)
    wait_until(clock, event.starts_at - SECOND)
    here(*people)
    tasks.sweep_tournaments()
    assert fresh(event).state == "registering"
    wait_until(clock, event.starts_at)
    assert fresh(event).state == "playing"
    play_through(event)
    assert fresh(event).state == "finished"


@pytest.mark.parametrize(
    ("read_on", "evenings"), [("2026-03-27 12:00", SPRING), ("2026-10-23 12:00", AUTUMN)]
)
def test_a_daily_cup_starts_at_eight_in_tallinn_whatever_the_clocks_do(
    clock: StoppedClock, read_on: str, evenings: dict[str, tuple[str, str]]
) -> None:
    set_clock(clock, f"{read_on[:8]}20 12:00")
    series = a_daily()
    people = [a_user(chips=500) for _ in range(4)]
    wait_until(clock, datetime.fromisoformat(read_on).replace(tzinfo=UTC))

    for day, (start, offset) in evenings.items():
        event = event_of(series, day)
        assert f"{event.starts_at:%Y-%m-%d %H:%M}" == f"{day} {start}"
        assert f"20:00 Tallinn, {offset}" in page_of(event)
    for day in evenings:
        play_an_evening(clock, event_of(series, day), people)
    assert books_check() == ()
