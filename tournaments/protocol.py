"""Messages about events, from browser to house. One struct a type, unknown fields refused."""

from typing import Annotated

from msgspec import Meta

from wire.envelope import ClientMessage

EventId = Annotated[str, Meta(max_length=20)]


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """First word of a page that follows rows, and its wish for a fresh snapshot later.

    `since` is part of every greeting; rows have no past, so it is not used.
    """

    since: int | None = None


class Join(ClientMessage, frozen=True, kw_only=True, tag="sit_and_go.join"):
    """Take a seat."""

    event: EventId


class Leave(ClientMessage, frozen=True, kw_only=True, tag="sit_and_go.leave"):
    """Give the seat back."""

    event: EventId
