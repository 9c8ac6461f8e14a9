"""What a person has said, for him to take along."""

from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import AbstractUser

from chat.models import Message


def talk_record(user: AbstractUser) -> list[dict[str, Any]]:
    """Every line of the user, the oldest first."""
    return [
        {
            "room": line.room,
            "text": line.text,
            "at": datetime.fromtimestamp(line.at_ms / 1000, UTC).isoformat(),
        }
        for line in Message.objects.filter(user_id=user.pk).order_by("pk")
    ]
