"""What was said is kept for so long, and no longer. In bites, so that nobody waits for it."""

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from chat.models import Message, RefusedLine, RoomChoice
from wire.time import now_ms

#: Rows a transaction takes away.
BITE: Final = 1_000


def lines_forget() -> int:
    """Delete what is older than the house keeps it; how many rows there were.

    Lines after HOUSE_CHAT_KEEP_DAYS, refused ones after HOUSE_REFUSED_KEEP_DAYS, and how far
    people had read in rooms in which nothing is left. What a case has frozen stays with it.
    """
    return (
        _older_forget(Message, settings.HOUSE_CHAT_KEEP_DAYS)
        + _older_forget(RefusedLine, settings.HOUSE_REFUSED_KEEP_DAYS)
        + _marks_forget()
    )


def _older_forget(model: type[Message] | type[RefusedLine], keep_days: int) -> int:
    before_ms = now_ms() - round(timedelta(days=keep_days) / timedelta(milliseconds=1))
    return _delete(model._default_manager.filter(at_ms__lt=before_ms).order_by("at_ms"))


def _marks_forget() -> int:
    lines = Message.objects.filter(room=OuterRef("room"))
    return _delete(RoomChoice.objects.filter(~Exists(lines), is_hidden=False).order_by("pk"))


def _delete(rows: QuerySet[Any]) -> int:
    deleted = 0
    while bite := list(rows.values_list("pk", flat=True)[:BITE]):
        with transaction.atomic():
            rows.model._default_manager.filter(pk__in=bite).delete()
        deleted += len(bite)
    return deleted
