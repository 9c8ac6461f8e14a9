"""Saying something: who may, and what of it. Refusals reach the sender alone.

A person says one line after the other, through however many sockets: each is judged with his row
locked. So the rule against floods counts them all, and nothing passes that a mute has overtaken.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from django.db import transaction

from accounts.services import people_lock
from chat import pipeline
from chat.filters.draft import Context, Draft, Stopped
from chat.filters.flood import flood_stage
from chat.filters.sanction import sanction_stage
from chat.models import LONGEST_ORIGINAL, Message
from chat.phrases import PHRASES
from chat.rooms import policy_of, room_stream, speak_refusal
from chat.selectors import as_seen, no_line, refusal_error, speaking_context, visible_lines
from chat.services.refusing import line_refuse
from wire.errors import NotFound, PlatformError
from wire.publish import publish_on_commit

if TYPE_CHECKING:
    from accounts.models import User

#: A quick phrase is the house's own text: only who says it and how fast is looked at.
PHRASE_STAGES: Final = (sanction_stage, flood_stage)

#: Judges a text by what is known where it is said.
Judge = Callable[[str, Context], Draft | Stopped]


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
    line = Message(room=room, user=user, request_id=request_id)
    return _settled(_line_judge(line, text, pipeline.run, reply_to))


def phrase_say(*, room: str, user: "User", phrase: str, request_id: str = "") -> Message:
    """Say a quick phrase, which everybody reads in his own language.

    Raises NotFound `chat.no_phrase`, and otherwise what `message_say` raises for whom and when.
    """
    _check_place(room, user)
    if phrase not in PHRASES:
        raise NotFound("chat.no_phrase", _("There is no such quick phrase."))
    line = Message(room=room, user=user, phrase=phrase, request_id=request_id)
    return _settled(_line_judge(line, PHRASES[phrase], _phrase_judge))


def _check_place(room: str, user: "User") -> None:
    if (no := speak_refusal(room, user)) is not None:
        raise refusal_error(no)


@transaction.atomic
def _line_judge(
    line: Message, text: str, judge: Judge, reply_to: int | None = None
) -> Message | PlatformError:
    """Say the line, or keep it as refused: then the answer is what its sender is to be told.

    Nothing is raised for a refusal, so that what is kept of it stays.
    """
    room, user, request_id = line.room, line.user, line.request_id
    people_lock([user.pk])
    if request_id:
        said = Message.objects.filter(user_id=user.pk, request_id=request_id).first()
        if said is not None:
            return said
    line.reply_to = _line_answered(room, reply_to)
    context = speaking_context(room=room, user=user, request_id=request_id)
    judged = judge(text, context)
    if isinstance(judged, Stopped):
        return line_refuse(room=room, user=user, text=text, stopped=judged, request_id=request_id)
    line.text, line.at_ms = judged.text, context.now_ms
    line.original = text[:LONGEST_ORIGINAL] if text != judged.text else ""
    return _message_add(line)


def _phrase_judge(text: str, context: Context) -> Draft | Stopped:
    return pipeline.run(text, replace(context, is_calm=False), PHRASE_STAGES)


def _settled(outcome: Message | PlatformError) -> Message:
    if isinstance(outcome, PlatformError):
        raise outcome
    return outcome


def _line_answered(room: str, reply_to: int | None) -> Message | None:
    """The line to reply to. One of another room, or one that was hidden, is not there."""
    if reply_to is None:
        return None
    line = visible_lines(room).filter(pk=reply_to).select_related("user").first()
    if line is None:
        raise no_line()
    return line


def _message_add(message: Message) -> Message:
    """Store a line and send it to its room."""
    message.save(force_insert=True)
    policy, ref = policy_of(message.room)
    seen = as_seen(message, message.user, policy.organiser_pks(ref))
    told = {"type": "chat.message", "room": message.room, "message": seen}
    publish_on_commit(room_stream(message.room), told)
    return message


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
