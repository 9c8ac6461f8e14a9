"""People in events: who has a seat where."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from tournaments.models import Entry, EntryState, WithdrawReason

if TYPE_CHECKING:
    from accounts.models import User


def live_event_of(user: "User") -> str:
    """The name of the Sit&Go in which this person has a live seat, "" without one."""
    name = Entry.objects.filter(
        user_id=user.pk, state=EntryState.ACTIVE, is_exclusive=True
    ).values_list("tournament__name", flat=True)
    return name.first() or ""


def live_entries_of(user: "User") -> QuerySet[Entry]:
    """Every entry that binds this person, of whatever kind the event is; the next first."""
    entries = Entry.objects.live().filter(user_id=user.pk).select_related("tournament")
    return entries.order_by("tournament__starts_at", "pk")


def people_seated(user_pks: Iterable[int]) -> set[int]:
    """Those of the given people who have a live seat in a Sit&Go.

    An entry in a scheduled event holds nobody until one of its matches does.
    """
    seats = Entry.objects.filter(
        user_id__in=list(user_pks), state=EntryState.ACTIVE, is_exclusive=True
    )
    return set(seats.values_list("user_id", flat=True))


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
