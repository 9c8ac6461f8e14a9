"""How much there is to moderate, and how fast it is answered."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from moderation.models import Case, Report, Sanction


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """How long cases waited for their decision: so many, half of them and nine in ten within."""

    count: int = 0
    median: timedelta = timedelta()
    ninety: timedelta = timedelta()


def reports_a_day(first: date, last: date) -> Counter[date]:
    """How many reports came in on each day, both ends included."""
    begin, end = _span(first, last)
    made = Report.objects.filter(created_at__gte=begin, created_at__lt=end)
    return Counter(moment.date() for moment in made.values_list("created_at", flat=True))


def sanctions_a_day(first: date, last: date) -> Counter[tuple[date, str]]:
    """How many sanctions were imposed, by day and kind."""
    begin, end = _span(first, last)
    imposed = Sanction.objects.filter(starts_at__gte=begin, starts_at__lt=end)
    return Counter((at.date(), kind) for at, kind in imposed.values_list("starts_at", "kind"))


def answer_times(first: date, last: date) -> AnswerTimes:
    """Of the cases decided in these days."""
    begin, end = _span(first, last)
    decided = Case.objects.filter(decided_at__gte=begin, decided_at__lt=end)
    waits = sorted(
        done - opened for opened, done in decided.values_list("opened_at", "decided_at") if done
    )
    if not waits:
        return AnswerTimes()
    return AnswerTimes(len(waits), _within(waits, 50), _within(waits, 90))


def _within(waits: Sequence[timedelta], percent: int) -> timedelta:
    """The shortest wait that so many percent did not exceed."""
    return waits[-(-len(waits) * percent // 100) - 1]


def _span(first: date, last: date) -> tuple[datetime, datetime]:
    begin = datetime(first.year, first.month, first.day, tzinfo=UTC)
    end = datetime(last.year, last.month, last.day, tzinfo=UTC) + timedelta(days=1)
    return begin, end
