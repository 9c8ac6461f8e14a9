"""*My tickets* as their holder sees them: what he can use, what holds a seat, what there was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Ticket, TicketEvent, TicketKind, TicketState, Tournament
from tournaments.selectors import entry_refusals, events_for, tickets_of
from tournaments.states import TournamentState
from tournaments.ticket_states import USABLE
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: So many events are offered for one ticket.
MOST_CHOICES: Final = 30
#: So many tickets of the past are shown.
MOST_PAST: Final = 50


@dataclass(frozen=True, slots=True)
class TicketCard:
    """One ticket, and what its holder can do with it now.

    choices: events it would enter him in. reasons: why the event it is for does not take him.
    """

    ticket: Ticket
    choices: Sequence[Tournament] = ()
    reasons: Sequence[str] = ()

    @property
    def title(self) -> str:
        """What it is good for."""
        ticket = self.ticket
        if ticket.kind == TicketKind.SERIES and ticket.series is not None:
            return _("{series}, one more try").format(series=ticket.series.name)
        if ticket.kind == TicketKind.TARGET and ticket.event is not None:
            return ticket.event.name
        return _("Any event of {chips} chips").format(chips=ticket.value_chips)

    @property
    def waits_for_opening(self) -> bool:
        """Whether it enters its holder by itself, once entries open."""
        event = self.ticket.event
        return (
            self.ticket.kind == TicketKind.TARGET
            and event is not None
            and event.state == TournamentState.ANNOUNCED
        )

    @property
    def state(self) -> str:
        """Where it stands; over from its time on, also before the sweep has noted it."""
        is_over = self.ticket.state in USABLE and self.ticket.expires_at <= now()
        state = TicketState.EXPIRED if is_over else TicketState(self.ticket.state)
        return str(state.label)

    @property
    def history(self) -> Sequence["TicketLine"]:
        """Every change of it, the latest first."""
        changes = sorted(self.ticket.history.all(), key=lambda change: change.pk, reverse=True)
        return [TicketLine(change.at, _text_of(change), change.event) for change in changes]


@dataclass(frozen=True, slots=True)
class TicketLine:
    """One change of a ticket: when, what, and in which event."""

    at: datetime
    text: str
    event: Tournament | None


class MyTicketsPanel:
    """What stands in the tab."""

    def __init__(self, person: "User", _query: Mapping[str, str]) -> None:
        self.person = person
        self.path = reverse("lobby:my_tickets_panel")

    @cached_property
    def ready(self) -> Sequence[TicketCard]:
        """Tickets that can be used, with where."""
        return [self._card(ticket) for ticket in self._tickets if _is_ready(ticket)]

    @cached_property
    def holding(self) -> Sequence[TicketCard]:
        """Tickets that hold an entry."""
        reserved = (each for each in self._tickets if each.state == TicketState.RESERVED)
        return [TicketCard(ticket) for ticket in reserved]

    @cached_property
    def past(self) -> Sequence[TicketCard]:
        """Tickets that are used up or over, the latest first."""
        over = [
            each
            for each in self._tickets
            if each.state != TicketState.RESERVED and not _is_ready(each)
        ]
        over.sort(key=lambda ticket: ticket.pk, reverse=True)
        return [TicketCard(ticket) for ticket in over[:MOST_PAST]]

    @property
    def is_empty(self) -> bool:
        """Whether he has never had one."""
        return not self._tickets

    @cached_property
    def _tickets(self) -> Sequence[Ticket]:
        return list(tickets_of(self.person))

    def _card(self, ticket: Ticket) -> TicketCard:
        event = ticket.event if ticket.kind == TicketKind.TARGET else None
        if event is not None and event.state == TournamentState.REGISTERING:
            refusals = entry_refusals(event_id=event.public_id, user=self.person)
            if refusals:
                return TicketCard(
                    ticket, (), [sentence(no.text, dict(no.facts)) for no in refusals]
                )
        return TicketCard(ticket, events_for(ticket, most=MOST_CHOICES))


def _text_of(change: TicketEvent) -> str:
    """A change in words; its note is the house's own sentence, or what staff wrote."""
    state = str(TicketState(change.state).label)
    return f"{state}: {_(change.note)}" if change.note else state


def _is_ready(ticket: Ticket) -> bool:
    return ticket.state in USABLE and ticket.expires_at > now()
