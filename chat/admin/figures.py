"""The figures of talk and moderation over some days or weeks, ready to be shown or written out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from chat.selectors.statistics import NOT_ENGLISH, Refusals, lines_a_day, refusals_a_day
from moderation.selectors.statistics import (
    AnswerTimes,
    answer_times,
    reports_a_day,
    sanctions_a_day,
)
from wire.numbers import decimal_text
from wire.time import now

#: How far back each of the two views goes.
DAYS: Final = 30
WEEKS: Final = 26


@dataclass(slots=True)
class Span:
    """A day, or a week by its Monday, and what it held."""

    first: date
    lines: int = 0
    refused: int = 0
    reports: int = 0
    sanctions: int = 0

    @property
    def refused_percent(self) -> str:
        """Refused lines in a hundred of those that were written."""
        return percent(self.refused, self.lines + self.refused)


@dataclass(slots=True)
class Reason:
    """Why lines were refused, how often, and how often wrongly by the judgement of staff."""

    name: str
    count: int = 0
    looked: int = 0
    wrong: int = 0

    @property
    def wrong_percent(self) -> str:
        """Wrong ones in a hundred of those looked at."""
        return percent(self.wrong, self.looked)


@dataclass(slots=True, kw_only=True)
class Figures:
    """Everything the page shows."""

    is_weekly: bool
    spans: list[Span]
    codes: list[Reason]
    languages: list[Reason]
    sanctions: list[tuple[str, int]]
    answers: AnswerTimes


def figures(*, is_weekly: bool) -> Figures:
    """The last `DAYS` days, or `WEEKS` weeks with the present one."""
    last = now().date()
    first = _monday(last) - timedelta(weeks=WEEKS - 1) if is_weekly else last - timedelta(DAYS - 1)
    step = timedelta(days=7 if is_weekly else 1)
    count = WEEKS if is_weekly else DAYS
    spans = {first + step * number: Span(first + step * number) for number in range(count)}
    refusals = refusals_a_day(first, last)
    imposed = sanctions_a_day(first, last)

    def span_of(day: date) -> Span:
        return spans[_monday(day) if is_weekly else day]

    for day, number in lines_a_day(first, last).items():
        span_of(day).lines += number
    for each in refusals:
        span_of(each.day).refused += each.count
    for day, number in reports_a_day(first, last).items():
        span_of(day).reports += number
    for (day, _kind), number in imposed.items():
        span_of(day).sanctions += number
    kinds: Counter[str] = Counter()
    for (_day, kind), number in imposed.items():
        kinds[kind] += number
    return Figures(
        is_weekly=is_weekly,
        spans=list(spans.values()),
        codes=_reasons((each.code, each) for each in refusals),
        languages=_reasons((each.found, each) for each in refusals if each.code == NOT_ENGLISH),
        sanctions=kinds.most_common(),
        answers=answer_times(first, last),
    )


def _reasons(refusals: Iterator[tuple[str, Refusals]]) -> list[Reason]:
    """Gathered by name, the most frequent first."""
    reasons: dict[str, Reason] = {}
    for name, each in refusals:
        reason = reasons.setdefault(name, Reason(name))
        reason.count += each.count
        reason.looked += each.looked
        reason.wrong += each.wrong
    return sorted(reasons.values(), key=lambda reason: (-reason.count, reason.name))


def percent(part: int, whole: int) -> str:
    """In a hundred, with one decimal; a dash of nothing."""
    return decimal_text(f"{100 * part / whole:.1f}") if whole else "–"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart, in its units."""

    x: int
    y: int
    width: int
    height: int
    text: str


#: The size of a chart.
WIDTH: Final = 900
HEIGHT: Final = 160


def bars(values: Sequence[tuple[str, int]]) -> list[Bar]:
    """A bar for each (text, value), the highest as high as the chart."""
    most = max((value for _text, value in values), default=0) or 1
    step = WIDTH // max(len(values), 1)
    return [
        Bar(
            x=number * step + 1,
            y=HEIGHT - (height := round(HEIGHT * value / most)),
            width=step - 2,
            height=height,
            text=f"{text}: {value}",
        )
        for number, (text, value) in enumerate(values)
    ]


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
