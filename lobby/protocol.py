"""Messages of the lobby's socket, from browser to house. Unknown fields are refused."""

from typing import Annotated

from msgspec import Meta

from wire.envelope import ClientMessage

Key = Annotated[str, Meta(min_length=1, max_length=60)]


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """First word of a page without a socket of its own, and its wish for a fresh snapshot later.

    `since` is part of every greeting; rows have no past, so it is not used.
    """

    since: int | None = None


class SeekPost(ClientMessage, frozen=True, kw_only=True, tag="lobby.seek_post"):
    """Look for an opponent at a match to points: keys of a game and a clock, as forms name them."""

    game: Key
    points: Annotated[int, Meta(ge=1, le=99)]
    clock: Key
    is_rated: bool = False


class SeekCancel(ClientMessage, frozen=True, kw_only=True, tag="lobby.seek_cancel"):
    """Look for nobody any more."""
