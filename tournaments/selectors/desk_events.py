"""Events that staff may have to look at: too few entrants, something overdue, held."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Self

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.deadlines import OVERDUE_AFTER, RISK_BEFORE
from tournaments.models import Entry, EntryState, Kind, Pairing, PairingResult, Tournament
from tournaments.selectors.due import pairings_to_start
from tournaments.states import OVER, TournamentState

#: An event that ended longer ago has nothing left to do that anybody waits for.
LATELY: Final = timedelta(days=1)
FEWEST: Final = 2
#: So long a scheduled event waits for entrants that are missing.
WAITED: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAtDesk:
    """What the queue says of an event. entered, fewest: only where it lacks entrants."""

    event_id: str
    name: str
    state: str
    is_held: bool
    is_private: bool
    starts_at: datetime
    entered: int = 0
    fewest: int = 0

    @classmethod
    def of(cls, event: Tournament, *, entered: int = 0, fewest: int = 0) -> Self:
        """The part of an event's row that the queue shows."""
        return cls(
            event_id=event.public_id,
            name=event.name,
            state=event.state,
            is_held=event.is_paused,
            is_private=event.is_private,
            starts_at=event.starts_at,
            entered=entered,
            fewest=fewest,
        )


def events_at_risk(moment: datetime) -> Iterator[EventAtDesk]:
    """Scheduled events that start soon, or should have started, with too few entrants."""
    soon = Tournament.objects.filter(
        kind=Kind.SCHEDULED,
        state=TournamentState.REGISTERING,
        is_paused=False,
        starts_at__lte=moment + RISK_BEFORE,
    )
    live = Count("entries", filter=Q(entries__state__in=(EntryState.ACTIVE, EntryState.STANDBY)))
    for event in soon.annotate(entered=live).order_by("starts_at"):
        fewest = max(FEWEST, event.rules_card.min_entrants)
        if event.entered < fewest:
            yield EventAtDesk.of(event, entered=event.entered, fewest=fewest)


def events_held(moment: datetime) -> Iterator[tuple[EventAtDesk, datetime]]:
    """Events that staff hold, with the moment since which."""
    held = Tournament.objects.filter(is_paused=True).exclude(state__in=OVER)
    for event in held.order_by("paused_at"):
        yield EventAtDesk.of(event), min(event.paused_at, moment)


def events_overdue(moment: datetime) -> Iterator[EventAtDesk]:
    """Events in which something should have been done by now and is not: the director fails."""
    yield from map(EventAtDesk.of, _overdue(moment - OVERDUE_AFTER).order_by("pk"))


def _overdue(since: datetime) -> QuerySet[Tournament]:
    """Events in which something has been due since then."""
    mine = {"tournament": OuterRef("pk")}
    results = PairingResult.objects.filter(pairing__tournament=OuterRef("pk"))
    uncounted = results.filter(is_counted=False, recorded_at__lte=since)
    to_start = pairings_to_start(since).filter(**mine)
    undecided = Pairing.objects.filter(**mine, result__isnull=True)
    bound = Entry.objects.filter(**mine, state__in=(EntryState.ACTIVE, EntryState.STANDBY))
    before = Q(state=TournamentState.ANNOUNCED, opens_at__lte=since) | Q(
        state=TournamentState.REGISTERING, kind=Kind.SCHEDULED, starts_at__lte=since - WAITED
    )
    begun = Q(state=TournamentState.SEATED, state_since__lte=since) | Q(
        state=TournamentState.PLAYING, state_since__lte=since
    ) & (
        Exists(uncounted)
        | Exists(to_start)
        | (~Exists(undecided) & ~Exists(results.filter(recorded_at__gt=since)))
    )
    ended = Q(state_since__lte=since, state_since__gte=since - LATELY) & (
        Q(state=TournamentState.CANCELLED) & Exists(bound)
        | Q(state=TournamentState.STOPPED)
        & Exists(Pairing.objects.filter(**mine, match__status="playing"))
    )
    return Tournament.objects.filter(Q(is_paused=False) & (before | begun) | ended)
