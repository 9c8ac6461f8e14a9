"""Who stays away from scheduled events he has entered, and what that costs him.

The second time in a row keeps a player out of scheduled events for a day, and each further one
for twice as long.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from tournaments.models import Attendance, Tournament
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

FIRST_BAR: Final = timedelta(hours=24)
LONGEST_BAR: Final = timedelta(days=30)


def bar_for(missed_in_row: int) -> timedelta:
    """How long a player who has stayed away so often in a row is kept out. Nothing the first time.

    Source: docs/tournaments.md, "Staying away".
    """
    if missed_in_row < 2:
        return timedelta(0)
    doublings = min(missed_in_row - 2, 10)
    return min(FIRST_BAR * 2**doublings, LONGEST_BAR)


@transaction.atomic
def attendance_miss(*, tournament: Tournament, users: Iterable["User"]) -> None:
    """Note that these did not come to an event they had entered; once for each event."""
    people = {user.pk for user in users if not user.is_bot}
    Attendance.objects.bulk_create(
        [Attendance(user_id=pk) for pk in sorted(people)], ignore_conflicts=True
    )
    rows = list(
        Attendance.objects.select_for_update()
        .filter(user_id__in=people)
        .exclude(last_missed=tournament)
        .order_by("pk")
    )
    for row in rows:
        row.missed_in_row += 1
        row.last_missed = tournament
        row.barred_until = max(row.barred_until, now() + bar_for(row.missed_in_row))
    Attendance.objects.bulk_update(rows, ["missed_in_row", "last_missed", "barred_until"], 500)


def attendance_clear(*, user_pks: Iterable[int]) -> None:
    """End the row of absences of those who have played a scheduled match, not a running bar."""
    Attendance.objects.filter(user_id__in=list(user_pks), missed_in_row__gt=0).update(
        missed_in_row=0
    )
