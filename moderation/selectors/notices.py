"""Reading what staff should look at."""

from django.db.models import QuerySet

from moderation.kinds import NoticeState
from moderation.models import Notice


def open_notices() -> QuerySet[Notice]:
    """What waits for somebody of the staff, the latest first."""
    return Notice.objects.filter(state=NoticeState.OPEN)
