"""Tickets: whose they are, where they let him in, and which places they hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When

from tournaments.models import EntryState, Ticket, TicketKind, Tournament
from tournaments.satellites import Division, division, tickets_of_pool
from tournaments.selectors.events import pool_of
from tournaments.states import OVER, TournamentState
from tournaments.ticket_states import ALIVE, USABLE, TicketState
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class SatelliteOutlook:
    """What a satellite would pay if it started as it is, or pays since its seats are drawn.

    ticket_chips, again_chips: what a ticket of each sort is worth.
    """

    entrants: int
    pool_chips: int
    ticket_chips: int
    again_chips: int
    division: Division

    @property
    def remainder_chips(self) -> int:
        """What the pool has beyond its tickets."""
        over = self.pool_chips + self.division.overlay_chips
        return over - self.division.tickets * self.ticket_chips


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


def places_held(tournament: Tournament) -> int:
    """Places of an event that are kept for tickets, on top of the seats taken.

    One for each ticket to it that has no entry, and one for each that a satellite which is open
    or being played will pay. One query.
    """
    mine = Tournament.objects.filter(
        Q(pk=tournament.pk) | Q(target=tournament) & ~Q(state__in=OVER)
    ).annotate(
        waiting=Count(
            "tickets",
            filter=Q(
                tickets__kind=TicketKind.TARGET,
                tickets__state__in=USABLE,
                tickets__expires_at__gt=now(),
            ),
        )
    )
    held = 0
    for event in mine:
        held += event.waiting if event.pk == tournament.pk else _promised(event)
    return held


def tickets_of_event(tournament: Tournament) -> int:
    """How many tickets a satellite pays: fixed at its draw, before it as its pool is now."""
    if "tickets" in tournament.draw:
        return int(tournament.draw["tickets"])
    return satellite_outlook(tournament).division.tickets


def satellite_outlook(tournament: Tournament, entrants: int | None = None) -> SatelliteOutlook:
    """What a satellite pays for its pool; before the draw, if it started now.

    entrants: how many there would be, instead of those who have entered.
    """
    card = tournament.rules_card
    terms = card.satellite
    if terms is None:
        raise ValueError(f"{tournament} is no satellite")
    players = tournament.entries.filter(state__in=(EntryState.ACTIVE, EntryState.OUT)).count()
    pool_chips = pool_of(tournament)
    if entrants is not None:
        pool_chips += (entrants - players) * card.buy_in_chips
        players = entrants
    return SatelliteOutlook(
        players,
        pool_chips,
        terms.ticket_chips,
        terms.again_chips,
        division(
            terms,
            pool_chips=pool_chips,
            entrants=players,
            buy_in_chips=card.buy_in_chips,
            tickets=tournament.draw.get("tickets"),
        ),
    )


def satellites_to(tournament: Tournament) -> QuerySet[Tournament]:
    """The satellites that lead to an event and are not over, the next to start first."""
    live = tournament.satellites.exclude(state__in=OVER)
    return live.order_by("starts_at", "pk")


def tickets_of(user: "User") -> QuerySet[Ticket]:
    """Every ticket a player has had, those he can use first, then the latest."""
    usable = Case(When(state__in=ALIVE, then=Value(0)), default=Value(1))
    return (
        Ticket.objects.filter(holder_id=user.pk)
        .select_related("event", "series", "won_in")
        .prefetch_related("history__event")
        .order_by(usable, F("expires_at").asc(), "-pk")
    )


def tickets_to_enter(tournament_id: str) -> list[tuple[str, int]]:
    """Tickets that have not been entered in their event yet: id and holder, the oldest first.

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
    return list(waiting.order_by("pk").values_list("public_id", "holder_id"))


def tickets_to_expire(moment: datetime) -> list[str]:
    """Ids of the tickets whose time is over, the oldest first."""
    over = Ticket.objects.filter(state__in=USABLE, expires_at__lte=moment)
    return list(over.order_by("pk").values_list("public_id", flat=True))


def _fits(tournament: Tournament) -> Q:
    cost_chips = tournament.rules_card.cost_chips
    return Q(value_chips=cost_chips) & (
        Q(kind=TicketKind.TARGET, event=tournament)
        | Q(kind=TicketKind.SERIES, series=tournament.series_id)
        | Q(kind=TicketKind.FLEXIBLE)
    )


def _promised(satellite: Any) -> int:
    """Tickets a satellite will pay by what is in its pool, read from its row alone."""
    if "tickets" in satellite.draw:
        return int(satellite.draw["tickets"])
    terms = satellite.rules_card.satellite
    if terms is None:
        return 0
    pool_chips = satellite.taken_seats * satellite.rules_card.buy_in_chips + satellite.added_chips
    entrants = max(satellite.taken_seats, terms.guaranteed)
    return tickets_of_pool(terms, pool_chips, entrants)
