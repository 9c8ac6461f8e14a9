"""Staff slow a room down, or calm it: then only quick phrases are said there."""

from typing import TYPE_CHECKING, Final

from django.db import transaction

from accounts.services import staff_action_record
from chat.models import RoomState
from chat.rooms import CALM, policy_of, room_stream
from wire.errors import Forbidden, Malformed
from wire.publish import publish_on_commit
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: The slowest a room can be made.
MOST_SLOW_S: Final = 600


@transaction.atomic
def room_set(*, actor: "User", room: str, slow_s: int, is_calm: bool, reason: str) -> RoomState:
    """Set how fast each person may speak in a room, 0 for as fast as anywhere, and whether freely.

    Everybody who has it open is told. What is so already is not set again.

    Raises Forbidden `auth.forbidden`, NotFound `chat.no_room`, Malformed `chat.slow_s`, Refused
    `staff.reason`.
    """
    if not (actor.is_staff and actor.has_perm(CALM)):
        raise Forbidden("auth.forbidden")
    policy, ref = policy_of(room)
    policy.title(ref)
    if not 0 <= slow_s <= MOST_SLOW_S:
        text = _("Between two lines of one person there may be 0 to {limit} seconds.")
        raise Malformed("chat.slow_s", text, limit=MOST_SLOW_S)
    RoomState.objects.get_or_create(room=room)
    state = RoomState.objects.select_for_update().get(room=room)
    before, after = _pace_of(state), {"slow_s": slow_s, "is_calm": is_calm}
    if before == after:
        return state
    staff_action_record(
        actor=actor,
        act="room.set",
        subject=f"room:{room}",
        reason=reason,
        details={"before": before, "after": after},
    )
    state.slow_s, state.is_calm, state.updated_at = slow_s, is_calm, now()
    state.save(update_fields=["slow_s", "is_calm", "updated_at"])
    publish_on_commit(room_stream(room), {"type": "chat.state", "room": room, **after})
    return state


def _pace_of(state: RoomState) -> dict[str, object]:
    return {"slow_s": state.slow_s, "is_calm": state.is_calm}


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
