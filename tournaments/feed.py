"""Scheduled events as iCalendar (RFC 5545), for the calendars people keep elsewhere.

Each event is one instant in UTC: calendars show it on their owner's clock, whatever its zone does.
"""

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from icalendar import Calendar, Event

from tournaments.expected import expected_s
from tournaments.models import Tournament
from tournaments.pages.card_diff import start_text
from tournaments.states import TournamentState
from wire.numbers import number_text

PRODUCT = "-//Backgammon House//Events//EN"
#: How often calendars should look again.
REFRESH = timedelta(hours=1)

#: The address of an event's page, with the name of this site.
PageOf = Callable[[Tournament], str]


def events_calendar(events: Iterable[Tournament], page_of: PageOf) -> bytes:
    """A calendar of these scheduled events."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("Backgammon House"))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for event in events:
        calendar.add_component(_entry(event, page_of(event)))
    return bytes(calendar.to_ical())


def _entry(tournament: Tournament, url: str) -> Event:
    """One event. Its UID never changes; a new card and a cancellation raise the SEQUENCE."""
    card, is_cancelled = tournament.rules_card, tournament.state == TournamentState.CANCELLED
    length = timedelta(seconds=expected_s(card, card.seats))
    entry = Event()
    entry.add("uid", f"event-{tournament.public_id}@backgammon-house")
    entry.add("sequence", card.version - 1 + is_cancelled)
    entry.add("dtstamp", tournament.state_since)
    entry.add("dtstart", tournament.starts_at)
    entry.add("dtend", tournament.starts_at + length)
    entry.add("status", "CANCELLED" if is_cancelled else "CONFIRMED")
    entry.add("summary", tournament.name)
    entry.add("description", _description(tournament, url))
    entry.add("url", url)
    entry.add("transp", "TRANSPARENT")
    return entry


def _description(tournament: Tournament, url: str) -> str:
    card = tournament.rules_card
    assert card.times is not None
    lines = (
        start_text(card.times),
        _entry_text(card.cost_chips),
        _("Rules and entry: {url}").format(url=url),
        # Whoever keeps a calendar keeps the promise of the draw, out of our reach.
        _("Fingerprint of the draw: {sha256}").format(sha256=tournament.commitment),
    )
    return "\n".join(lines)


def _entry_text(chips: int) -> str:
    text = ngettext("Entry: {chips} chip.", "Entry: {chips} chips.", chips)
    return text.format(chips=number_text(chips))
