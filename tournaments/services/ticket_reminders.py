"""Who has won a ticket, and whose ticket will soon be of no use, is told so in good time."""

from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse

from tournaments import selectors
from tournaments.models import Ticket, TicketKind
from tournaments.services.locks import _
from tournaments.services.reminders import Mail, ReminderKind, reminder_send
from wire.texts import sentence

#: Before a ticket expires its holder is reminded, the longest time first.
REMIND_BEFORE: Final = (timedelta(days=7), timedelta(hours=24))


def ticket_won_say(ticket: Ticket) -> None:
    """Tell the winner of a ticket, on his pages and by mail."""
    text = _(
        "You have won a ticket for {place}, worth {chips} chips.\n\n"
        "It can be used until {until} UTC. You find it under My tickets.\n"
    )
    _say(ticket, ReminderKind.TICKET_WON, "won", _("You have won a ticket"), text)


def tickets_remind(*, moment: datetime) -> int:
    """Remind the holders of tickets that expire within a week, and of those within a day.

    How many were told. Each once for the time at which his ticket expires: one that was given
    more time is reminded of anew. A ticket that will enter its holder by itself needs nothing.
    """
    return sum(
        _expiry_say(ticket, before)
        for before in REMIND_BEFORE
        for ticket in selectors.tickets_to_remind(moment, before=before)
    )


def _expiry_say(ticket: Ticket, before: timedelta) -> bool:
    text = _(
        "Your ticket for {place}, worth {chips} chips, can be used until {until} UTC.\n\n"
        "After that it is gone. You find it under My tickets.\n"
    )
    key = f"{before.total_seconds():.0f}:{ticket.expires_at.timestamp():.0f}"
    return _say(ticket, ReminderKind.TICKET_EXPIRES, key, _("Your ticket expires soon"), text)


def _say(ticket: Ticket, kind: ReminderKind, key: str, subject: str, text: str) -> bool:
    words = {
        "place": _place(ticket),
        "chips": ticket.value_chips,
        "until": f"{ticket.expires_at:%Y-%m-%d at %H:%M}",
    }
    return reminder_send(
        user=ticket.holder,
        kind=kind,
        key=f"ticket:{ticket.public_id}:{key}",
        tournament=ticket.event,
        at=ticket.expires_at,
        url=reverse("lobby:my_tickets"),
        mail=Mail(sentence(subject, {}), sentence(text, words)),
    )


def _place(ticket: Ticket) -> str:
    """Where it lets its holder in, in words."""
    if ticket.kind == TicketKind.TARGET and ticket.event is not None:
        return ticket.event.name
    if ticket.kind == TicketKind.SERIES and ticket.series is not None:
        return ticket.series.name
    return sentence(_("any event of its price"), {})
