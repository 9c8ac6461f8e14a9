"""What staff are told of, kind by kind, and how it is put to them."""

from collections.abc import Mapping
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop


class NoticeKind(models.TextChoices):
    """What a notice is about. The values are stored and never renamed."""

    ONE_WAY_CHIPS = "one_way_chips", _("Chips that go one way")
    SHARED_DEVICE = "shared_device", _("A new account on the device of somebody sanctioned")


#: One sentence a kind, filled from the facts of the notice.
NOTICE_TEXTS: Final[Mapping[NoticeKind, str]] = {
    NoticeKind.ONE_WAY_CHIPS: gettext_noop(
        "{giver} lost {chips} chips to {taker} in {games} games of the last {days} days,"
        " and won {back_chips} back."
    ),
    NoticeKind.SHARED_DEVICE: gettext_noop(
        "{name} came on a device that {other} has used, who is under a sanction ({kind})."
    ),
}


class NoticeState(models.TextChoices):
    """Whether a notice still waits for somebody."""

    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")
