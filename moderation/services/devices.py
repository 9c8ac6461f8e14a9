"""Which accounts were used in one browser, and telling staff where somebody may evade a sanction.

Nobody is punished by it: brothers share a computer too. It is never gone by address.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from moderation.kinds import NoticeKind
from moderation.models import DeviceUse, Sanction
from moderation.selectors.devices import EVADED
from moderation.services.notices import notice_open
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def device_note(*, user: "User", device: str) -> None:
    """Note that the user came in with this browser.

    The first time, staff are told of everybody under a sanction who has used it: once a pair.
    """
    use, is_new = DeviceUse.objects.get_or_create(user=user, device=device)
    if not is_new:
        use.last_at = now()
        use.save(update_fields=["last_at"])
        return
    others = DeviceUse.objects.filter(device=device).exclude(user=user).values("user_id")
    evaded = Sanction.objects.filter(
        user_id__in=others, kind__in=EVADED, scope="", ended_at__gt=now()
    )
    told: set[int] = set()
    for sanction in evaded.select_related("user").order_by("-ended_at", "pk"):
        if sanction.user_id not in told:
            told.add(sanction.user_id)
            _tell(user, sanction)


def _tell(user: "User", sanction: Sanction) -> None:
    first, second = sorted((user.pk, sanction.user_id))
    notice_open(
        kind=NoticeKind.SHARED_DEVICE,
        key=f"shared_device:{first}:{second}",
        subject=f"user:{user.username} user:{sanction.user.username}",
        facts={
            "name": user.username,
            "other": sanction.user.username,
            "kind": str(sanction.kind),
        },
    )


def old_devices_forget() -> int:
    """Drop what was last used more than HOUSE_DEVICE_KEEP_DAYS ago; how many rows."""
    limit = now() - timedelta(days=settings.HOUSE_DEVICE_KEEP_DAYS)
    gone, _by_model = DeviceUse.objects.filter(last_at__lt=limit).delete()
    return gone
