"""Satellites: what they would pay, which places they keep in their target, whether they may run."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q, QuerySet

from tournaments.expected import expected_s
from tournaments.models import EntryState, Kind, TicketKind, Tournament
from tournaments.satellites import Division, division, tickets_of_pool
from tournaments.selectors.events import pool_of
from tournaments.selectors.series import COMING, TARGET_MARGIN
from tournaments.states import OVER
from tournaments.ticket_states import USABLE
from wire.plurals import counted
from wire.refusals import Refusal
from wire.time import now


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


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


def satellites_to(tournament: Tournament) -> QuerySet[Tournament]:
    """The satellites that lead to an event and are not over, the next to start first."""
    return tournament.satellites.exclude(state__in=OVER).order_by("starts_at", "pk")


def satellites_to_close() -> list[str]:
    """Ids of the satellites that have not begun and could not lead to their target any more."""
    coming = Tournament.objects.filter(target__isnull=False, state__in=COMING)
    return [
        each.public_id
        for each in coming.select_related("target").order_by("pk")
        if target_refusal(each, each.rules_card.min_entrants)
    ]


def satellite_outlook(tournament: Tournament, entrants: int | None = None) -> SatelliteOutlook:
    """What a satellite pays for its pool; before the draw, if it started now.

    entrants: how many there would be, instead of those who have entered.
    """
    card = tournament.rules_card
    terms = card.satellite
    assert terms is not None, f"{tournament} is no satellite"
    players = tournament.entries.filter(state__in=(EntryState.ACTIVE, EntryState.OUT)).count()
    pool_chips = pool_of(tournament)
    if entrants is not None:
        pool_chips += (entrants - players) * card.buy_in_chips
        players = entrants
    divided = division(
        terms,
        pool_chips=pool_chips,
        entrants=players,
        buy_in_chips=card.buy_in_chips,
        tickets=tournament.draw.get("tickets"),
    )
    return SatelliteOutlook(players, pool_chips, terms.ticket_chips, terms.again_chips, divided)


def places_held(tournament: Tournament) -> int:
    """Places of an event that are kept for tickets, on top of the seats taken. One query.

    One for each ticket to it that holds no entry, and one for each that a satellite which is
    open or being played will pay.
    """
    waits = Q(
        tickets__kind=TicketKind.TARGET,
        tickets__state__in=USABLE,
        tickets__expires_at__gt=now(),
    )
    satellites = Q(target=tournament) & ~Q(state__in=OVER)
    events = Tournament.objects.filter(Q(pk=tournament.pk) | satellites)
    return sum(
        event.waiting if event.pk == tournament.pk else _promised(event)
        for event in events.annotate(waiting=Count("tickets", filter=waits))
    )


def satellite_refusal(tournament: Tournament, entrants: int) -> Refusal | None:
    """Why a satellite cannot be played by so many; None where it can, or is no satellite.

    Its target must still be to come, half an hour after its own expected end, and its pool must
    make a ticket.
    """
    if tournament.rules_card.satellite is None:
        return None
    if no := target_refusal(tournament, entrants):
        return no
    outlook = satellite_outlook(tournament, entrants)
    if outlook.division.tickets:
        return None
    text = counted(
        "{pool_chips} chip does not make a ticket of {ticket_chips} chips.",
        "{pool_chips} chips do not make a ticket of {ticket_chips} chips.",
        by="pool_chips",
    )
    chips = {"pool_chips": outlook.pool_chips, "ticket_chips": outlook.ticket_chips}
    return Refusal("satellite.no_ticket", text, chips)


def target_refusal(tournament: Tournament, entrants: int) -> Refusal | None:
    """Why a satellite of so many could not lead to its target any more; None where it could."""
    terms, target = tournament.rules_card.satellite, tournament.target
    if terms is None:
        return None
    facts = {"target": terms.target_name}
    if target is None or target.state not in COMING:
        text = _("{target}, to which its tickets lead, takes no entries any more.")
        return Refusal("satellite.target_gone", text, facts)
    length = timedelta(seconds=expected_s(tournament.rules_card, entrants))
    if max(now(), tournament.starts_at) + length + TARGET_MARGIN <= target.starts_at:
        return None
    text = _(
        "It would not be over half an hour before {target} starts. Look for a later one, or"
        " enter {target} itself."
    )
    return Refusal("satellite.too_late", text, facts)


def satellite_entry_refusals(tournament: Tournament) -> tuple[Refusal, ...]:
    """Every reason why a satellite takes nobody else; none where it can, or is no satellite.

    A ticket that one entry more would promise needs a place in the target, so whoever enters
    somebody has locked the rows of both.
    """
    if tournament.rules_card.satellite is None:
        return ()
    is_sit_and_go = tournament.kind == Kind.SIT_AND_GO
    field = tournament.seats if is_sit_and_go else tournament.taken_seats + 1
    if no := target_refusal(tournament, field):
        return (no,)
    target = tournament.target
    assert target is not None
    if _has_place_for_one_more(tournament, target):
        return ()
    text = _("{target} has no place left for another ticket, so nobody else can enter here.")
    return (Refusal("satellite.target_full", text, {"target": target.name}),)


def _has_place_for_one_more(satellite: Tournament, target: Tournament) -> bool:
    """Whether the target has places for the tickets that one entrant more would make."""
    more = _promised(satellite, entrants=satellite.taken_seats + 1) - _promised(satellite)
    if not more:
        return True
    return target.taken_seats + places_held(target) + more <= target.seats


def _promised(satellite: Tournament, entrants: int | None = None) -> int:
    """Tickets a satellite will pay by what has been entered, read from its row alone."""
    if "tickets" in satellite.draw:
        return int(satellite.draw["tickets"])
    card = satellite.rules_card
    assert card.satellite is not None
    if entrants is None:
        entrants = satellite.taken_seats
    pool_chips = entrants * card.buy_in_chips + satellite.added_chips
    return tickets_of_pool(card.satellite, pool_chips, max(entrants, card.satellite.guaranteed))
