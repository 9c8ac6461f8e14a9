"""Messages about events, from browser to house. One struct a type, unknown fields refused."""

from typing import Annotated

from msgspec import Meta

from wire.envelope import ClientMessage

EventId = Annotated[str, Meta(max_length=20)]
Invitation = Annotated[str, Meta(max_length=40)]
TicketId = Annotated[str, Meta(max_length=20)]


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """First word of a page that follows rows, and its wish for a fresh snapshot later.

    `since` is part of every greeting; rows have no past, so it is not used.
    """

    since: int | None = None


class Join(ClientMessage, frozen=True, kw_only=True, tag="sit_and_go.join"):
    """Take a seat. `invitation` is the word the organiser gave out, where the card asks for it."""

    event: EventId
    invitation: Invitation = ""


class Leave(ClientMessage, frozen=True, kw_only=True, tag="sit_and_go.leave"):
    """Give the seat back."""

    event: EventId


class Enter(ClientMessage, frozen=True, kw_only=True, tag="tournament.enter"):
    """Enter a scheduled event, or stand by where it is full.

    `ticket` is the one that shall pay, where the player has several; else the house picks the
    one that fits best, and chips pay where none does.
    """

    event: EventId
    invitation: Invitation = ""
    ticket: TicketId = ""


class Withdraw(ClientMessage, frozen=True, kw_only=True, tag="tournament.withdraw"):
    """Give the entry of a scheduled event back."""

    event: EventId


class CheckIn(ClientMessage, frozen=True, kw_only=True, tag="tournament.check_in"):
    """Say that one will be there at the start."""

    event: EventId
