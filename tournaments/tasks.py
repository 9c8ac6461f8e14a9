"""What workers do for events: one of them by name, or all that may have something due."""

import logging
from collections.abc import Iterable

from celery import shared_task

from tournaments import selectors
from tournaments.director import tournament_advance
from tournaments.services import (
    reminders_mail,
    series_announce,
    series_keep_open,
    tickets_expire,
    tickets_remind,
)
from wire.time import now

log = logging.getLogger(__name__)


@shared_task(name="tournaments.advance_tournament")
def advance_tournament(tournament_id: str) -> None:
    """Advance one event, because something has just happened in it.

    Brokers deliver twice, and the sweep may have been faster: then there is nothing to do.
    """
    if not tournament_advance(tournament_id=tournament_id):
        log.info("nothing was due in event %s", tournament_id)


@shared_task(name="tournaments.sweep_tournaments")
def sweep_tournaments() -> None:
    """Advance whatever is due and keep every open series open."""
    for series in selectors.series_to_open():
        series_keep_open(series=series)
    _advance_each(selectors.tournaments_due(now()))


def _advance_each(tournament_ids: Iterable[str]) -> None:
    """Advance these events. One that fails must not keep the others waiting: it is logged and
    asked again at the next sweep."""
    for tournament_id in tournament_ids:
        try:
            tournament_advance(tournament_id=tournament_id)
        except Exception:
            log.exception("event %s could not be advanced", tournament_id)


@shared_task(name="tournaments.announce_series")
def announce_series() -> None:
    """Announce what every open series holds in the next two weeks, if it is not announced yet.

    A series that fails is logged and asked again the next minute; the others go on.
    """
    for series in selectors.series_to_announce():
        try:
            series_announce(series=series)
        except Exception:
            log.exception("events of series %s could not be announced", series.pk)


@shared_task(name="tournaments.sweep_tickets")
def sweep_tickets() -> None:
    """End tickets whose time is over, remind of those whose time is nearly over, close the
    satellites that could not end in time for their target, and fill the places tickets left."""
    moment = now()
    tickets_expire(moment=moment)
    tickets_remind(moment=moment)
    _advance_each(selectors.satellites_to_close())
    _advance_each(selectors.events_to_fill(moment))


@shared_task(name="tournaments.mail_reminders")
def mail_reminders() -> None:
    """Send the mails that wait, those of a lost task as well."""
    while reminders_mail():
        pass
