"""Who stands higher with the same points: small rules, asked in the order of the card.

To add one, write its class and name it in `TIE_BREAKS`. Free passes and half-points for coming
late are no wins here: what counts of an opponent is what he won at the board.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import ClassVar, Protocol

from tournaments.formats.base import EntrantId, Standing
from tournaments.formats.scores import Scores


class TieBreak(Protocol):
    """A number for each of some entrants who are still level; the higher the better."""

    code: ClassVar[str]

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        """The number of each entrant of `level`."""


class Buchholz:
    """The wins of all opponents together: who has met the stronger ones stands higher."""

    code: ClassVar[str] = "buchholz"

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        return {each: Fraction(sum(_opponents_wins(each, scores))) for each in level}


class MedianBuchholz:
    """Buchholz without the best and the weakest opponent."""

    code: ClassVar[str] = "median_buchholz"

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        return {each: Fraction(sum(sorted(_opponents_wins(each, scores))[1:-1])) for each in level}


class SonnebornBerger:
    """The wins of those whom he has beaten."""

    code: ClassVar[str] = "sonneborn_berger"

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        return {
            each: Fraction(sum(scores.wins(m.opponent) for m in scores.meetings[each] if m.is_won))
            for each in level
        }


class HeadToHead:
    """Wins against those still level with him, if all of these have met one another; else 0."""

    code: ClassVar[str] = "head_to_head"

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        rivals = frozenset(level)
        among = {each: [m for m in scores.meetings[each] if m.opponent in rivals] for each in level}
        if any(len({m.opponent for m in met}) < len(rivals) - 1 for met in among.values()):
            return dict.fromkeys(level, Fraction(0))
        return {each: Fraction(sum(m.is_won for m in met)) for each, met in among.items()}


class Wins:
    """Wins at the board."""

    code: ClassVar[str] = "wins"

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        return {each: Fraction(scores.wins(each)) for each in level}


class ScoreDifference:
    """Points scored in all matches less points given away."""

    code: ClassVar[str] = "score_difference"

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        return {each: Fraction(sum(m.lead for m in scores.meetings[each])) for each in level}


class ByLot:
    """The lot `tie_break` over all entrants; nobody is level after it."""

    code: ClassVar[str] = "lots"

    def values(self, level: Sequence[EntrantId], scores: Scores) -> Mapping[EntrantId, Fraction]:
        return {each: Fraction(scores.luck[each]) for each in level}


#: By code.
TIE_BREAKS: Mapping[str, TieBreak] = {
    each.code: each
    for each in (
        Buchholz(),
        MedianBuchholz(),
        SonnebornBerger(),
        HeadToHead(),
        Wins(),
        ScoreDifference(),
        ByLot(),
    )
}

#: Asked where a card names none.
HOUSE_ORDER = (Buchholz.code, SonnebornBerger.code, HeadToHead.code, ByLot.code)


def tie_breaks_of(codes: Iterable[str]) -> tuple[TieBreak, ...]:
    """The rules a card names, or the house's. Raises KeyError for a code that is none."""
    return tuple(TIE_BREAKS[code] for code in tuple(codes) or HOUSE_ORDER)


def ranked(
    entrants: Iterable[EntrantId], scores: Scores, tie_breaks: Sequence[TieBreak]
) -> tuple[Standing, ...]:
    """Places by points, then by each rule among those still level; who stays level is tied."""
    levels: list[list[EntrantId]] = [list(entrants)]
    numbers: dict[EntrantId, tuple[Fraction, ...]] = dict.fromkeys(levels[0], ())
    levels = _split(levels[0], scores.points.__getitem__)
    for rule in tie_breaks:
        finer: list[list[EntrantId]] = []
        for level in levels:
            values = rule.values(level, scores)
            for each in level:
                numbers[each] = (*numbers[each], values[each])
            finer.extend(_split(level, values.__getitem__))
        levels = finer
    standings: list[Standing] = []
    for level in levels:
        place = len(standings) + 1
        standings.extend(
            Standing(each, place, scores.points[each], numbers[each]) for each in level
        )
    return tuple(standings)


def _split(level: list[EntrantId], value: Callable[[EntrantId], Fraction]) -> list[list[EntrantId]]:
    """The entrants in groups of equal value, the highest first, by seat within a group."""
    in_order = sorted(level, key=lambda each: (-value(each), each))
    return [list(group) for _value, group in groupby(in_order, key=value)]


def _opponents_wins(entrant: EntrantId, scores: Scores) -> list[int]:
    return [scores.wins(meeting.opponent) for meeting in scores.meetings[entrant]]
