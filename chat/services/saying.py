"""Saying something: who may, how much, how fast. Refusals reach the sender alone."""

from django.contrib.auth.models import AbstractUser
from django.db import IntegrityError, transaction

from chat.filters.cleanup import LONGEST_CHARS, clean
from chat.filters.flood import FLOOD_LINES, FLOOD_MS
from chat.models import Message
from chat.rooms import room_stream, speak_refusal
from chat.selectors import as_seen
from wire.errors import Forbidden, Malformed, TooFast
from wire.publish import publish_on_commit
from wire.time import now_ms


@transaction.atomic
def message_say(*, room: str, user: AbstractUser, text: str, request_id: str = "") -> Message:
    """Store a line and send it to the room. The same request again says nothing twice.

    Raises Forbidden for the reason of the room's policy, Malformed `chat.empty` or
    `chat.too_long`, TooFast `chat.flood` on the sixth line within ten seconds.
    """
    if (no := speak_refusal(room, user)) is not None:
        raise Forbidden(no.code, no.text, **no.facts)
    if request_id:
        said = Message.objects.filter(user_id=user.pk, request_id=request_id).first()
        if said is not None:
            return said
    line = clean(text)
    if not line:
        raise Malformed("chat.empty", _("There is nothing to say."))
    if len(line) > LONGEST_CHARS:
        raise Malformed(
            "chat.too_long", _("That is too long: {limit} characters at most."), limit=LONGEST_CHARS
        )
    recent = Message.objects.filter(user_id=user.pk, at_ms__gt=now_ms() - FLOOD_MS)
    if recent.count() >= FLOOD_LINES:
        raise TooFast("chat.flood", _("That was a lot at once. Wait a few seconds."))
    try:
        with transaction.atomic():
            message = Message.objects.create(
                room=room, user_id=user.pk, text=line, at_ms=now_ms(), request_id=request_id
            )
    except IntegrityError:  # the same request came over two sockets at once
        return Message.objects.get(user_id=user.pk, request_id=request_id)
    seen = {"type": "chat.message", "room": room, "message": as_seen(message, user)}
    publish_on_commit(room_stream(room), seen)
    return message


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
