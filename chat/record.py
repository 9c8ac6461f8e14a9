"""What is kept of a person's talk, for him to take along."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from chat.models import Message, PersonalMute, RefusedLine
from chat.selectors import hidden_rooms, is_talk_off

if TYPE_CHECKING:
    from accounts.models import User


def talk_record(user: "User") -> dict[str, Any]:
    """Every line of the user, the oldest first; what he was refused; how he wants his talk."""
    said = Message.objects.filter(user_id=user.pk).order_by("pk")
    refused = RefusedLine.objects.filter(user_id=user.pk).order_by("pk")
    mutes = PersonalMute.objects.filter(user_id=user.pk).order_by("pk")
    return {
        "lines": [
            {
                "room": line.room,
                "text": line.text,
                "hidden": line.is_hidden,
                "at": _moment(line.at_ms),
            }
            for line in said
        ],
        "refused": [
            {"room": line.room, "text": line.text, "code": line.code, "at": _moment(line.at_ms)}
            for line in refused
        ],
        "muted": list(mutes.values_list("muted__username", flat=True)),
        "hidden_rooms": list(hidden_rooms(user)),
        "off": is_talk_off(user),
    }


def _moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()
