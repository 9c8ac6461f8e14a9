"""The log of what staff have done. Only ever added to."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import StaffAction, User
from wire.errors import Forbidden, Refused
from wire.plain import plain_row


@transaction.atomic
def staff_action_record(
    *, actor: User, act: str, subject: str, reason: str, details: Mapping[str, Any] | None = None
) -> StaffAction:
    """Write one act of staff into the log, for ever.

    `act` is `noun.verb`, as in `sanction.lift`; `subject` names what it was done to,
    as in `user:alice`.

    Raises Forbidden `auth.forbidden` for somebody who is not staff, Refused
    `staff.reason` for an act without a reason.
    """
    if not actor.is_staff:
        raise Forbidden("auth.forbidden")
    reason = reason.strip()
    if not plain_row(reason, most=1):
        raise Refused("staff.reason", _("Please say why: the reason is kept with the act."))
    return StaffAction.objects.create(
        actor=actor, act=act, subject=subject, reason=reason, details=dict(details or {})
    )


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
