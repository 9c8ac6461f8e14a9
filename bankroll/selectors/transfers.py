"""What has been posted, by key."""

from django.db.models import Sum
from django.db.models.functions import Coalesce

from bankroll.models import Posting, Transfer


def has_transfer(key: str) -> bool:
    """Whether a transfer of this key has been posted."""
    return Transfer.objects.filter(key=key).exists()


def chips_moved(key: str) -> int:
    """All chips the transfer of this key moved; 0 where there is none."""
    moved: int = Posting.objects.filter(transfer__key=key).aggregate(
        chips=Coalesce(Sum("chips"), 0)
    )["chips"]
    return moved
