"""Staff take lines away and bring them back: on open pages, in histories, for their author too."""

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.services import staff_action_record
from chat.models import Message
from chat.rooms import HIDE, policy_of, room_stream
from chat.selectors import as_seen, no_line
from wire.errors import Forbidden, Refused
from wire.publish import publish_all_on_commit, publish_on_commit

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def message_hide(*, actor: "User", message_pk: int, reason: str) -> Message:
    """Take a line away from everybody but staff, at once and for good. A hidden one stays hidden.

    Raises Forbidden `auth.forbidden`, NotFound `chat.no_line`, Refused `staff.reason`.
    """
    line = _line_locked(actor, message_pk)
    if line.is_hidden:
        return line
    _visibility_set(line, actor, reason, is_hidden=True)
    publish_on_commit(room_stream(line.room), hidden_message(line.room, [line.pk]))
    return line


@transaction.atomic
def message_show(*, actor: "User", message_pk: int, reason: str) -> Message:
    """Bring a hidden line back. One that is not hidden stays as it is.

    Raises Forbidden `auth.forbidden`, NotFound `chat.no_line`, Refused `staff.reason`, and
    `staff.self` where it is the actor's own: a colleague decides about that.
    """
    line = _line_locked(actor, message_pk)
    if not line.is_hidden:
        return line
    if line.user_id == actor.pk:
        raise Refused("staff.self", _("Somebody else of the staff brings your own lines back."))
    _visibility_set(line, actor, reason, is_hidden=False)
    policy, ref = policy_of(line.room)
    seen = as_seen(line, line.user, policy.organiser_pks(ref))
    told = {"type": "chat.shown", "room": line.room, "message": seen}
    publish_on_commit(room_stream(line.room), told)
    return line


@transaction.atomic
def lines_hide(*, actor: "User", user: "User", since_ms: int, reason: str) -> int:
    """Take away all that somebody has said since a moment, in every room; how many lines it was.

    Raises Forbidden `auth.forbidden`, Refused `staff.reason`.
    """
    _check_may_hide(actor)
    standing = Message.objects.filter(user_id=user.pk, at_ms__gte=since_ms, is_hidden=False)
    locked = standing.select_for_update().order_by("pk")
    rooms: dict[str, list[int]] = {}
    for pk, room in locked.values_list("pk", "room"):
        rooms.setdefault(room, []).append(pk)
    hidden = sorted(pk for pks in rooms.values() for pk in pks)
    if not hidden:
        return 0
    Message.objects.filter(pk__in=hidden).update(is_hidden=True)
    staff_action_record(
        actor=actor,
        act="lines.hide",
        subject=f"user:{user.username}",
        reason=reason,
        details={"before": {"hidden": 0}, "after": {"hidden": len(hidden)}, "lines": hidden},
    )
    publish_all_on_commit(
        [(room_stream(room), hidden_message(room, pks)) for room, pks in rooms.items()]
    )
    return len(hidden)


def hidden_message(room: str, pks: list[int]) -> dict[str, object]:
    """To everybody in a room: these lines are to be seen no more."""
    return {"type": "chat.hidden", "room": room, "ids": pks}


def _check_may_hide(actor: "User") -> None:
    if not (actor.is_staff and actor.has_perm(HIDE)):
        raise Forbidden("auth.forbidden")


def _line_locked(actor: "User", message_pk: int) -> Message:
    _check_may_hide(actor)
    lines = Message.objects.select_for_update(of=("self",))
    line = lines.select_related("user", "reply_to__user").filter(pk=message_pk).first()
    if line is None:
        raise no_line()
    return line


def _visibility_set(line: Message, actor: "User", reason: str, *, is_hidden: bool) -> None:
    staff_action_record(
        actor=actor,
        act="line.hide" if is_hidden else "line.show",
        subject=f"user:{line.user.username}",
        reason=reason,
        details={
            "before": {"is_hidden": line.is_hidden},
            "after": {"is_hidden": is_hidden},
            "line": line.pk,
            "room": line.room,
            "text": line.text,
        },
    )
    line.is_hidden = is_hidden
    line.save(update_fields=["is_hidden"])


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
