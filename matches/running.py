"""The running matches of one maker as a desk sees them: few queries, however many there are."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from matches.deadlines import UNTIMED_MS
from matches.models import NEVER_MS, Match, MatchStatus, Seat
from wire.time import at


@dataclass(slots=True)
class RunningMatch:
    """A match that is being played, or that waits for its players.

    people: the keys of its players who are not bots. missing: those of them who have never been
    at the board. due_at: when the house moves it on by itself. moved_at: the last act in an
    untimed match that both have come to; None elsewhere.
    """

    match_id: str
    owner_ref: str
    created_at: datetime
    due_at: datetime | None
    moved_at: datetime | None
    steps: int
    people: list[int] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)


def running_matches(owner: str) -> list[RunningMatch]:
    """The running matches of a maker, the oldest first."""
    seats = Seat.objects.filter(match__status=MatchStatus.PLAYING, match__owner=owner)
    rows = seats.order_by("match_id").values_list(
        "match__public_id",
        "match__owner_ref",
        "match__created_ms",
        "match__deadline_ms",
        "match__ladder_steps",
        "match__rules__clock__reserve_ms",
        "user_id",
        "is_bot",
        "has_come",
    )
    matches: dict[str, RunningMatch] = {}
    for match_id, owner_ref, created_ms, deadline_ms, steps, reserve_ms, user, bot, come in rows:
        match = matches.get(match_id)
        if match is None:
            is_due = deadline_ms < NEVER_MS
            match = matches[match_id] = RunningMatch(
                match_id=match_id,
                owner_ref=owner_ref,
                created_at=at(created_ms),
                due_at=at(deadline_ms) if is_due else None,
                moved_at=at(deadline_ms - UNTIMED_MS) if is_due and reserve_ms is None else None,
                steps=steps,
            )
        if not bot:
            match.people.append(user)
        if not come:
            match.missing.append(user)
            match.moved_at = None
    return list(matches.values())


def matches_annulled(owner: str, owner_refs: Collection[str]) -> Counter[str]:
    """How many matches of each of these references have ended without a result."""
    annulled = Match.objects.filter(
        owner=owner, owner_ref__in=owner_refs, status=MatchStatus.ANNULLED
    )
    return Counter(annulled.values_list("owner_ref", flat=True))
