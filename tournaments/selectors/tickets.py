"""Tickets: whose they are and where they let him in."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from tournaments.models import LIVE, Entry, Ticket, TicketKind, Tournament
from tournaments.states import TournamentState
from tournaments.ticket_states import ALIVE, USABLE, TicketState
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


def ticket_for(user: "User", tournament: Tournament) -> Ticket | None:
    """The ticket with which this player would enter the event, None without one.

    The one to this very event comes first, then one of its series, then a flexible one; of two
    of a sort the one that ends sooner.
    """
    sort = Case(
        When(kind=TicketKind.TARGET, then=0),
        When(kind=TicketKind.SERIES, then=1),
        default=2,
        output_field=IntegerField(),
    )
    fitting = usable_tickets().filter(holder_id=user.pk).filter(_fits(tournament))
    return fitting.order_by(sort, "expires_at", "pk").first()


def usable_tickets() -> QuerySet[Ticket]:
    """Tickets with which somebody can enter now."""
    return Ticket.objects.filter(state__in=USABLE, expires_at__gt=now())


def holds_ticket_to(user_ids: Iterable[int], tournament: Tournament) -> frozenset[int]:
    """Who of these has a ticket to the event, waiting or holding his entry."""
    alive = Ticket.objects.filter(
        Q(kind=TicketKind.TARGET) | Q(state=TicketState.RESERVED),
        event=tournament,
        state__in=ALIVE,
        holder_id__in=list(user_ids),
    )
    return frozenset(alive.values_list("holder_id", flat=True))


def tickets_of(user: "User") -> QuerySet[Ticket]:
    """Every ticket a player has had, those he can use first, then the latest."""
    usable = Case(When(state__in=ALIVE, then=Value(0)), default=Value(1))
    return (
        Ticket.objects.filter(holder_id=user.pk)
        .select_related("event", "series", "won_in")
        .prefetch_related("history__event")
        .order_by(usable, F("expires_at").asc(), "-pk")
    )


def events_for(ticket: Ticket, *, most: int) -> list[Tournament]:
    """Events that its holder could enter with a ticket now, the next to start first.

    Those that take entries and that he has not entered. Private ones are found by their address
    alone, unless the ticket is for them.
    """
    live = Entry.objects.filter(tournament=OuterRef("pk"), user=ticket.holder_id, state__in=LIVE)
    whole = IntegerField()
    cost = Cast(KT("card__buy_in_chips"), whole) + Cast(KT("card__fee_chips"), whole)
    events = (
        Tournament.objects.filter(~Exists(live), state=TournamentState.REGISTERING)
        .annotate(cost_chips=cost)
        .filter(cost_chips=ticket.value_chips)
        .order_by("starts_at", "pk")
    )
    leads_to = {
        TicketKind.TARGET: Q(tickets=ticket),
        TicketKind.SERIES: Q(series__tickets=ticket),
        TicketKind.FLEXIBLE: Q(is_private=False),
    }
    return list(events.filter(leads_to[TicketKind(ticket.kind)])[:most])


def tickets_to_enter(tournament_id: str) -> list[str]:
    """Ids of tickets that have not been entered in their event yet, the oldest first.

    One that came back is left alone: its holder unregistered, and enters again if he likes.
    """
    waiting = Ticket.objects.filter(
        kind=TicketKind.TARGET,
        state=TicketState.ISSUED,
        event__public_id=tournament_id,
        event__state=TournamentState.REGISTERING,
        expires_at__gt=now(),
        holder__is_active=True,
    )
    return list(waiting.order_by("pk").values_list("public_id", flat=True))


def tickets_to_remind(moment: datetime, *, before: timedelta, until: timedelta) -> list[Ticket]:
    """Tickets that expire so soon, but not sooner than `until`, and were good for longer once.

    Not those that will enter their holder by themselves. Whoever has been reminded is among
    them until he has used it.
    """
    soon = Ticket.objects.filter(
        ~Q(kind=TicketKind.TARGET, state=TicketState.ISSUED),
        state__in=USABLE,
        expires_at__gt=moment + until,
        expires_at__lte=moment + before,
        issued_at__lte=F("expires_at") - before,
    )
    return list(soon.select_related("holder", "event", "series").order_by("pk"))


def tickets_to_expire(moment: datetime) -> list[str]:
    """Ids of the tickets whose time is over, the oldest first."""
    over = Ticket.objects.filter(state__in=USABLE, expires_at__lte=moment)
    return list(over.order_by("pk").values_list("public_id", flat=True))


def tickets_record(user: "User") -> list[dict[str, Any]]:
    """What a user can take with him of his tickets, as plain data, the latest first."""
    return [
        {
            "id": ticket.public_id,
            "kind": ticket.kind,
            "state": ticket.state,
            "event": ticket.event.name if ticket.event else "",
            "series": ticket.series.name if ticket.series else "",
            "value_chips": ticket.value_chips,
            "issued_at": ticket.issued_at.isoformat(),
            "expires_at": ticket.expires_at.isoformat(),
            "history": [
                {"at": change.at.isoformat(), "state": change.state, "note": change.note}
                for change in ticket.history.all()
            ],
        }
        for ticket in tickets_of(user).order_by("-pk")
    ]


def _fits(tournament: Tournament) -> Q:
    cost_chips = tournament.rules_card.cost_chips
    return Q(value_chips=cost_chips) & (
        Q(kind=TicketKind.TARGET, event=tournament)
        | Q(kind=TicketKind.SERIES, series=tournament.series_id)
        | Q(kind=TicketKind.FLEXIBLE)
    )
