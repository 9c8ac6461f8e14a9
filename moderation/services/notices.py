"""What the house tells staff of by itself."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from accounts.services import staff_action_record
from moderation.kinds import NoticeKind, NoticeState
from moderation.models import Notice
from wire.errors import Forbidden
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it may close notices.
CLOSE: Final = "moderation.close_notice"

#: A closed notice opens again once it is about so many times as much.
_REOPENS_AT: Final = 2


@transaction.atomic
def notice_open(
    *, kind: NoticeKind, key: str, subject: str, facts: Mapping[str, Any], size: int = 0
) -> Notice:
    """Tell staff of something, once for its key; told again, the line says what is true now.

    A notice that staff have closed stays closed and as they saw it, until `size`, how much it
    is about, has doubled.
    """
    told = {"kind": kind, "subject": subject, "facts": dict(facts), "size": size}
    notice, is_new = Notice.objects.select_for_update().get_or_create(key=key, defaults=told)
    if is_new or _is_settled(notice, size) or _says(notice) == told:
        return notice
    for name, value in told.items():
        setattr(notice, name, value)
    notice.state = NoticeState.OPEN
    notice.updated_at = now()
    notice.save(update_fields=[*told, "state", "updated_at"])
    return notice


@transaction.atomic
def notice_close(*, staff: "User", notice_pk: int, reason: str) -> Notice:
    """Take a notice off the queue, with the reason in the staff log. A closed one stays as it is.

    Raises Forbidden `auth.forbidden` without the permission, Refused `staff.reason` without
    a reason.
    """
    if not staff.has_perm(CLOSE):
        raise Forbidden("auth.forbidden")
    notice = Notice.objects.select_for_update().get(pk=notice_pk)
    if notice.state == NoticeState.CLOSED:
        return notice
    staff_action_record(
        actor=staff,
        act="notice.close",
        subject=notice.subject,
        reason=reason,
        details={"notice": notice.key, "facts": notice.facts},
    )
    notice.state = NoticeState.CLOSED
    notice.save(update_fields=["state"])
    return notice


def _is_settled(notice: Notice, size: int) -> bool:
    return notice.state == NoticeState.CLOSED and size < _REOPENS_AT * max(notice.size, 1)


def _says(notice: Notice) -> dict[str, Any]:
    return {
        "kind": notice.kind,
        "subject": notice.subject,
        "facts": notice.facts,
        "size": notice.size,
    }
