"""Messages of talk, from browser to house."""

from wire.envelope import ClientMessage


class Say(ClientMessage, frozen=True, kw_only=True, tag="chat.say"):
    """A line in a room."""

    room: str
    text: str
