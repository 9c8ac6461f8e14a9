"""What is due, for the director and the sweeps. Read from the rows alone."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import LIVE, Entry, Kind, Pairing, PairingResult, Series, Tournament
from tournaments.selectors.schedule import due_before_the_draw
from tournaments.states import TournamentState

#: States in which an event may go on. An index knows the few events that are in one of them.
UNDER_WAY = (
    TournamentState.ANNOUNCED,
    TournamentState.REGISTERING,
    TournamentState.SEATED,
    TournamentState.PLAYING,
)

#: For so long an event that was called off or stopped is asked whether anything is left to do:
#: entries to give back, matches to end. Both take seconds.
ENDED_LATELY = timedelta(days=7)


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
    going_on = Tournament.objects.filter(
        due_before_the_draw(moment)
        | Q(state=TournamentState.SEATED, is_paused=False)
        | Q(state=TournamentState.PLAYING, is_paused=False)
        & (Exists(uncounted) | Exists(to_start) | ~Exists(undecided)),
        state__in=UNDER_WAY,
    )
    # Apart from those that go on, so that neither looks at every event there ever was.
    due = going_on.order_by().union(_to_clear_up(moment).order_by(), all=True).order_by("pk")
    return list(due.values_list("public_id", flat=True))


def _to_clear_up(moment: datetime) -> QuerySet[Tournament]:
    """Events that were called off while entries wait to go back, or stopped while matches run."""
    bound = Entry.objects.filter(tournament=OuterRef("pk"), state__in=LIVE)
    running = Pairing.objects.filter(tournament=OuterRef("pk"), match__status="playing")
    return Tournament.objects.filter(
        Q(Exists(bound), state=TournamentState.CANCELLED)
        | Q(Exists(running), state=TournamentState.STOPPED),
        state__in=(TournamentState.CANCELLED, TournamentState.STOPPED),
        state_since__gte=moment - ENDED_LATELY,
    )
