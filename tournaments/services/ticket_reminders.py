"""Who has won a ticket, and whose ticket will soon be of no use, is told so in good time."""

from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments import selectors
from tournaments.models import Reminder, Ticket, TicketKind
from tournaments.services.locks import _
from tournaments.services.reminders import Mail, ReminderKind, reminder_send
from wire.moments import in_zone
from wire.plurals import counted

#: Before a ticket expires its holder is reminded twice: so long before, and no later than that.
REMIND_BEFORE: Final = (
    (timedelta(days=7), timedelta(hours=24)),
    (timedelta(hours=24), timedelta(0)),
)


def ticket_won_say(ticket: Ticket) -> None:
    """Tell the winner of a ticket, on his pages and by mail."""
    text = counted(
        "You have won a ticket for {place}, worth {chips} chip.\n\n"
        "It can be used until {until}. You find it under My tickets.\n",
        "You have won a ticket for {place}, worth {chips} chips.\n\n"
        "It can be used until {until}. You find it under My tickets.\n",
        by="chips",
    )
    key = f"ticket:{ticket.public_id}:won"
    _say(ticket, ReminderKind.TICKET_WON, key, _("You have won a ticket"), text)


def tickets_remind(*, moment: datetime) -> int:
    """Remind the holders of tickets that expire within a week, and of those within a day.

    How many were told. Each once for the time at which his ticket expires: one that was given
    more time is reminded of anew. A ticket that will enter its holder by itself needs nothing.
    """
    waiting = {
        _expiry_key(ticket, before): ticket
        for before, until in REMIND_BEFORE
        for ticket in selectors.tickets_to_remind(moment, before=before, until=until)
    }
    told = Reminder.objects.filter(
        key__in=[f"{key}:{ticket.holder_id}" for key, ticket in waiting.items()]
    )
    # Who has been told is left out here, so that each sweep asks once for all of them.
    done = set(told.values_list("key", flat=True))
    return sum(
        _expiry_say(ticket, key)
        for key, ticket in waiting.items()
        if f"{key}:{ticket.holder_id}" not in done
    )


def _expiry_key(ticket: Ticket, before: timedelta) -> str:
    """Names a reminder, with the time at which the ticket expires."""
    moment = ticket.expires_at.timestamp()
    return f"ticket:{ticket.public_id}:{before.total_seconds():.0f}:{moment:.0f}"


def _expiry_say(ticket: Ticket, key: str) -> bool:
    text = counted(
        "Your ticket for {place}, worth {chips} chip, can be used until {until}.\n\n"
        "After that it is gone. You find it under My tickets.\n",
        "Your ticket for {place}, worth {chips} chips, can be used until {until}.\n\n"
        "After that it is gone. You find it under My tickets.\n",
        by="chips",
    )
    return _say(ticket, ReminderKind.TICKET_EXPIRES, key, _("Your ticket expires soon"), text)


def _say(ticket: Ticket, kind: ReminderKind, key: str, subject: str, text: str) -> bool:
    words = {
        "place": _name(ticket) or gettext_lazy("any event of its price"),
        "chips": ticket.value_chips,
        "until": in_zone(ticket.expires_at, ticket.event.zone if ticket.event else ""),
    }
    return reminder_send(
        user=ticket.holder,
        kind=kind,
        key=key,
        tournament=ticket.event,
        name=_name(ticket),
        at=ticket.expires_at,
        url=reverse("lobby:my_tickets"),
        mail=Mail(subject, text, words),
    )


def _name(ticket: Ticket) -> str:
    """Of the event or series it lets its holder into, "" for any event of its price."""
    if ticket.kind == TicketKind.TARGET and ticket.event is not None:
        return ticket.event.name
    if ticket.kind == TicketKind.SERIES and ticket.series is not None:
        return ticket.series.name
    return ""
