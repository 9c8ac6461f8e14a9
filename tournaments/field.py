"""Who plays, at the moment a scheduled event starts. Pure: numbers of entries in, a plan out.

Only who is here is drawn. Absent entrants' seats go to those who stand by and are here, the
latest registration's first, and to house bots where the field would be too small.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Applicant:
    """An entry before the draw. number: they were registered in this order."""

    number: int
    is_here: bool
    stands_by: bool


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """What becomes of each entry, by number, and of the event.

    playing: entrants who are drawn. seated: who stood by and is drawn too. given: absent, their
    seats went to somebody, refunded. forfeited: absent, nobody took their seats. unseated: who
    stood by in vain, refunded. bots: how many house bots fill up. missing: how many more are
    needed; above 0 nothing of this happens yet.
    """

    playing: tuple[int, ...]
    seated: tuple[int, ...]
    given: tuple[int, ...]
    forfeited: tuple[int, ...]
    unseated: tuple[int, ...]
    bots: int
    missing: int

    @property
    def entrants(self) -> int:
        """How many are drawn."""
        return len(self.playing) + len(self.seated) + self.bots


def field_plan(
    applicants: Iterable[Applicant], *, seats: int, fewest: int, free_bots: int = 0
) -> FieldPlan:
    """The plan for an event of so many seats that needs at least `fewest` entrants.

    free_bots: house bots that may play in it. They play with people, never among themselves,
    and no more of them than are needed.

    Source: docs/tournaments.md, "The start of a scheduled event".
    """
    ordered = sorted(applicants, key=lambda each: each.number)
    entered = [each for each in ordered if not each.stands_by]
    playing = [each.number for each in entered if each.is_here]
    absent = [each.number for each in entered if not each.is_here]
    waiting = [each for each in ordered if each.stands_by]
    seated = [each.number for each in waiting if each.is_here][: seats - len(playing)]
    people = len(playing) + len(seated)
    bots = min(free_bots, max(0, fewest - people), seats - people) if people else 0
    taken_over = max(0, len(seated) + bots - (seats - len(entered)))
    kept = len(absent) - taken_over
    return FieldPlan(
        playing=tuple(playing),
        seated=tuple(seated),
        given=tuple(absent[kept:]),
        forfeited=tuple(absent[:kept]),
        unseated=tuple(each.number for each in waiting if each.number not in set(seated)),
        bots=bots,
        missing=max(0, fewest - people - bots),
    )
