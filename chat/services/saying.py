"""Saying something: who may, and what of it. Refusals reach the sender alone."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction

from chat import pipeline
from chat.filters.draft import Stopped
from chat.filters.flood import flood_stage
from chat.filters.sanction import sanction_stage
from chat.models import LONGEST_ORIGINAL, Message
from chat.phrases import PHRASES
from chat.rooms import policy_of, room_stream, speak_refusal
from chat.selectors import as_seen, no_line, refusal_error, speaking_context, visible_lines
from chat.services.refusing import line_refuse
from wire.errors import NotFound
from wire.publish import publish_on_commit

if TYPE_CHECKING:
    from accounts.models import User

#: A quick phrase is the house's own text: only who says it and how fast is looked at.
PHRASE_STAGES: Final = (sanction_stage, flood_stage)


def message_say(
    *, room: str, user: "User", text: str, request_id: str = "", reply_to: int | None = None
) -> Message:
    """Say a line. The same request again says nothing twice.

    Not to be called inside a transaction: what is refused is kept although this raises.

    Raises NotFound `chat.no_room`, `chat.no_line` for a reply to what cannot be seen there,
    Forbidden for the reason of the room's policy or of a sanction, Malformed `chat.empty` or
    `chat.too_long`, TooFast `chat.flood` or `chat.slow`, Refused `chat.advert`,
    `chat.offensive` or `chat.not_english`.
    """
    _check_place(room, user)
    if (said := _said_before(user, request_id)) is not None:
        return said
    answered = _line_answered(room, reply_to)
    context = speaking_context(room=room, user=user, request_id=request_id)
    judged = pipeline.run(text, context)
    if isinstance(judged, Stopped):
        raise line_refuse(room=room, user=user, text=text, stopped=judged, request_id=request_id)
    message = Message(
        room=room,
        user=user,
        text=judged.text,
        original=text[:LONGEST_ORIGINAL] if text != judged.text else "",
        reply_to=answered,
        at_ms=context.now_ms,
        request_id=request_id,
    )
    return _message_add(message)


def phrase_say(*, room: str, user: "User", phrase: str, request_id: str = "") -> Message:
    """Say a quick phrase, which everybody reads in his own language.

    Raises NotFound `chat.no_phrase`, and otherwise what `message_say` raises for whom and when.
    """
    _check_place(room, user)
    if (said := _said_before(user, request_id)) is not None:
        return said
    if phrase not in PHRASES:
        raise NotFound("chat.no_phrase", _("There is no such quick phrase."))
    text = PHRASES[phrase]
    context = replace(speaking_context(room=room, user=user, request_id=request_id), is_calm=False)
    judged = pipeline.run(text, context, PHRASE_STAGES)
    if isinstance(judged, Stopped):
        raise line_refuse(room=room, user=user, text=text, stopped=judged, request_id=request_id)
    message = Message(
        room=room,
        user=user,
        text=text,
        phrase=phrase,
        at_ms=context.now_ms,
        request_id=request_id,
    )
    return _message_add(message)


def _check_place(room: str, user: "User") -> None:
    if (no := speak_refusal(room, user)) is not None:
        raise refusal_error(no)


def _said_before(user: "User", request_id: str) -> Message | None:
    if not request_id:
        return None
    return Message.objects.filter(user_id=user.pk, request_id=request_id).first()


def _line_answered(room: str, reply_to: int | None) -> Message | None:
    """The line to reply to. One of another room, or one that was hidden, is not there."""
    if reply_to is None:
        return None
    line = visible_lines(room).filter(pk=reply_to).select_related("user").first()
    if line is None:
        raise no_line()
    return line


@transaction.atomic
def _message_add(message: Message) -> Message:
    """Store a line and send it to its room, or answer with the one of the same request."""
    try:
        with transaction.atomic():
            message.save(force_insert=True)
    except IntegrityError:  # the same request came over two sockets at once
        return Message.objects.get(user_id=message.user_id, request_id=message.request_id)
    policy, ref = policy_of(message.room)
    seen = as_seen(message, message.user, policy.organiser_pks(ref))
    told = {"type": "chat.message", "room": message.room, "message": seen}
    publish_on_commit(room_stream(message.room), told)
    return message


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
