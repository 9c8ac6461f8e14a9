"""Telling people what they should know, whether or not a page of theirs is open at the moment.

The page that is open hears of it by the message of whoever gives the notice, and reads again how
many wait. So nothing is published here.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction

from accounts.models import Notice
from accounts.notices import NewNotice
from wire.time import at as moment_of
from wire.time import now

#: Afterwards nobody asks any more.
KEPT: Final = timedelta(days=30)
GIVEN_AT_ONCE: Final = 2_000

#: Rows a transaction takes away.
BITE: Final = 1_000


@transaction.atomic
def notices_give(notices: Iterable[NewNotice]) -> None:
    """Tell each person each thing, once for its key. House bots need no telling: leave them out."""
    Notice.objects.bulk_create(
        [
            Notice(
                user_id=each.user_pk,
                kind=each.kind,
                key=each.key,
                url=each.url,
                facts=dict(each.facts),
            )
            for each in notices
        ],
        ignore_conflicts=True,
        batch_size=GIVEN_AT_ONCE,
    )


def notices_read(*, user_pk: int, url: str = "", key: str = "", until_ms: int | None = None) -> int:
    """Note that somebody has read notices, or needs them no more; how many were unread.

    Those that lead to `url`, that of this `key`, or all that were told no later than `until_ms`.
    """
    unread = Notice.objects.filter(user_id=user_pk, is_read=False)
    if url:
        unread = unread.filter(url=url)
    if key:
        unread = unread.filter(key=key)
    if until_ms is not None:
        unread = unread.filter(told_at__lte=moment_of(until_ms))
    return unread.update(is_read=True)


def old_notices_forget() -> int:
    """Drop what was told long ago, read or not; how many. In bites, so that nobody waits for it."""
    old = Notice.objects.filter(told_at__lt=now() - KEPT).order_by("told_at")
    gone = 0
    while bite := list(old.values_list("pk", flat=True)[:BITE]):
        with transaction.atomic():
            Notice.objects.filter(pk__in=bite).delete()
        gone += len(bite)
    return gone
