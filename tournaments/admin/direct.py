"""What the page of one event at the desk shows: problems, a round, people, rulings, buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.db.models import Max, Q

from tournaments.models import (
    Appeal,
    AppealState,
    Award,
    Entry,
    EntryState,
    Kind,
    Pairing,
    PairingResult,
    Ruling,
    Tournament,
)
from tournaments.selectors import COMING, pool_of
from tournaments.states import OVER
from wire.texts import sentence

#: More entries than so many are looked up by name.
MOST_ENTRIES: Final = 100


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A pairing with what staff may do about it, as names of orders."""

    pairing: Pairing
    result: PairingResult | None
    appeals: Sequence[Appeal]
    orders: Sequence[str]


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry with what staff may do about it."""

    entry: Entry
    orders: Sequence[str]


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling with its consequences in sentences."""

    ruling: Ruling
    told: Sequence[str]


class EventAtHand:
    """One event at the desk. round_text, who: what the address asks for, as it came."""

    def __init__(self, event: Tournament, round_text: str, who: str) -> None:
        # No database stores a NUL, so nobody is called by one.
        self.event, self.who = event, who.replace("\0", "").strip()[:150]
        self._round_text = round_text

    @cached_property
    def is_over(self) -> bool:
        """Whether nothing can be ruled any more."""
        return self.event.state in OVER

    @cached_property
    def pool_chips(self) -> int:
        """What is played for."""
        return pool_of(self.event)

    @cached_property
    def orders(self) -> list[str]:
        """What can be ruled about the event as a whole."""
        if self.is_over:
            return []
        is_coming = self.event.state in COMING
        held = "resume" if self.event.is_paused else "pause"
        late = ["delay"] if is_coming and self.event.kind == Kind.SCHEDULED else []
        return [held, *late, "cancel" if is_coming else "stop"]

    @cached_property
    def rounds(self) -> range:
        """The numbers of the rounds that have pairings."""
        last = self.event.pairings.aggregate(last=Max("round"))["last"] or 0
        return range(1, last + 1)

    @cached_property
    def round(self) -> int:
        """The round that is shown: the one asked for, else the last."""
        asked = self._round_text
        is_number = asked.isascii() and asked.isdigit() and len(asked) < 8
        if is_number and int(asked) in self.rounds:
            return int(asked)
        return self.rounds[-1] if self.rounds else 0

    @cached_property
    def pairings(self) -> list[PairingLine]:
        """The pairings of that round."""
        rows = list(
            self.event.pairings.filter(round=self.round)
            .select_related(
                "white__user", "black__user", "match", "result__winner__user", "tournament"
            )
            .order_by("slot")
        )
        waiting = Appeal.objects.filter(pairing__in=rows, state=AppealState.OPEN)
        appeals: dict[int, list[Appeal]] = {}
        for appeal in waiting.select_related("entry__user").order_by("pk"):
            appeals.setdefault(appeal.pairing_id, []).append(appeal)
        return [self._line(row, appeals.get(row.pk, [])) for row in rows]

    def _line(self, pairing: Pairing, appeals: list[Appeal]) -> PairingLine:
        result: PairingResult | None = getattr(pairing, "result", None)
        answer = ["uphold"] if appeals else []
        if self.is_over or len(pairing.entries) < 2:
            return PairingLine(pairing, result, appeals, answer)
        orders = ["declare", "give_time"] if result is None else ["reverse"]
        return PairingLine(pairing, result, appeals, [*answer, *orders])

    @cached_property
    def entry_count(self) -> int:
        """How many registrations there are."""
        return self.event.entries.count()

    @cached_property
    def entries(self) -> list[EntryLine]:
        """The entries, those still in first; of a large event those whose names are asked for."""
        rows = self.event.entries.select_related("user", "ticket").order_by("state", "number")
        if self.who:
            rows = rows.filter(user__username__icontains=self.who)
        return [EntryLine(row, self._entry_orders(row)) for row in rows[:MOST_ENTRIES]]

    def _entry_orders(self, entry: Entry) -> list[str]:
        if self.is_over or entry.state not in (EntryState.ACTIVE, EntryState.STANDBY):
            return []
        is_fresh = entry.seat and entry.pk not in self._begun
        return ["disqualify", "replace"] if is_fresh else ["disqualify"]

    @cached_property
    def _begun(self) -> set[int]:
        """The keys of those whose first match has begun: their seats are theirs."""
        begun = Q(match__seq__gt=0) | Q(result__isnull=False)
        pairs = self.event.pairings.filter(begun, black__isnull=False)
        return {key for pair in pairs.values_list("white", "black") for key in pair if key}

    @cached_property
    def awards(self) -> list[Award]:
        """What was paid."""
        rows = self.event.awards.select_related("entry__user", "ticket").order_by("place")
        return list(rows[:MOST_ENTRIES])

    @cached_property
    def rulings(self) -> list[RulingLine]:
        """What was ruled, the latest first."""
        rows = self.event.rulings.select_related("actor").order_by("-pk")
        return [RulingLine(row, _told(row)) for row in rows]


def _told(ruling: Ruling) -> list[str]:
    told = ruling.details.get("consequences", [])
    return [sentence(each["text"], each["facts"]) for each in told]
