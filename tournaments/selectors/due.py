"""What is due, for the director and the sweeps. Read from the rows alone."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Kind, Pairing, PairingResult, Series, Tournament
from tournaments.selectors.schedule import due_before_the_draw
from tournaments.states import TournamentState

#: For so long a stopped event is asked whether matches of it still run; they end in seconds.
STOPPED_LATELY = timedelta(days=1)


def series_to_open() -> QuerySet[Series]:
    """Open series of Sit&Gos without an event that takes entries."""
    taking = Tournament.objects.filter(series=OuterRef("pk"), state=TournamentState.REGISTERING)
    return Series.objects.filter(~Exists(taking), kind=Kind.SIT_AND_GO, is_open=True)


def pairings_to_start(moment: datetime) -> QuerySet[Pairing]:
    """Pairings of two that have neither match nor result though their time has come."""
    return (
        Pairing.objects.filter(
            match__isnull=True, black__isnull=False, result__isnull=True, starts_at__lte=moment
        )
        .select_related("white__user", "black__user")
        .order_by("round", "slot")
    )


def tournaments_due(moment: datetime) -> list[str]:
    """Ids of the events in which something may be due, the oldest first.

    Read from the rows alone: a running event that nobody holds is due when a result has not
    been counted, a match should start, or no pairing is open any more.
    """
    mine = {"tournament": OuterRef("pk")}
    uncounted = PairingResult.objects.filter(pairing__tournament=OuterRef("pk"), is_counted=False)
    to_start = pairings_to_start(moment).filter(**mine)
    undecided = Pairing.objects.filter(**mine, result__isnull=True)
    due = (
        due_before_the_draw(moment)
        | Q(state=TournamentState.SEATED, is_paused=False)
        | Q(state=TournamentState.PLAYING, is_paused=False)
        & (Exists(uncounted) | Exists(to_start) | ~Exists(undecided))
        | Q(state=TournamentState.STOPPED, state_since__gte=moment - STOPPED_LATELY)
        & Exists(Pairing.objects.filter(**mine, match__status="playing"))
    )
    events = Tournament.objects.filter(due).order_by("pk")
    return list(events.values_list("public_id", flat=True))
