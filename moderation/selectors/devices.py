"""Accounts that share a browser."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from moderation.models import DeviceUse, Sanction
from moderation.sanctions import SanctionKind
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: What somebody might come back for under another name.
EVADED: Final = (SanctionKind.MUTE, SanctionKind.SUSPEND, SanctionKind.BAN)


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """Another account of a browser somebody has used. It need not be the same person.

    devices: in how many of his browsers. last_at: when it was last used in one of them.
    sanctions: what is in force against it now, in words.
    """

    user: "User"
    devices: int
    first_at: datetime
    last_at: datetime
    sanctions: tuple[str, ...]


def linked_accounts(user: "User") -> tuple[LinkedAccount, ...]:
    """Accounts that were used in the user's browsers, the latest first."""
    own = DeviceUse.objects.filter(user=user).values("device")
    uses = DeviceUse.objects.filter(device__in=own).exclude(user=user).select_related("user")
    found: dict[int, list[DeviceUse]] = {}
    for use in uses.order_by("pk"):
        found.setdefault(use.user_id, []).append(use)
    in_force: dict[int, list[str]] = {}
    standing = Sanction.objects.filter(user_id__in=found, ended_at__gt=now(), scope="")
    for sanction in standing.order_by("pk"):
        in_force.setdefault(sanction.user_id, []).append(str(sanction.get_kind_display()))
    linked = [_linked(each, tuple(in_force.get(pk, ()))) for pk, each in found.items()]
    return tuple(sorted(linked, key=lambda one: one.last_at, reverse=True))


def devices_record(user: "User") -> list[dict[str, Any]]:
    """When the user's browsers were first and last used, as plain data for him to take along."""
    return [
        {"first_used_at": use.first_at.isoformat(), "last_used_at": use.last_at.isoformat()}
        for use in DeviceUse.objects.filter(user=user).order_by("pk")
    ]


def _linked(uses: list[DeviceUse], sanctions: tuple[str, ...]) -> LinkedAccount:
    return LinkedAccount(
        user=uses[0].user,
        devices=len(uses),
        first_at=min(use.first_at for use in uses),
        last_at=max(use.last_at for use in uses),
        sanctions=sanctions,
    )
