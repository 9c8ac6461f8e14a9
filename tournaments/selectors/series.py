"""Templates: which of them wait for something, and to which event their tickets lead."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from tournaments.models import CardVersion, Kind, Series, Tournament
from tournaments.states import TournamentState
from wire.time import now

#: Between the expected end of a satellite and the start of its target.
TARGET_MARGIN = timedelta(minutes=30)

#: How far ahead events are announced, and stand in the calendar feed.
ANNOUNCED_AHEAD = timedelta(days=14)

#: Before the draw: tickets to such an event can still be used.
COMING = (TournamentState.ANNOUNCED, TournamentState.REGISTERING)


def series_to_announce() -> QuerySet[Series]:
    """Open series of scheduled events."""
    return Series.objects.filter(kind=Kind.SCHEDULED, is_open=True)


def target_for(series: Series, *, ends_at: datetime) -> Tournament | None:
    """The next event of the target series for which a satellite that ends then is in time.

    None where no such event is announced.
    """
    if series.target_series_id is None:
        return None
    return (
        Tournament.objects.filter(
            series=series.target_series_id,
            kind=Kind.SCHEDULED,
            state__in=COMING,
            starts_at__gte=ends_at + TARGET_MARGIN,
        )
        .order_by("starts_at")
        .first()
    )


def starts_promised(series: Series, *, since: datetime) -> frozenset[datetime]:
    """Every start that an event of this series has ever had on its card, from `since` on.

    An event that was moved or cancelled is not announced a second time.
    """
    versions = CardVersion.objects.filter(
        tournament__series=series,
        tournament__is_dropped=False,
        tournament__opened_at__gte=since - timedelta(days=60),
    )
    texts = versions.values_list("card__times__starts_at", flat=True)
    return frozenset(datetime.fromisoformat(text) for text in texts if text)


def coming_events(series: Series) -> QuerySet[Tournament]:
    """Events of a series whose seats are not drawn, the next to start first."""
    return series.tournaments.filter(state__in=COMING).order_by("starts_at", "pk")


def feed_events() -> QuerySet[Tournament]:
    """What stands in the calendar feed: yesterday's events to those two weeks ahead, by start.

    Cancelled ones too, so that calendars hear of it; never a private one.
    """
    moment = now()
    return Tournament.objects.filter(
        kind=Kind.SCHEDULED,
        is_private=False,
        starts_at__gte=moment - timedelta(days=1),
        starts_at__lte=moment + ANNOUNCED_AHEAD,
    ).order_by("starts_at", "pk")
