"""The moments of a scheduled event before its draw, and which of them are due."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, F, OuterRef, Q

from tournaments.card import Times
from tournaments.expected import expected_s
from tournaments.models import (
    LIVE,
    Entry,
    EntryState,
    Kind,
    Ticket,
    TicketKind,
    TicketState,
    Tournament,
)
from tournaments.states import TournamentState

if TYPE_CHECKING:
    from accounts.models import User

#: Entrants are told so long before the start: that they can check in, that it begins soon, and that
#: they have not checked in yet.
REMIND_BEFORE = (timedelta(minutes=15), timedelta(minutes=10), timedelta(minutes=5))


def times_of(tournament: Tournament) -> Times:
    """The times on the card of a scheduled event."""
    times = tournament.rules_card.times
    if times is None:
        raise ValueError(f"{tournament} is not scheduled")
    return times


def check_in_at(tournament: Tournament) -> datetime:
    """From when on checking in counts."""
    return tournament.starts_at - timedelta(seconds=times_of(tournament).check_in_s)


def cancels_at(tournament: Tournament) -> datetime:
    """Until when a field that is too small is waited for."""
    return tournament.starts_at + timedelta(seconds=times_of(tournament).wait_s)


def leaves_until(tournament: Tournament, entry: Entry) -> datetime:
    """Until when an entry can be given back; nobody leaves after the draw.

    Whoever stands by, or entered before the card was changed, need not decide earlier.
    """
    was_changed = tournament.card_versions.filter(version__gt=1, made_at__gt=entry.joined_at)
    if entry.state == EntryState.STANDBY or was_changed.exists():
        return cancels_at(tournament)
    return tournament.starts_at - timedelta(seconds=times_of(tournament).leave_s)


def due_before_the_draw(moment: datetime) -> Q:
    """Events that have something due before their draw.

    A Sit&Go with people in it is looked at all the time: its seats count only while they are
    there; so is an empty one that is a satellite: its target may have come too near. A scheduled
    event is looked at when it opens, at each reminder, and from its start on.
    """
    reminders = Q(pk__in=())
    for before in REMIND_BEFORE:
        reminders |= Q(
            starts_at__gt=moment,
            starts_at__lte=moment + before,
            reminded_at__lt=F("starts_at") - before,
        )
    is_registering = Q(state=TournamentState.REGISTERING, is_paused=False)
    return (
        Q(state=TournamentState.ANNOUNCED, opens_at__lte=moment)
        | is_registering
        & Q(kind=Kind.SIT_AND_GO)
        & (Q(taken_seats__gt=0) | Q(target__isnull=False))
        | is_registering & Q(kind=Kind.SCHEDULED) & (Q(starts_at__lte=moment) | reminders)
    )


def events_to_fill(moment: datetime) -> list[str]:
    """Ids of the events that take entries and in which somebody might be seated by himself: a
    ticket waits to enter its holder, or somebody stands by while a seat is free.

    Often nothing comes of it: the holder may not enter, the seat is kept for a ticket. So this
    is for once a minute, and whatever changes it advances the event at once.
    """
    mine = {"tournament": OuterRef("pk")}
    waiting = Ticket.objects.filter(
        event=OuterRef("pk"),
        kind=TicketKind.TARGET,
        state=TicketState.ISSUED,
        expires_at__gt=moment,
        holder__is_active=True,
    )
    standby = Entry.objects.filter(**mine, state=EntryState.STANDBY)
    events = Tournament.objects.filter(
        Exists(waiting) | Exists(standby) & Q(taken_seats__lt=F("seats")),
        state=TournamentState.REGISTERING,
    )
    return list(events.order_by("pk").values_list("public_id", flat=True))


def expected_end(tournament: Tournament) -> datetime:
    """When an event is likely to be over, with those who have entered so far."""
    card = tournament.rules_card
    entrants = max(tournament.taken_seats, card.min_entrants)
    return tournament.starts_at + timedelta(seconds=expected_s(card, entrants))


def overlapping_events(user: "User", tournament: Tournament) -> list[Tournament]:
    """Events this player has entered that will probably still be played when this one is,
    or are about to be; the next first. Entering it is a warning, no hindrance."""
    entered = Tournament.objects.filter(
        Q(state=TournamentState.PLAYING)
        | Q(kind=Kind.SCHEDULED)
        & Q(
            state__in=(
                TournamentState.ANNOUNCED,
                TournamentState.REGISTERING,
                TournamentState.SEATED,
            )
        ),
        entries__user_id=user.pk,
        entries__state__in=LIVE,
        starts_at__lt=expected_end(tournament),
    ).exclude(pk=tournament.pk)
    return [
        event
        for event in entered.order_by("starts_at", "pk").distinct()
        if expected_end(event) > tournament.starts_at
    ]
