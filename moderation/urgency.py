"""What staff should look at first, as numbers. They order the queue and do nothing else.

However many people report somebody, nothing happens to him until a person has decided.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Final

from moderation.cases import ReportReason

#: What a case weighs by the worst that is said of it. A threat stands before everything else:
#: no number of other reports reaches it.
REASON_POINTS: Final[Mapping[ReportReason, int]] = {
    ReportReason.THREAT: 1000,
    ReportReason.OFFENSIVE: 300,
    ReportReason.UNFAIR: 200,
    ReportReason.SPAM: 200,
    ReportReason.NAME: 150,
    ReportReason.STALLING: 100,
    ReportReason.OTHER: 100,
    ReportReason.NOT_ENGLISH: 50,
}

#: Lines that the house refused and holds for staff: nobody else has seen them.
HELD_POINTS: Final = 150

#: Each further person who reports the same, up to so many.
REPORTER_POINTS: Final = 15
MOST_REPORTERS: Final = 10

#: Each sanction of the last year against the one it is about, up to so many.
SANCTION_POINTS: Final = 30
MOST_SANCTIONS: Final = 5

#: What waiting adds, once it has waited so long; the longest first.
AGE_POINTS: Final = (
    (timedelta(hours=24), 200),
    (timedelta(hours=8), 100),
    (timedelta(hours=2), 50),
)


def urgency_of(reasons: Collection[ReportReason], *, reporters: int, earlier_sanctions: int) -> int:
    """How urgent a case is before it has waited. No reasons: it is held by the house."""
    worst = max((REASON_POINTS[reason] for reason in reasons), default=HELD_POINTS)
    further = min(max(reporters - 1, 0), MOST_REPORTERS)
    earlier = min(earlier_sanctions, MOST_SANCTIONS)
    return worst + further * REPORTER_POINTS + earlier * SANCTION_POINTS


def age_points(waited: timedelta) -> int:
    """What so long a wait adds."""
    return next((points for age, points in AGE_POINTS if waited >= age), 0)
