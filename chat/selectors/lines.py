"""The lines of a room, as they are seen."""

from typing import Any

from django.contrib.auth.models import AbstractUser

from chat.models import Message

HISTORY_LINES = 50


def as_seen(message: Message, user: AbstractUser) -> dict[str, Any]:
    """A line of this user as everybody in its room sees it.

    `is_staff` is said by the house and drawn by the browser: no name can imitate it.
    """
    return {
        "id": message.pk,
        "name": user.get_username(),
        "is_staff": user.is_staff,
        "text": message.text,
        "at_ms": message.at_ms,
    }


def room_history(room: str) -> list[dict[str, Any]]:
    """The last lines of a room, oldest first, without hidden ones."""
    lines = Message.objects.filter(room=room, is_hidden=False).select_related("user")
    latest = lines.order_by("-pk")[:HISTORY_LINES]
    return [as_seen(line, line.user) for line in reversed(latest)]
