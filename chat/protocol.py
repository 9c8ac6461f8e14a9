"""Messages of talk, from browser to house. One struct a type, unknown fields refused."""

from typing import Annotated

from msgspec import Meta

from wire.envelope import ClientMessage

Room = Annotated[str, Meta(min_length=1, max_length=60)]
LineId = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Name = Annotated[str, Meta(max_length=150)]


class Open(ClientMessage, frozen=True, kw_only=True, tag="chat.open"):
    """Show a room here, from now on; what it has now comes as `chat.room`."""

    room: Room


class Shut(ClientMessage, frozen=True, kw_only=True, tag="chat.close"):
    """Show a room here no more."""

    room: Room


class Older(ClientMessage, frozen=True, kw_only=True, tag="chat.older"):
    """What was said in a room before a line."""

    room: Room
    before: LineId


class Say(ClientMessage, frozen=True, kw_only=True, tag="chat.say"):
    """A line in a room, perhaps in reply to another line there."""

    room: Room
    text: str
    reply_to: LineId | None = None


class SayPhrase(ClientMessage, frozen=True, kw_only=True, tag="chat.phrase"):
    """A quick phrase in a room, by its key."""

    room: Room
    phrase: Annotated[str, Meta(max_length=30)]


class Read(ClientMessage, frozen=True, kw_only=True, tag="chat.read"):
    """Read up to this line."""

    room: Room
    message: LineId


class Report(ClientMessage, frozen=True, kw_only=True, tag="chat.report"):
    """Something is wrong with a line, or, where there is none, with a player.

    `reason` is a word of `moderation.cases.ReportReason`.
    """

    message: LineId | None = None
    player: Name = ""
    reason: Annotated[str, Meta(max_length=12)]
    note: Annotated[str, Meta(max_length=300)] = ""


class Mute(ClientMessage, frozen=True, kw_only=True, tag="chat.mute"):
    """Read nothing of a player any more, or read him again. For oneself alone."""

    player: Name
    is_muted: bool


class Hide(ClientMessage, frozen=True, kw_only=True, tag="chat.hide"):
    """Keep a room out of sight, or bring it back."""

    room: Room
    is_hidden: bool


class Switch(ClientMessage, frozen=True, kw_only=True, tag="chat.switch"):
    """Switch all chat off, or on again."""

    is_off: bool
