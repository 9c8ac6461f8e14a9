"""Swiss: nobody goes out, and in each round players of equal score meet, never twice.

A round is a function of the results before it, of who is there, and of one lot, so anybody can
pair it again by hand. The rules are in docs/tournaments.md, "Swiss".
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tournaments.formats.base import (
    EntrantId,
    History,
    Lots,
    Pairing,
    Ref,
    Section,
    Standing,
)
from tournaments.formats.matching import lonely_count, matched
from tournaments.formats.scores import WIN, Scores, met_by, scores_of
from tournaments.formats.sections import rounds_made
from tournaments.formats.tiebreaks import TieBreak, ranked, tie_breaks_of
from tournaments.formats.trees import round_count

LATE = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Swiss:
    """Swiss pairings. rounds: 0 for as many as leave one without a loss, by the field drawn."""

    key: ClassVar[str] = "swiss"
    by_round: ClassVar[bool] = True
    has_knockout: ClassVar[bool] = False

    rounds: int = 0
    tie_breaks: tuple[TieBreak, ...] = tie_breaks_of(())

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """The next round once the one before is decided, the highest scores first, byes last."""
        if not history.is_decided or self.is_over(history):
            return ()
        number = history.last_round + 1
        scores = _scores(history, lots)
        here = _here(history)
        luck = {each: at for at, each in enumerate(lots.order(f"pairing:{number}", here))}
        order = sorted(here, key=lambda each: (-scores.points[each], luck[each]))
        unfit = _unfit(history)
        bye = _bye(order, scores, unfit) if len(order) % 2 else ()
        couples, rest = matched([each for each in order if each not in bye], unfit)
        again, alone = matched(rest, _forbidden(history))
        tables = [*couples, *again, *((each,) for each in (*alone, *bye))]
        return tuple(Pairing(Ref(number, slot), table) for slot, table in enumerate(tables, 1))

    def late_round(self, history: History) -> int:
        """The round a latecomer would play in first; 0 once half of the rounds have begun."""
        first = history.last_round + 1
        return first if first <= self.round_total(history) // 2 else 0

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Everybody: nobody is knocked out."""
        return frozenset(history.entrants)

    def is_over(self, history: History) -> bool:
        """Whether all rounds are decided, or nobody present has anybody new to meet."""
        if not history.is_decided:
            return False
        here, unfit = frozenset(_here(history)), _unfit(history)
        has_new_pair = any(here - unfit[each] - {each} for each in here)
        return history.last_round >= self.round_total(history) or not has_new_pair

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Places by points, then by the tie-breaks of the card."""
        return ranked(history.entrants, _scores(history, lots), self.tie_breaks)

    def round_total(self, history: History) -> int:
        """Rounds that are played if nobody runs out of opponents."""
        return self.rounds or round_count(len(history.drawn))

    def sections(self, history: History) -> tuple[Section, ...]:
        """The rounds that are paired."""
        return rounds_made(history)


def _scores(history: History, lots: Lots) -> Scores:
    return scores_of(history, lots, bye=WIN, late=LATE)


def _here(history: History) -> tuple[EntrantId, ...]:
    """Who can play in the next round: present, and not joined for a later one."""
    number = history.last_round + 1
    return tuple(
        each
        for each in history.entrants
        if history.is_present(each) and history.joined.get(each, 1) <= number
    )


def _forbidden(history: History) -> dict[EntrantId, set[EntrantId]]:
    """Whom everybody is not to meet."""
    barred: dict[EntrantId, set[EntrantId]] = {each: set() for each in history.entrants}
    for first, second in history.forbidden:
        barred[first].add(second)
        barred[second].add(first)
    return barred


def _unfit(history: History) -> dict[EntrantId, set[EntrantId]]:
    """Whom everybody has met or is not to meet."""
    forbidden = _forbidden(history)
    return {each: met | forbidden[each] for each, met in met_by(history).items()}


def _bye(
    order: Sequence[EntrantId], scores: Scores, unfit: Mapping[EntrantId, AbstractSet[EntrantId]]
) -> tuple[EntrantId]:
    """Who sits out an odd round: among those with the fewest byes the last in the order.

    Of several the one without whom fewest are left for a rematch.
    """
    fewest = min(scores.byes[each] for each in order)
    able = [each for each in reversed(order) if scores.byes[each] == fewest]
    chosen, best = able[0], len(order)
    for each in able:
        left = lonely_count([other for other in order if other != each], unfit)
        if left < best:
            chosen, best = each, left
        if best == 0:
            break
    return (chosen,)
