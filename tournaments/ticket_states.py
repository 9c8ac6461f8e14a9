"""The life of a ticket as a table. The diagram in docs/tournaments.md is drawn from it."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class TicketState(models.TextChoices):
    """Where a ticket stands. The values are stored and never renamed."""

    ISSUED = "issued", _("waits to be used")
    RESERVED = "reserved", _("holds an entry")
    RETURNED = "returned", _("came back, can be used again")
    USED = "used", _("used")
    EXPIRED = "expired", _("expired")
    VOID = "void", _("void")


#: A ticket is reserved by an entry, and used when that entry reaches the draw.
TICKET_TRANSITIONS: Mapping[TicketState, frozenset[TicketState]] = {
    TicketState.ISSUED: frozenset({TicketState.RESERVED, TicketState.EXPIRED, TicketState.VOID}),
    TicketState.RESERVED: frozenset({TicketState.USED, TicketState.RETURNED}),
    TicketState.RETURNED: frozenset({TicketState.RESERVED, TicketState.EXPIRED, TicketState.VOID}),
    TicketState.USED: frozenset(),
    TicketState.EXPIRED: frozenset(),
    TicketState.VOID: frozenset(),
}

#: Its holder can enter an event with it.
USABLE = frozenset({TicketState.ISSUED, TicketState.RETURNED})

#: Its price still lies with it, or with the entry it holds.
ALIVE = USABLE | {TicketState.RESERVED}


def ticket_may_become(state: str, following: TicketState) -> bool:
    """Whether a ticket in `state` may go on to `following`."""
    return following in TICKET_TRANSITIONS[TicketState(state)]
