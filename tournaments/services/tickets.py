"""The life of a ticket: issued, reserved by an entry, returned, used, expired.

The price of a ticket lies on an escrow of its own, `ticket:<id>`, until an entry takes it along.
Whoever holds the lock of an event's row locks it before the ticket's, and both before the books.
Every change is one more line of the ticket's history.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from bankroll import kinds
from bankroll.services import accounts_lock, ticket_lapse, ticket_move
from tournaments import selectors
from tournaments.models import Entry, Series, Ticket, TicketEvent, TicketKind, Tournament
from tournaments.services.locks import _
from tournaments.states import TournamentState
from tournaments.ticket_checks import TICKET_CHECKS, TicketFacts
from tournaments.ticket_states import ALIVE, USABLE, TicketState, ticket_may_become
from wire.errors import Conflict, NotFound
from wire.refusals import all_refusals, refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: For how long a flexible ticket and one for another try can be used.
GOOD_FOR: Final = timedelta(days=90)
#: A ticket whose event is not played can be used for at least so long.
GOOD_AGAIN_FOR: Final = timedelta(days=30)

#: No ticket of these events can be used in them any more.
NOT_PLAYED: Final = (TournamentState.CANCELLED, TournamentState.STOPPED)


def target_expires_at(target: Tournament) -> datetime:
    """Until when a ticket to an event is good: its start, the wait for a small field included."""
    times = target.rules_card.times
    if times is None:
        return now() + GOOD_FOR
    return target.starts_at + timedelta(seconds=times.wait_s)


@transaction.atomic
def ticket_issue(
    *,
    holder: "User",
    kind: TicketKind,
    value_chips: int,
    key: str,
    expires_at: datetime,
    source_ref: str | None,
    event: Tournament | None = None,
    series: Series | None = None,
    won_in: Tournament | None = None,
    note: str = "",
) -> Ticket:
    """A new ticket and its price beside it; or the one that was issued for this key already.

    source_ref: the escrow that pays for it; None where the house gives it.
    """
    ticket, is_new = Ticket.objects.get_or_create(
        key=key,
        defaults={
            "holder": holder,
            "kind": kind,
            "event": event,
            "series": series,
            "value_chips": value_chips,
            "won_in": won_in,
            "expires_at": expires_at,
        },
    )
    if is_new:
        TicketEvent.objects.create(ticket=ticket, state=TicketState.ISSUED, event=won_in, note=note)
        ticket_move(
            source_ref=source_ref,
            target_ref=ticket.escrow_ref,
            chips=value_chips,
            key=f"ticket:{ticket.public_id}",
            note=note,
        )
    return ticket


def ticket_locked(ticket_id: str) -> Ticket:
    """The ticket, its row locked until the transaction ends. Raises NotFound."""
    try:
        return Ticket.objects.select_for_update(of=("self",)).get(public_id=ticket_id)
    except Ticket.DoesNotExist:
        raise NotFound("ticket.not_found", _("There is no such ticket.")) from None


def ticket_to_enter(*, tournament: Tournament, user: "User", ticket_id: str = "") -> Ticket | None:
    """The ticket with which somebody enters a locked event, locked as well; None to pay chips.

    ticket_id: the one he names; without it the one that fits best, if he has any.
    Raises NotFound `ticket.not_found` for one that he does not have, and what `ticket_check` has
    against the one he names.
    """
    if not ticket_id:
        fitting = selectors.ticket_for(user, tournament)
        return ticket_locked(fitting.public_id) if fitting else None
    ticket = ticket_locked(ticket_id)
    if ticket.holder_id != user.pk:
        raise NotFound("ticket.not_found", _("There is no such ticket."))
    ticket_check(ticket=ticket, tournament=tournament, user=user)
    return ticket


def ticket_check(*, ticket: Ticket, tournament: Tournament, user: "User") -> None:
    """Raise Refused with every reason why this ticket does not let this player in.

    `ticket.not_yours`, `ticket.reserved`, `ticket.used`, `ticket.expired`, `ticket.void`,
    `ticket.wrong_event`, `ticket.other_price`.
    """
    leads_here = {
        TicketKind.TARGET: ticket.event_id == tournament.pk,
        TicketKind.SERIES: ticket.series_id == tournament.series_id,
        TicketKind.FLEXIBLE: True,
    }
    place = ticket.series if ticket.kind == TicketKind.SERIES else ticket.event
    facts = TicketFacts(
        state=TicketState(ticket.state),
        is_own=ticket.holder_id == user.pk,
        leads_here=leads_here[TicketKind(ticket.kind)],
        leads_to=place.name if place else "",
        value_chips=ticket.value_chips,
        cost_chips=tournament.rules_card.cost_chips,
        expires_at=ticket.expires_at,
        moment=now(),
    )
    refuse_if_any(all_refusals(TICKET_CHECKS, facts))


@transaction.atomic
def ticket_reserve(*, ticket: Ticket, entry: Entry) -> Ticket:
    """Pay an entry with a ticket: its price goes from the ticket to the event.

    The caller has locked the row of the event. The entry is stored with what the ticket paid.

    Raises Refused with what `ticket_check` has against it.
    """
    tournament, card = entry.tournament, entry.tournament.rules_card
    ticket = ticket_locked(ticket.public_id)
    ticket_check(ticket=ticket, tournament=tournament, user=entry.user)
    ticket.event = tournament
    entry.ticket = ticket
    entry.buy_in_chips, entry.fee_chips = card.buy_in_chips, card.fee_chips
    entry.save(update_fields=["ticket", "buy_in_chips", "fee_chips"])
    _become(ticket, TicketState.RESERVED, event=tournament)
    ticket_move(
        source_ref=ticket.escrow_ref,
        target_ref=tournament.escrow_ref,
        chips=ticket.value_chips,
        key=f"entry:{tournament.public_id}:{entry.number}:ticket",
        note=tournament.name,
    )
    return ticket


@transaction.atomic
def ticket_return(*, entry: Entry, note: str, days: int = 0) -> Ticket:
    """Give an entry's ticket back, with its price; nothing where it has come back already.

    Chips are never given for it. The caller has locked the row of the event and ended the entry.
    days: for so long it can be used from now, at least. One whose event is not played any more
    becomes a flexible one.
    """
    assert entry.ticket is not None
    tournament = entry.tournament
    ticket = ticket_locked(entry.ticket.public_id)
    if ticket.state != TicketState.RESERVED or ticket.event_id != tournament.pk:
        return ticket
    if ticket.kind != TicketKind.TARGET:
        ticket.event = None
    ticket.expires_at = max(ticket.expires_at, now() + timedelta(days=days))
    if tournament.state in NOT_PLAYED:
        _free(ticket)
    _become(ticket, TicketState.RETURNED, event=tournament, note=note)
    ticket_move(
        source_ref=tournament.escrow_ref,
        target_ref=ticket.escrow_ref,
        chips=ticket.value_chips,
        key=f"entry:{tournament.public_id}:{entry.number}:back",
        note=tournament.name,
    )
    return ticket


@transaction.atomic
def tickets_use(*, tournament: Tournament) -> int:
    """Use up every ticket that holds an entry of a drawn event; how many there were.

    Also those of players who did not come. The price has been with the event since the ticket
    was reserved. The caller has locked the event's row.
    """
    reserved = list(
        Ticket.objects.select_for_update(of=("self",))
        .filter(event=tournament, state=TicketState.RESERVED)
        .order_by("pk")
    )
    Ticket.objects.filter(pk__in=[each.pk for each in reserved]).update(state=TicketState.USED)
    TicketEvent.objects.bulk_create(
        TicketEvent(ticket=each, state=TicketState.USED, event=tournament) for each in reserved
    )
    return len(reserved)


@transaction.atomic
def tickets_free(*, tournament: Tournament) -> int:
    """Make the unused tickets to an event that is not played flexible ones; how many there were.

    Whoever would rather enter an event that takes its place does so with it, if he likes.
    """
    waiting = (
        Ticket.objects.select_for_update(of=("self",))
        .filter(event=tournament, kind=TicketKind.TARGET, state__in=USABLE)
        .order_by("pk")
    )
    freed = 0
    for ticket in waiting:
        _free(ticket)
        ticket_note(ticket, event=tournament, note=_("Its event is not played."))
        ticket.save(update_fields=["kind", "event", "expires_at"])
        freed += 1
    return freed


@transaction.atomic
def tickets_extend(*, tournament: Tournament) -> int:
    """Keep the tickets to an event good until its start, which was moved; how many gained time.

    None loses any. The caller has locked the event's row.
    """
    until = target_expires_at(tournament)
    short = (
        Ticket.objects.select_for_update(of=("self",))
        .filter(event=tournament, kind=TicketKind.TARGET, state__in=ALIVE, expires_at__lt=until)
        .order_by("pk")
    )
    for ticket in short:
        ticket.expires_at = until
        ticket.save(update_fields=["expires_at"])
        ticket_note(ticket, event=tournament, note=_("Its event starts later."))
    return len(short)


def tickets_expire(*, moment: datetime) -> int:
    """End every ticket whose time is over, each by itself; how many there were."""
    return sum(_expire(ticket_id, moment) for ticket_id in selectors.tickets_to_expire(moment))


@transaction.atomic
def tickets_close(*, user: "User") -> None:
    """End the tickets of an account that closes, so that they keep no place for nobody.

    Entries that tickets hold have ended before: no account closes while it is in an event.
    """
    usable = Ticket.objects.filter(holder_id=user.pk, state__in=USABLE).order_by("pk")
    for ticket_id in usable.values_list("public_id", flat=True):
        ticket = ticket_locked(ticket_id)
        if ticket.state in USABLE:
            ticket_end(ticket, TicketState.VOID, note=_("The account was closed."))


@transaction.atomic
def _expire(ticket_id: str, moment: datetime) -> bool:
    ticket = ticket_locked(ticket_id)
    if ticket.state not in USABLE or ticket.expires_at > moment:
        return False
    ticket_end(ticket, TicketState.EXPIRED)
    return True


def ticket_end(ticket: Ticket, state: TicketState, *, note: str = "") -> None:
    """Close a locked ticket that nobody used; its price goes to the house."""
    _become(ticket, state, note=note)
    accounts_lock([kinds.escrow(ticket.escrow_ref), kinds.HOUSE])
    ticket_lapse(
        escrow_ref=ticket.escrow_ref,
        chips=ticket.value_chips,
        key=f"ticket:{ticket.public_id}:lapse",
    )


def _become(
    ticket: Ticket, state: TicketState, *, event: Tournament | None = None, note: str = ""
) -> None:
    """Move a locked ticket on, with a line of its history."""
    if not ticket_may_become(ticket.state, state):
        raise Conflict(
            "ticket.wrong_state",
            _("This cannot be done to a ticket that is {state}."),
            state=ticket.state,
        )
    ticket.state = state
    ticket.save(update_fields=["state", "kind", "event", "expires_at"])
    ticket_note(ticket, event=event, note=note)


def ticket_note(ticket: Ticket, *, event: Tournament | None = None, note: str = "") -> None:
    """Add a line to the history of a ticket: what it is now, where, and why."""
    TicketEvent.objects.create(ticket=ticket, state=ticket.state, event=event, note=note[:200])


def _free(ticket: Ticket) -> None:
    """A ticket to any event of its price, for at least thirty days."""
    ticket.kind, ticket.event = TicketKind.FLEXIBLE, None
    ticket.expires_at = max(ticket.expires_at, now() + GOOD_AGAIN_FOR)
