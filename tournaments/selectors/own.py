"""The events of one person: what he has entered, what he plays now, what he has played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from tournaments.card import SCHEDULED
from tournaments.models import Entry, EntryState, Pairing, Tournament
from tournaments.states import OVER, TournamentState

if TYPE_CHECKING:
    from accounts.models import User

BEFORE = (TournamentState.ANNOUNCED, TournamentState.REGISTERING)
DURING = (TournamentState.SEATED, TournamentState.PLAYING)

#: Entries that still bind their player.
_LIVE = Q(state__in=(EntryState.STANDBY, EntryState.ACTIVE)) & ~Q(tournament__state__in=OVER)


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """An event as one of its entrants sees it.

    pairing: what he plays now or next, None while that is not known or nothing more comes.
    """

    entry: Entry
    pairing: Pairing | None = None

    @property
    def tournament(self) -> Tournament:
        """The event itself."""
        return self.entry.tournament

    @property
    def is_out(self) -> bool:
        """Whether he plays no more."""
        return self.entry.state == EntryState.OUT


def events_before(user: "User") -> Sequence[OwnEvent]:
    """What a person has entered and has not begun, the next to start first."""
    entries = _entries_of(user).filter(_LIVE, tournament__state__in=BEFORE)
    return [OwnEvent(entry) for entry in entries.order_by("tournament__starts_at", "pk")]


def events_during(user: "User", *, with_lost: bool = True) -> Sequence[OwnEvent]:
    """What is being played with a person in it, the youngest first; an event in which he has
    lost comes too unless it is not asked for. An event he came back to is there once."""
    states = (EntryState.ACTIVE, EntryState.OUT) if with_lost else (EntryState.ACTIVE,)
    entries = _entries_of(user).filter(state__in=states, tournament__state__in=DURING)
    latest = {entry.tournament_id: entry for entry in entries.order_by("number")}
    pairings = _open_pairings(latest.values())
    found = [OwnEvent(entry, pairings.get(entry.pk)) for entry in latest.values()]
    return sorted(found, key=lambda each: -each.entry.tournament_id)


def events_after(user: "User", *, start: int, most: int) -> Sequence[OwnEvent]:
    """At most so many events that are over and were entered to their end, the latest first."""
    kept = Q(state__in=(EntryState.ACTIVE, EntryState.OUT)) | Q(reason="no_show")
    entries = _entries_of(user).filter(kept, tournament__state__in=OVER)
    entries = entries.select_related("tournament", "award__ticket").order_by("-tournament", "-pk")
    return [OwnEvent(entry) for entry in entries[start : start + most]]


def entered_ids(user: "User") -> frozenset[str]:
    """The scheduled events in which a person is and which are not over, by id."""
    entries = Entry.objects.filter(_LIVE, user_id=user.pk, tournament__kind=SCHEDULED)
    return frozenset(entries.values_list("tournament__public_id", flat=True))


def _entries_of(user: "User") -> QuerySet[Entry]:
    return Entry.objects.filter(user_id=user.pk).select_related("tournament")


def _open_pairings(entries: Iterable[Entry]) -> Mapping[int, Pairing]:
    """By entry: its pairing without a result."""
    keys = [entry.pk for entry in entries]
    undecided = Pairing.objects.filter(
        Q(white__in=keys) | Q(black__in=keys), result__isnull=True
    ).select_related("match", "white__user", "black__user")
    return {
        entry.pk: pairing
        for pairing in (undecided if keys else ())
        for entry in pairing.entries
        if entry.pk in keys
    }
