"""What is known where somebody wants to say something: the context of the pipeline."""

from typing import TYPE_CHECKING, Final

from django.db.models import Value

from accounts.gates import Door, gate_refusal
from chat.filters.draft import Context, Said
from chat.models import Message, RefusedLine, RoomState
from chat.presence import names_in
from chat.rooms import CALM, mute_scope
from chat.selectors.lines import visible_lines
from moderation.selectors import mute_refusal
from wire.refusals import Refusal
from wire.time import now_ms

if TYPE_CHECKING:
    from accounts.models import User

#: How far the house looks back at what somebody wrote, and at how many lines of it.
LOOKS_BACK_MS: Final = 60_000
MOST_LOOKED_AT: Final = 20

#: Who has spoken in the last so many lines of a room may be named in it.
SPEAKERS_IN: Final = 50


def speaking_context(*, room: str, user: "User", request_id: str = "") -> Context:
    """Everything the stages ask about a line of this user in this room.

    A refused line of the same request is left out: a line that is sent again is judged as it was
    the first time.
    """
    moment_ms = now_ms()
    slow_s, is_calm = _pace(room, user)
    return Context(
        now_ms=moment_ms,
        history=_written_lately(user, moment_ms, request_id),
        names=names_in(room) | _speakers(room),
        sanction=sanction_refusal(room, user),
        slow_s=slow_s,
        spoke_ms=_spoke_ms(room, user) if slow_s else None,
        is_calm=is_calm,
    )


def sanction_refusal(room: str, user: "User") -> Refusal | None:
    """Why the house, or the organiser of the event here, lets him say nothing; or None."""
    if (no := gate_refusal(user, Door.SPEAK)) is not None:
        return no
    scope = mute_scope(room)
    return mute_refusal(user, scope) if scope else None


def room_pace(room: str) -> tuple[int, bool]:
    """(seconds between two lines of one person, whether only quick phrases are said) in a room."""
    state = RoomState.objects.filter(room=room).values_list("slow_s", "is_calm").first()
    return state or (0, False)


def _pace(room: str, user: "User") -> tuple[int, bool]:
    """Whoever calms a room may speak in it: he has to say why."""
    pace = room_pace(room)
    if pace != (0, False) and user.is_staff and user.has_perm(CALM):
        return 0, False
    return pace


def _written_lately(user: "User", moment_ms: int, request_id: str) -> tuple[Said, ...]:
    lately = {"user_id": user.pk, "at_ms__gt": moment_ms - LOOKS_BACK_MS}
    said = Message.objects.filter(**lately).values_list("at_ms", "text", Value(value=True))
    refused = RefusedLine.objects.filter(**lately)
    if request_id:
        refused = refused.exclude(request_id=request_id)
    both = said.union(refused.values_list("at_ms", "text", Value(value=False)), all=True)
    latest = both.order_by("-at_ms")[:MOST_LOOKED_AT]
    return tuple(Said(text, at_ms, was_said=was_said) for at_ms, text, was_said in reversed(latest))


def _speakers(room: str) -> frozenset[str]:
    latest = visible_lines(room).order_by("-pk").values_list("user__username", flat=True)
    return frozenset(latest[:SPEAKERS_IN])


def _spoke_ms(room: str, user: "User") -> int | None:
    own = Message.objects.filter(room=room, user_id=user.pk).order_by("-pk")
    return own.values_list("at_ms", flat=True).first()
