"""Tickets enter their holders: when entries open, and where somebody has entered for chips before.

People are locked before the event, and the event before the ticket, as for any entry.
"""

import logging
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.gates import Door, gate_refusal
from accounts.services import people_lock
from bankroll import kinds
from bankroll.services import accounts_lock, release
from tournaments import selectors
from tournaments.models import LIVE, Entry, EntryState, Kind, Ticket, Tournament
from tournaments.services.locks import say_changed, tournament_locked
from tournaments.services.registering import entry_register
from tournaments.services.sit_and_go import sit_and_go_join
from tournaments.services.tickets import ticket_reserve
from tournaments.states import TournamentState
from wire.errors import Refused

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)


def ticket_use(*, ticket_id: str, event_id: str, user: "User") -> Entry:
    """Enter an event with this ticket and no other, whatever kind of event it is.

    Raises NotFound `ticket.not_found` or `tournament.not_found`, or Refused with every reason of
    the ticket, or else of the event.
    """
    tournament = selectors.tournament_by_id(event_id)
    enter = sit_and_go_join if tournament.kind == Kind.SIT_AND_GO else entry_register
    return enter(event_id=event_id, user=user, ticket_id=ticket_id)


def tickets_enter(*, tournament_id: str) -> bool:
    """Enter the holder of every ticket to an event that takes entries; whether there was one.

    Each by itself. Who cannot enter now keeps his ticket, and his page says why.
    """
    waiting = selectors.tickets_to_enter(tournament_id)
    return sum(_enter(tournament_id, ticket_id) for ticket_id in waiting) > 0


@transaction.atomic
def _enter(tournament_id: str, ticket_id: str) -> bool:
    ticket = Ticket.objects.select_related("holder").get(public_id=ticket_id)
    people_lock([ticket.holder_id])
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.REGISTERING:
        return False
    if gate_refusal(ticket.holder, Door.EVENTS) is not None:
        return False  # the ticket stays his
    entry = tournament.entries.filter(user_id=ticket.holder_id, state__in=LIVE).first()
    if entry is not None and entry.ticket_id is not None:
        return False
    try:
        with transaction.atomic():
            if entry is None:
                entry_register(event_id=tournament_id, user=ticket.holder, ticket_id=ticket_id)
            else:
                _seat_on_ticket(tournament, entry, ticket)
    except Refused as refused:
        log.debug("ticket %s does not enter its holder: %s", ticket_id, refused.code)
        return False
    return True


def _seat_on_ticket(tournament: Tournament, entry: Entry, ticket: Ticket) -> None:
    """Give back the chips of an entry and let the ticket hold it; who stood by is seated."""
    accounts_lock(
        [
            kinds.escrow(tournament.escrow_ref),
            kinds.escrow(ticket.escrow_ref),
            kinds.wallet(entry.user),
        ]
    )
    if entry.cost_chips:
        release(
            escrow_ref=tournament.escrow_ref,
            user=entry.user,
            chips=entry.cost_chips,
            key=f"entry:{tournament.public_id}:{entry.number}:chips",
            note=tournament.name,
        )
    ticket_reserve(ticket=ticket, entry=entry)
    if entry.state == EntryState.STANDBY and tournament.taken_seats < tournament.seats:
        entry.state = EntryState.ACTIVE
        entry.save(update_fields=["state"])
        tournament.taken_seats += 1
        tournament.save(update_fields=["taken_seats"])
    say_changed(tournament, "state", "entrants")
