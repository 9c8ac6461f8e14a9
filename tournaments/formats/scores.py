"""What a table counts: points, meetings at the board, byes. No places, no tie-breaks.

A win is 1, whoever comes to a match alone gets 1 for it. What a free pass is worth is the
format's to say. Neither a free pass nor a half-point for coming late is a win.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.base import EntrantId, History, Lots, Outcome, Ref

WIN = Fraction(1)


class Meeting(NamedTuple):
    """One pairing of two entrants as one of them sees it. lead: points of the match, his less
    those of the other.
    """

    opponent: EntrantId
    is_won: bool
    lead: int = 0


@dataclass(frozen=True, slots=True)
class Scores:
    """What everybody has, from the results that are in.

    points: what places go by. meetings: those that are decided, in page order. byes: how many
    free passes of either kind. luck: by the lot `tie_break`, the luckiest has the most.
    """

    luck: dict[EntrantId, int]
    points: dict[EntrantId, Fraction]
    byes: dict[EntrantId, int]
    meetings: dict[EntrantId, list[Meeting]] = field(default_factory=lambda: defaultdict(list))

    def wins(self, entrant: EntrantId) -> int:
        """Meetings he has won."""
        return sum(meeting.is_won for meeting in self.meetings[entrant])


def scores_of(
    history: History, lots: Lots, *, bye: Fraction = Fraction(0), late: Fraction = Fraction(0)
) -> Scores:
    """The scores of every entrant. bye: for a free pass. late: once, for having come late."""
    latecomers = {each for each, first in history.joined.items() if first > 1}
    drawn = lots.order("tie_break", history.entrants)
    scores = Scores(
        luck={each: len(drawn) - index for index, each in enumerate(drawn)},
        points={each: late if each in latecomers else Fraction(0) for each in history.entrants},
        byes={each: int(each in latecomers) for each in history.entrants},
    )
    for ref in sorted(history.results):
        result = history.results[ref]
        if result.outcome is Outcome.BYE and result.winner is not None:
            scores.points[result.winner] += bye
            scores.byes[result.winner] += 1
        elif result.winner is not None:
            scores.points[result.winner] += WIN
        for entrant, meeting in _meetings(ref, history):
            scores.meetings[entrant].append(meeting)
    return scores


def met_by(history: History) -> dict[EntrantId, set[EntrantId]]:
    """Whom everybody has been paired with, whatever came of it."""
    met: dict[EntrantId, set[EntrantId]] = {each: set() for each in history.entrants}
    for pairing in history.pairings.values():
        if pairing.is_contested:
            first, second = pairing.entrants
            met[first].add(second)
            met[second].add(first)
    return met


def _meetings(ref: Ref, history: History) -> Iterator[tuple[EntrantId, Meeting]]:
    pairing, result = history.pairings[ref], history.results[ref]
    if not pairing.is_contested:
        return
    first, second = pairing.entrants
    lead = result.points[0] - result.points[1] if len(result.points) == 2 else 0
    yield first, Meeting(second, result.winner == first, lead)
    yield second, Meeting(first, result.winner == second, -lead)
