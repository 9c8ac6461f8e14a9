"""The tickets of one person as he sees them: what he can do with each, what became of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Ticket, TicketEvent, TicketKind, Tournament
from tournaments.selectors.entering import entry_refusals
from tournaments.selectors.tickets import events_for, tickets_of
from tournaments.states import TournamentState
from tournaments.ticket_states import USABLE, TicketState
from wire.numbers import number_text
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: So many events are offered for one ticket.
MOST_CHOICES: Final = 30
#: So many tickets of the past are shown.
MOST_PAST: Final = 50


@dataclass(frozen=True, slots=True)
class TicketLine:
    """One change of a ticket: when, what, and in which event."""

    at: datetime
    text: str
    event: Tournament | None


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
        chips = ticket.value_chips
        text = ngettext("Any event of {chips} chip", "Any event of {chips} chips", chips)
        return text.format(chips=number_text(chips))

    @property
    def waits_for_opening(self) -> bool:
        """Whether it enters its holder by itself, once entries open."""
        event = self.ticket.event
        return (
            self.ticket.kind == TicketKind.TARGET
            and self.ticket.state == TicketState.ISSUED
            and event is not None
            and event.state == TournamentState.ANNOUNCED
        )

    @property
    def state(self) -> str:
        """Where it stands; expired from its time on, also before the sweep has noted it."""
        is_over = self.ticket.state in USABLE and self.ticket.expires_at <= now()
        state = TicketState.EXPIRED if is_over else TicketState(self.ticket.state)
        return str(state.label)

    @property
    def history(self) -> Sequence[TicketLine]:
        """Every change of it, the latest first."""
        changes = sorted(self.ticket.history.all(), key=lambda change: change.pk, reverse=True)
        return [TicketLine(change.at, _text_of(change), change.event) for change in changes]


@dataclass(frozen=True, slots=True)
class TicketCards:
    """All tickets of a person. ready: he can use them. holding: they hold an entry."""

    ready: Sequence[TicketCard]
    holding: Sequence[TicketCard]
    past: Sequence[TicketCard]


def ticket_cards(user: "User") -> TicketCards:
    """What a person has had in tickets; of those that are over the latest."""
    ready, holding, past = list[Ticket](), list[Ticket](), list[Ticket]()
    for ticket in tickets_of(user):
        if ticket.state in USABLE and ticket.expires_at > now():
            ready.append(ticket)
        else:
            (holding if ticket.state == TicketState.RESERVED else past).append(ticket)
    past.sort(key=lambda ticket: ticket.pk, reverse=True)
    return TicketCards(
        ready=[_ready_card(ticket, user) for ticket in ready],
        holding=[TicketCard(ticket) for ticket in holding],
        past=[TicketCard(ticket) for ticket in past[:MOST_PAST]],
    )


def _ready_card(ticket: Ticket, user: "User") -> TicketCard:
    """With the events it is good for, or with why its one event does not take its holder."""
    event = ticket.event if ticket.kind == TicketKind.TARGET else None
    if event is not None and event.state == TournamentState.REGISTERING:
        refusals = entry_refusals(event_id=event.public_id, user=user)
        if refusals:
            reasons = [sentence(no.text, dict(no.facts)) for no in refusals]
            return TicketCard(ticket, (), reasons)
    return TicketCard(ticket, events_for(ticket, most=MOST_CHOICES))


def _text_of(change: TicketEvent) -> str:
    """A change in words; its note is the house's own sentence, or what staff wrote."""
    state = str(TicketState(change.state).label)
    return f"{state}: {_(change.note)}" if change.note else state
