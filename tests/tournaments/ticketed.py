"""Builders for satellites and tickets: a target, what leads to it, and tickets in hand."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import Any

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import escrow_balance
from tests.tournaments.builders import fresh, gone, players
from tests.tournaments.scheduled import a_scheduled_event, entered, start
from tournaments import selectors
from tournaments.card import SatelliteTerms
from tournaments.formats.base import Standing
from tournaments.models import Award, Series, Ticket, TicketKind, Tournament
from tournaments.services import awards_pay, ticket_issue
from tournaments.services.locks import state_become, tournament_locked
from tournaments.services.tickets import target_expires_at
from tournaments.states import TournamentState
from wire.time import now

_numbers = count(1)

HOUR_S = 3600


def a_target(**changes: Any) -> Tournament:
    """An event of 200 chips without a fee that takes entries and starts in six hours."""
    settings = {"starts_in_s": 6 * HOUR_S, "buy_in_chips": 200, "fee_chips": 0, "seats": 64}
    return a_scheduled_event(**{**settings, **changes})


def a_satellite(target: Tournament, *, starts_in_s: float = HOUR_S, **changes: Any) -> Tournament:
    """A satellite of 50 chips without a fee to a target. Terms are changed by keyword as well."""
    names = ("guaranteed", "remainder", "second_ticket")
    terms = {name: changes.pop(name) for name in names if name in changes}
    settings = {"buy_in_chips": 50, "fee_chips": 0, "min_entrants": 2, "seats": 64, **changes}
    return a_scheduled_event(
        starts_in_s=starts_in_s,
        target=target,
        satellite=SatelliteTerms(
            target_id=target.public_id,
            target_name=target.name,
            ticket_chips=target.rules_card.cost_chips,
            again_chips=settings["buy_in_chips"] + settings["fee_chips"],
            **terms,
        ),
        **settings,
    )


def drawn(clock: Any, satellite: Tournament, *users: User) -> Tournament:
    """The satellite after these people have entered, and all have come to its start."""
    entered(satellite, *users)
    start(clock, satellite, *users)
    gone(*users)
    return fresh(satellite)


def a_drawn_satellite(clock: Any, target: Tournament, entrants: int, **changes: Any) -> Tournament:
    """A satellite of so many people that has just been drawn."""
    satellite = a_satellite(target, **changes)
    return drawn(clock, satellite, *players(entrants, chips=satellite.rules_card.cost_chips or 1))


def finished_as(satellite: Tournament, places: Sequence[int]) -> list[Award]:
    """Pay a drawn event as if its seats, in their order, had reached these places."""
    standings = sorted(
        (Standing(seat, place) for seat, place in enumerate(places, start=1)),
        key=lambda each: each.place,
    )
    for each in standings:
        satellite.entries.filter(seat=each.entrant).update(place=each.place)
    event = tournament_locked(satellite.public_id)
    awards_pay(tournament=event, standings=standings, lots=selectors.lots_of(event))
    state_become(event, TournamentState.FINISHED)
    return list(satellite.awards.select_related("entry__user", "ticket").order_by("place"))


def a_ticket(holder: User, target: Tournament) -> Ticket:
    """A ticket to an event, at the house's cost."""
    return ticket_issue(
        holder=holder,
        kind=TicketKind.TARGET,
        event=target,
        value_chips=target.rules_card.cost_chips,
        key=f"test:{next(_numbers)}",
        expires_at=target_expires_at(target),
        source_ref=None,
        note="Won.",
    )


def a_flexible_ticket(holder: User, chips: int = 200, *, days: float = 90) -> Ticket:
    """A ticket to any event of a price, at the house's cost."""
    return ticket_issue(
        holder=holder,
        kind=TicketKind.FLEXIBLE,
        value_chips=chips,
        key=f"test:{next(_numbers)}",
        expires_at=now() + timedelta(days=days),
        source_ref=None,
    )


def a_series_ticket(holder: User, series: Series, chips: int) -> Ticket:
    """A ticket for another try, at the house's cost."""
    return ticket_issue(
        holder=holder,
        kind=TicketKind.SERIES,
        series=series,
        value_chips=chips,
        key=f"test:{next(_numbers)}",
        expires_at=now() + timedelta(days=90),
        source_ref=None,
    )


def again(ticket: Ticket) -> Ticket:
    """The ticket as the database has it now."""
    return Ticket.objects.get(pk=ticket.pk)


def story_of(ticket: Ticket) -> list[str]:
    """Every state the ticket has had, in order."""
    return list(ticket.history.values_list("state", flat=True))


def assert_price_lies_with(ticket: Ticket, *, event: Tournament | None = None) -> None:
    """The price lies on the ticket, or on the event where one is named; the books balance."""
    assert escrow_balance(ticket.escrow_ref) == (0 if event else ticket.value_chips)
    if event is not None:
        assert escrow_balance(event.escrow_ref) >= ticket.value_chips
    assert books_check() == ()
