"""People in events: who has a seat where."""

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from tournaments.models import Entry, EntryState, WithdrawReason

if TYPE_CHECKING:
    from accounts.models import User


def live_event_of(user: "User") -> str:
    """The name of the Sit&Go in which this person has a live seat, "" without one."""
    name = Entry.objects.filter(
        user_id=user.pk, state=EntryState.ACTIVE, is_exclusive=True
    ).values_list("tournament__name", flat=True)
    return name.first() or ""


def live_entry_of(user: "User") -> Entry | None:
    """The entry this person is in an event with now, None without one."""
    return (
        Entry.objects.filter(user_id=user.pk, state=EntryState.ACTIVE)
        .select_related("tournament")
        .order_by("-pk")
        .first()
    )


def seat_lost_by(user: "User", *, since: datetime) -> Entry | None:
    """The seat this person last lost by being away, if that was after `since` and his last act."""
    last = (
        Entry.objects.filter(user_id=user.pk).select_related("tournament").order_by("-pk").first()
    )
    if last is None or last.reason != WithdrawReason.ABSENT or last.last_seen_at < since:
        return None
    return last


def live_entry_counts() -> Counter[int]:
    """In how many events each player is in now, by user key."""
    return Counter(Entry.objects.filter(state=EntryState.ACTIVE).values_list("user_id", flat=True))
