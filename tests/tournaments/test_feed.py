"""The calendar feed: what a calendar elsewhere reads, and hears of when something changes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import a_sit_and_go, called_off
from tests.tournaments.schedules import a_daily, first_event, set_clock
from tournaments.models import Tournament
from tournaments.services import card_change

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_march(clock: StoppedClock) -> Iterator[None]:
    set_clock(clock, "2026-03-25 12:00")
    return iter([None])


def entries(path: str = "") -> list[Any]:
    """The events of a feed as a calendar reads them."""
    response = Client().get(path or reverse("tournaments:feed"))
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(response.content)
    assert calendar["VERSION"] == "2.0"
    return list(calendar.walk("VEVENT"))


def moments(found: list[Any], name: str) -> list[datetime]:
    return [entry[name].dt for entry in found]


def change(event: Tournament, **changes: Any) -> Tournament:
    dora = a_user("dora", is_staff=True)
    return card_change(
        tournament_id=event.public_id, actor=dora, changes=changes, reason="So that more can come."
    )


def test_the_next_two_weeks_are_in_the_feed_as_instants() -> None:
    """D-TRN-06: instants, which every calendar shows on its owner's clock."""
    a_daily()
    starts = moments(entries(), "DTSTART")
    assert len(starts) == 14
    assert starts[3:5] == [
        datetime(2026, 3, 28, 18, tzinfo=UTC),
        datetime(2026, 3, 29, 17, tzinfo=UTC),
    ]


def test_an_entry_says_what_it_is_and_where_to_read_on() -> None:
    event = first_event(a_daily(name="Cup, of the evening; all", buy_in_chips=50))
    (entry, *_others) = entries()
    assert str(entry["SUMMARY"]) == "Cup, of the evening; all"
    assert str(entry["URL"]) == f"http://testserver/event/{event.public_id}/"
    assert "20:00 (Europe/Tallinn, UTC+02:00)" in str(entry["DESCRIPTION"])
    assert "Entry: 50 chips." in str(entry["DESCRIPTION"])
    assert f"Fingerprint of the draw: {event.commitment}" in str(entry["DESCRIPTION"])
    assert entry["DTEND"].dt > entry["DTSTART"].dt
    assert (str(entry["STATUS"]), entry["SEQUENCE"]) == ("CONFIRMED", 0)


def test_a_moved_start_keeps_its_uid_and_raises_the_sequence() -> None:
    event = first_event(a_daily(recurrence=""))
    (before,) = entries()
    change(event, start_time=(event.starts_at + timedelta(hours=3)).time())
    (after,) = entries()
    assert str(after["UID"]) == str(before["UID"])
    assert after["SEQUENCE"] == 1
    assert after["DTSTART"].dt != before["DTSTART"].dt


def test_a_cancelled_event_says_so() -> None:
    event = first_event(a_daily(recurrence=""))
    called_off(event)
    (entry,) = entries()
    assert (str(entry["STATUS"]), entry["SEQUENCE"]) == ("CANCELLED", 1)


def test_private_events_and_sit_and_gos_are_not_in_it() -> None:
    a_sit_and_go()
    secret = first_event(a_daily(is_private=True))
    assert entries() == []
    alone = reverse("tournaments:event_ics", args=[secret.public_id])
    assert Client().get(alone).status_code == 404


def test_one_event_can_be_taken_alone() -> None:
    event = first_event(a_daily())
    (entry,) = entries(reverse("tournaments:event_ics", args=[event.public_id]))
    assert event.public_id in str(entry["UID"])


def test_the_feed_asks_the_database_once(django_assert_num_queries) -> None:
    a_daily()
    with django_assert_num_queries(1):
        Client().get(reverse("tournaments:feed"))


def test_an_event_stays_for_a_day_after_its_start(clock: StoppedClock) -> None:
    a_daily(recurrence="")
    clock.pass_s(6 * 3600 + 24 * 3600 - 1)
    assert len(entries()) == 1
    clock.pass_s(2)
    assert entries() == []
