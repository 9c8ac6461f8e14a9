"""Builders for scheduled series in the summer of the stopped clock, and a moment to test at."""

from datetime import UTC, date, datetime, time
from typing import Any

from tests.support.clock import StoppedClock
from tests.tournaments.builders import a_series
from tournaments.models import Series, Tournament


def set_clock(clock: StoppedClock, moment: str) -> None:
    """Stop the clock at a moment in UTC, such as "2026-03-25 12:00"."""
    at = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    clock.moment_ms = round(at.timestamp() * 1000)


def a_daily(**changes: Any) -> Series:
    """A cup every evening at 20:00 in Tallinn from 25 March 2026, for up to 16."""
    settings = {
        "kind": "scheduled",
        "seats": 16,
        "first_date": date(2026, 3, 25),
        "start_time": time(20),
        "recurrence": "FREQ=DAILY",
    }
    return a_series(**{**settings, **changes})


def starts(series: Series, **only: Any) -> list[str]:
    """The starts of its events in UTC, the earliest first."""
    events = series.tournaments.filter(**only).order_by("starts_at")
    return [f"{event.starts_at:%m-%d %H:%MZ}" for event in events]


def first_event(series: Series) -> Tournament:
    """The next event of a series that is not called off."""
    coming = series.tournaments.exclude(state="cancelled").order_by("starts_at")
    event = coming.first()
    assert event is not None
    return event
