"""Messages of the lobby's socket, from browser to house. Unknown fields are refused."""

from wire.envelope import ClientMessage


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """First word of a page without a socket of its own, and its wish for a fresh snapshot later.

    `since` is part of every greeting; rows have no past, so it is not used.
    """

    since: int | None = None
