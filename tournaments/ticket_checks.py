"""Whether a ticket lets its holder into an event: one small check a condition. Pure.

Checks look at facts gathered under the locks of event and ticket; a player hears every reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tournaments.ticket_states import USABLE, TicketState
from wire.plurals import counted
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketFacts:
    """What must be known to enter with a ticket.

    leads_here: it is to this event, to its series, or flexible. leads_to: the name of the event
    or series it is for, "" for a flexible one.
    """

    state: TicketState
    is_own: bool
    leads_here: bool
    leads_to: str
    value_chips: int
    cost_chips: int
    expires_at: datetime
    moment: datetime


TicketCheck = Callable[[TicketFacts], Refusal | None]


def owner_refusal(facts: TicketFacts) -> Refusal | None:
    """A ticket is its winner's; it cannot be passed on."""
    if facts.is_own:
        return None
    text = _("This ticket belongs to another player. Tickets cannot be passed on.")
    return Refusal("ticket.not_yours", text)


def state_refusal(facts: TicketFacts) -> Refusal | None:
    """A ticket is good for one entry."""
    if facts.state in USABLE:
        return None
    texts = {
        TicketState.RESERVED: _("This ticket holds an entry of yours. Withdraw that one first."),
        TicketState.USED: _("This ticket has been used. Each ticket is good for one entry."),
        TicketState.EXPIRED: _("This ticket has expired."),
        TicketState.VOID: _("This ticket was declared void by staff; its history says why."),
    }
    return Refusal(f"ticket.{facts.state.value}", texts[facts.state])


def expiry_refusal(facts: TicketFacts) -> Refusal | None:
    """A ticket is good until its time, also before the sweep has noted that it is over."""
    if facts.state not in USABLE or facts.moment < facts.expires_at:
        return None
    return Refusal("ticket.expired", _("This ticket has expired."))


def event_refusal(facts: TicketFacts) -> Refusal | None:
    """A ticket opens the event it was won for, and no other."""
    if facts.leads_here:
        return None
    text = _("This ticket is for {name}. Use it there.")
    return Refusal("ticket.wrong_event", text, {"name": facts.leads_to})


def price_refusal(facts: TicketFacts) -> Refusal | None:
    """A ticket pays one entry of its price; nothing is added to it and nothing comes back."""
    if facts.value_chips == facts.cost_chips:
        return None
    text = counted(
        "This ticket pays an entry of {value_chips} chip; this event costs {cost_chips}. "
        "Tickets cannot be added up or changed into chips.",
        "This ticket pays an entry of {value_chips} chips; this event costs {cost_chips}. "
        "Tickets cannot be added up or changed into chips.",
        by="value_chips",
    )
    prices = {"value_chips": facts.value_chips, "cost_chips": facts.cost_chips}
    return Refusal("ticket.other_price", text, prices)


TICKET_CHECKS: tuple[TicketCheck, ...] = (
    owner_refusal,
    state_refusal,
    expiry_refusal,
    event_refusal,
    price_refusal,
)
