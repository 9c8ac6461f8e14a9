"""The talk of the house as the desk of moderation asks for it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from chat.models import Message, RefusedLine
from chat.rooms import rooms_closed_to
from chat.services import lines_hide
from moderation.talk import TalkLine
from wire.time import at

if TYPE_CHECKING:
    from accounts.models import User

#: What rooms are called at the desk, by kind: short, and without asking whom they belong to.
_ROOM_WORDS: Final[Mapping[str, str]] = {
    "lobby": _("Lobby"),
    "event": _("Event {ref}"),
    "match": _("Match {ref}"),
    "watch": _("Watchers of match {ref}"),
}

#: How the rooms of those who look on begin: the only ones that are closed to staff at times.
_AROUND: Final = "watch:"


class HouseTalk:
    """Implements `moderation.talk.Talk`."""

    def latest_lines(
        self, user: "User", *, most: int, reader: "User | None" = None
    ) -> list[TalkLine]:
        """What somebody has said and what was refused, the newest first."""
        said = Message.objects.filter(user_id=user.pk).order_by("-at_ms")[:most]
        refused = RefusedLine.objects.filter(user_id=user.pk).order_by("-at_ms")[:most]
        lines = [
            TalkLine(at=at(each.at_ms), room=each.room, text=each.text, is_hidden=each.is_hidden)
            for each in said
        ]
        lines += [
            TalkLine(
                at=at(each.at_ms),
                room=each.room,
                text=each.text,
                refusal=each.code,
                evidence=each.evidence,
            )
            for each in refused
        ]
        # Asked only where somebody has talked around a match: most have not.
        if reader is not None and any(line.room.startswith(_AROUND) for line in lines):
            closed = rooms_closed_to(reader)
            lines = [line for line in lines if line.room not in closed]
        return sorted(lines, key=lambda line: line.at, reverse=True)[:most]

    def rooms_closed_to(self, reader: "User") -> frozenset[str]:
        """The rooms that one of the staff must not read now."""
        return rooms_closed_to(reader)

    def hide_lines(self, *, user: "User", since_ms: int, actor: "User", reason: str) -> int:
        """Take away all he has said since a moment; how many lines it was."""
        return lines_hide(actor=actor, user=user, since_ms=since_ms, reason=reason)

    def room_name(self, room: str) -> str:
        """What a room is called at the desk; one of an unknown kind by its key."""
        kind, __, ref = room.partition(":")
        words = _ROOM_WORDS.get(kind)
        return gettext(words).format(ref=ref) if words else room
