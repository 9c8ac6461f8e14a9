"""Reading talk for somebody."""

from typing import Any

from chat.models import Message

HISTORY_LINES = 50


def as_seen(message: Message, name: str) -> dict[str, Any]:
    """A line as everybody in its room sees it."""
    return {"id": message.pk, "name": name, "text": message.text, "at_ms": message.at_ms}


def room_history(room: str) -> list[dict[str, Any]]:
    """The last lines of a room, oldest first, without hidden ones."""
    lines = Message.objects.filter(room=room, is_hidden=False).select_related("user")
    latest = lines.order_by("-pk")[:HISTORY_LINES]
    return [as_seen(line, line.user.username) for line in reversed(latest)]
