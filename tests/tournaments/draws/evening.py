"""An event played by chance, as the director would run it: some leave, some come late."""

import random
from dataclasses import replace

from tournaments.card import RulesCard
from tournaments.formats import format_of
from tournaments.formats.base import (
    EntrantId,
    History,
    Outcome,
    Pairing,
    Ref,
    Result,
    settled_without_play,
)
from tournaments.formats.knockout import Knockout
from tournaments.formats.seating import DrawnLots
from tournaments.formats.swing import Swing
from tournaments.formats.swiss import Swiss

LENGTH_POINTS = 3
NOT_DRAWN = 2


class Evening:
    """The history of an event, and what must be told beside it.

    rounds: who could be paired in each. gone: who went home before the end.
    """

    def __init__(
        self,
        card: RulesCard,
        entrants: int,
        secret: bytes,
        event_id: str,
        chance: random.Random,
        *,
        tickets: int = 0,
    ) -> None:
        self.card = card
        self.tickets = tickets
        self.chance = chance
        self.rule = format_of(card, tickets=tickets)
        self.lots = DrawnLots(secret, event_id)
        everybody = tuple(range(1, entrants + 1))
        self.history = History(everybody, present=frozenset(everybody))
        self.rounds: dict[int, list[EntrantId]] = {}
        self.gone: set[EntrantId] = set()

    def play(self, *, leaving: float, late: int) -> None:
        """Pair and decide until nothing follows."""
        while True:
            due = self.rule.pairings_due(self.history, self.lots)
            self._pair(due)
            while late and self._comes_late():
                late -= 1
            if not due and not self._open():
                return
            self._decide()
            self._go_home(leaving)

    def _open(self) -> list[Pairing]:
        return [
            pairing
            for ref, pairing in self.history.pairings.items()
            if ref not in self.history.results
        ]

    def _pair(self, due: tuple[Pairing, ...]) -> None:
        busy = {seat for pairing in self._open() for seat in pairing.entrants}
        for number in sorted({each.ref.round for each in due} - self.rounds.keys()):
            self.rounds[number] = [
                seat
                for seat in self.history.entrants
                if not self._goes_by_presence
                or (self.history.is_present(seat) and seat not in busy)
            ]
        settled = [result for each in due if (result := settled_without_play(each))]
        self.history = self.history.with_pairings(due).with_results(settled)

    @property
    def _goes_by_presence(self) -> bool:
        return self.rule.by_round or isinstance(self.rule, Swing)

    def _decide(self) -> None:
        """All open pairings, or only some of them where the others need not be waited for."""
        playing = self._open()
        if not self.rule.by_round and playing:
            playing = self.chance.sample(playing, self.chance.randint(1, len(playing)))
        for pairing in playing:
            self.history = self.history.with_results([self._result(pairing)])
        alive = self.rule.alive(self.history)
        if self.rule.has_knockout or isinstance(self.rule, Swing):
            self._stay(alive)

    def _result(self, pairing: Pairing) -> Result:
        winner = self.chance.choice(pairing.entrants)
        if isinstance(self.rule, Swing):
            stacks = self.rule.stacks(self.history)
            lost = min(5 * self.chance.randint(1, 3), min(stacks[s] for s in pairing.entrants))
            points = tuple(
                stacks[seat] + (lost if seat == winner else -lost) for seat in pairing.entrants
            )
        else:
            points = tuple(
                LENGTH_POINTS if seat == winner else self.chance.randrange(LENGTH_POINTS)
                for seat in pairing.entrants
            )
        return Result(pairing.ref, Outcome.PLAYED, winner, points)

    def _go_home(self, leaving: float) -> None:
        """Some leave; whoever is to play against one of them goes on without a match."""
        present = self.history.present or frozenset()
        going = {seat for seat in sorted(present) if self.chance.random() < leaving}
        self.gone |= going
        self._stay(present - going)
        for pairing in self._open():
            left = [seat for seat in pairing.entrants if seat not in going]
            if len(left) < 2:
                self._walk_over(pairing, left[0] if left else None)

    def _walk_over(self, pairing: Pairing, winner: EntrantId | None) -> None:
        outcome = Outcome.WALKOVER if winner else Outcome.BOTH_OUT
        points = (0, 0)
        if isinstance(self.rule, Swing):
            stacks = self.rule.stacks(self.history)
            points = (stacks[pairing.entrants[0]], stacks[pairing.entrants[1]])
        self.history = self.history.with_results([Result(pairing.ref, outcome, winner, points)])

    def _stay(self, present: frozenset[EntrantId]) -> None:
        kept = (self.history.present or frozenset()) & present
        self.history = replace(self.history, present=kept)

    def _comes_late(self) -> bool:
        """One more entrant, where there is a place for him; whether there was."""
        if isinstance(self.rule, Knockout):
            slots = self.rule.late_slots(self.history)
            return bool(slots) and self._take_bye(slots[0])
        first = self.rule.late_round(self.history) if isinstance(self.rule, Swiss) else 0
        return bool(first) and bool(self._add(first))

    def _take_bye(self, ref: Ref) -> bool:
        seat = self._add(NOT_DRAWN)
        holder = self.history.pairings[ref].entrants
        met = Pairing(ref, (*holder, seat))
        results = {key: each for key, each in self.history.results.items() if key != ref}
        self.history = replace(self.history, results=results).with_pairings([met])
        self.rounds[ref.round].append(seat)
        return True

    def _add(self, first: int) -> EntrantId:
        seat = len(self.history.entrants) + 1
        self.history = replace(
            self.history,
            entrants=(*self.history.entrants, seat),
            present=(self.history.present or frozenset()) | {seat},
            joined={**self.history.joined, seat: first},
        )
        return seat
