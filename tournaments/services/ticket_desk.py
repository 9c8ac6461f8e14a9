"""What staff do with tickets: give one, extend it, declare it void. Always with a reason."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.db import transaction

from accounts.services import staff_action_record
from tournaments import selectors
from tournaments.models import Ticket, TicketKind, Tournament
from tournaments.selectors.series import COMING
from tournaments.services.locks import _, tournament_locked
from tournaments.services.tickets import (
    GOOD_FOR,
    target_expires_at,
    ticket_end,
    ticket_issue,
    ticket_locked,
    ticket_note,
)
from tournaments.ticket_states import USABLE, TicketState
from wire.errors import Conflict, Forbidden, Malformed, Refused
from wire.publish import enqueue_on_commit
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it decides about events and about tickets to them.
HANDLE: Final = "tournaments.rule_event"


@transaction.atomic
def ticket_void(*, ticket_id: str, actor: "User", reason: str) -> Ticket:
    """Declare a ticket void; its price goes to the house.

    Raises Conflict `ticket.wrong_state` unless it waits to be used, Forbidden `auth.forbidden`
    without the permission `tournaments.rule_event`, or Refused `staff.reason`.
    """
    ticket = ticket_locked(ticket_id)
    ticket_end(ticket, TicketState.VOID, note=reason.strip())
    _record(ticket, "ticket.void", actor, reason)
    return ticket


@transaction.atomic
def ticket_extend(*, ticket_id: str, until: datetime, actor: "User", reason: str) -> Ticket:
    """Let a ticket be used until a later moment.

    Raises Conflict `ticket.wrong_state` unless it waits to be used, Refused `ticket.not_later`
    for a moment that is no later than before, and `staff.reason`; Forbidden `auth.forbidden`.
    """
    ticket = ticket_locked(ticket_id)
    if ticket.state not in USABLE:
        raise Conflict(
            "ticket.wrong_state",
            _("This cannot be done to a ticket that is {state}."),
            state=ticket.state,
        )
    if until <= max(ticket.expires_at, now()):
        text = _("It is good until {until} already. Choose a later time.")
        raise Refused("ticket.not_later", text, until=ticket.expires_at)
    ticket.expires_at = until
    ticket.save(update_fields=["expires_at"])
    ticket_note(ticket, note=reason.strip())
    _record(ticket, "ticket.extend", actor, reason)
    return ticket


@transaction.atomic
def ticket_give(
    *,
    holder: "User",
    actor: "User",
    reason: str,
    key: str,
    event_id: str = "",
    value_chips: int = 0,
) -> Ticket:
    """Give somebody a ticket at the house's cost: to an event, or a flexible one of a value.

    key: of the form that was sent; the same form sent twice gives one ticket.

    Raises:
        NotFound: `tournament.not_found`.
        Refused: `ticket.target_gone` for an event that takes no entries any more,
            `ticket.target_full` for one that has no place left, `staff.reason`.
        Malformed: `ticket.worthless` for a ticket that pays nothing.
        Forbidden: `auth.forbidden` without the permission `tournaments.rule_event`.
    """
    key = f"desk:{key}"
    target = tournament_locked(event_id) if event_id else None
    earlier = Ticket.objects.filter(key=key).first()
    if earlier is not None:
        return earlier
    if target is not None:
        _place_check(target)
    ticket = _issued(holder, target, value_chips, key=key, note=reason.strip())
    _record(ticket, "ticket.give", actor, reason)
    if target is not None:
        enqueue_on_commit("tournaments.advance_tournament", tournament_id=target.public_id)
    return ticket


def _issued(
    holder: "User", target: Tournament | None, value_chips: int, *, key: str, note: str
) -> Ticket:
    """A ticket to the event, worth what an entry there costs, or a flexible one of the value."""
    value_chips = target.rules_card.cost_chips if target else value_chips
    if value_chips <= 0:
        raise Malformed("ticket.worthless", _("A ticket pays for an entry that costs something."))
    return ticket_issue(
        holder=holder,
        kind=TicketKind.TARGET if target else TicketKind.FLEXIBLE,
        event=target,
        value_chips=value_chips,
        key=key,
        expires_at=target_expires_at(target) if target else now() + GOOD_FOR,
        source_ref=None,
        note=note,
    )


def _place_check(target: Tournament) -> None:
    """Refuse a locked event that has no place for one more ticket."""
    if target.state not in COMING:
        text = _("{name} takes no entries any more.")
        raise Refused("ticket.target_gone", text, name=target.name)
    if target.taken_seats + selectors.places_held(target) >= target.seats:
        text = _("{name} has no place left for another ticket.")
        raise Refused("ticket.target_full", text, name=target.name)


def _record(ticket: Ticket, act: str, actor: "User", reason: str) -> None:
    """Into the staff log, or nothing of it happens."""
    if not actor.has_perm(HANDLE):
        raise Forbidden("auth.forbidden")
    staff_action_record(
        actor=actor,
        act=act,
        subject=f"ticket:{ticket.public_id}",
        reason=reason,
        details={"holder": ticket.holder.username, "value_chips": ticket.value_chips},
    )
