"""The lines of a room, as they are seen."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import QuerySet

from chat.models import Message
from chat.rooms import policy_of
from wire.errors import NotFound

if TYPE_CHECKING:
    from accounts.models import User

#: So many lines make a page of history.
PAGE_LINES: Final = 50

#: Where a count of unread lines ends: nobody cares whether it is one more.
MOST_UNREAD: Final = 99

#: What a report keeps of the talk around a line.
CONTEXT_BEFORE: Final = 10
CONTEXT_AFTER: Final = 5

_ID_DIGITS: Final = 19  # so many and more are beyond any key


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a room as they are sent, the oldest first. has_more: there are older ones."""

    lines: tuple[dict[str, Any], ...]
    has_more: bool


def as_seen(message: Message, user: "User", organisers: Collection[int]) -> dict[str, Any]:
    """A line of this user as everybody in its room sees it.

    `is_staff` and `is_organiser` are said by the house and drawn by the browser: no name can
    imitate them. Touches the database for the line replied to, unless it was read along.
    """
    answered = message.reply_to
    return {
        "id": message.pk,
        "name": user.username,
        "is_staff": user.is_staff,
        "is_organiser": user.pk in organisers,
        "text": message.text,
        "phrase": message.phrase,
        "reply_to": answered and {"id": answered.pk, "name": answered.user.username},
        "at_ms": message.at_ms,
    }


def room_page(
    room: str, *, muted: Collection[int] = (), before: int = 0, most: int = PAGE_LINES
) -> Page:
    """The last lines of a room that nobody has hidden, or the last before the line `before`.

    `muted`: whose lines are left out, by primary key.
    """
    lines = visible_lines(room).select_related("user", "reply_to__user")
    if before:
        lines = lines.filter(pk__lt=before)
    if muted:
        lines = lines.exclude(user_id__in=muted)
    found = list(lines.order_by("-pk")[: most + 1])
    policy, ref = policy_of(room)
    organisers = policy.organiser_pks(ref)
    seen = tuple(as_seen(line, line.user, organisers) for line in reversed(found[:most]))
    return Page(seen, has_more=len(found) > most)


def visible_lines(room: str) -> QuerySet[Message]:
    """What may be seen of a room, by whoever may read it."""
    return Message.objects.filter(room=room, is_hidden=False)


def has_spoken(user: "User", rooms: Collection[str]) -> bool:
    """Whether somebody has said anything in one of these rooms, hidden or not."""
    return Message.objects.filter(user_id=user.pk, room__in=rooms).exists()


def line_by_id(ref: str) -> Message:
    """The line of this id, hidden or not, with its author.

    Raises NotFound `chat.no_line`, also for what is no id.
    """
    is_id = ref.isascii() and ref.isdigit() and len(ref) < _ID_DIGITS
    line = Message.objects.select_related("user").filter(pk=ref).first() if is_id else None
    if line is None:
        raise no_line()
    return line


def no_line() -> NotFound:
    """What is raised for a line that is not there for whoever asks."""
    return NotFound("chat.no_line", _("That line is not here any more."))


def unread_count(room: str, reader: "User", read_id: int, muted: Collection[int]) -> int:
    """How many lines of others he has not read, at most `MOST_UNREAD`."""
    others = visible_lines(room).filter(pk__gt=read_id).exclude(user_id__in={reader.pk, *muted})
    return others.order_by("pk")[:MOST_UNREAD].count()


def line_context(line: Message) -> tuple[dict[str, Any], ...]:
    """The talk around a line, it included, the oldest first: hidden lines too, for staff."""
    lines = Message.objects.filter(room=line.room).select_related("user")
    before = lines.filter(pk__lte=line.pk).order_by("-pk")[: CONTEXT_BEFORE + 1]
    after = lines.filter(pk__gt=line.pk).order_by("pk")[:CONTEXT_AFTER]
    return tuple(
        {"id": each.pk, "name": each.user.username, "text": each.text, "at_ms": each.at_ms}
        for each in (*reversed(before), *after)
    )


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
