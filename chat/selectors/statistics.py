"""How much is said and refused, day by day. Counted from the rows themselves, along the indexes
of their moments: nothing that could go stale is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.db.models import BigIntegerField, Count, ExpressionWrapper, F, Q

from chat.models import Message, RefusedLine, Review

DAY_MS: Final = 86_400_000
NOT_ENGLISH: Final = "chat.not_english"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusals:
    """Lines refused on a day for one reason. looked: those staff have marked; wrong: of these
    the ones that should have passed. found: the language, for lines that are not English."""

    day: date
    code: str
    found: str
    count: int
    looked: int
    wrong: int


def lines_a_day(first: date, last: date) -> dict[date, int]:
    """How many lines were said on each day that had any, both ends included."""
    said = Message.objects.filter(_within(first, last)).annotate(day=_day())
    counted = said.order_by().values("day").annotate(count=Count("pk"))
    return {_date(row["day"]): row["count"] for row in counted}


def refusals_a_day(first: date, last: date) -> Sequence[Refusals]:
    """What was refused on each day, by reason, and by language where that was the reason."""
    refused = RefusedLine.objects.filter(_within(first, last)).annotate(day=_day())
    groups = refused.filter(code=NOT_ENGLISH).order_by().values("day", "code", "evidence")
    others = refused.exclude(code=NOT_ENGLISH).order_by().values("day", "code")
    looked = {
        "count": Count("pk"),
        "looked": Count("pk", filter=~Q(review=Review.NEW)),
        "wrong": Count("pk", filter=Q(review=Review.WRONG)),
    }
    rows: list[Any] = [*groups.annotate(**looked), *others.annotate(**looked)]
    return [
        Refusals(
            day=_date(row["day"]),
            code=row["code"],
            found=row.get("evidence", ""),
            count=row["count"],
            looked=row["looked"],
            wrong=row["wrong"],
        )
        for row in rows
    ]


def languages_found() -> Sequence[str]:
    """The languages that lines were taken for, as codes."""
    foreign = RefusedLine.objects.filter(code=NOT_ENGLISH).exclude(evidence="")
    return sorted(foreign.order_by().values_list("evidence", flat=True).distinct())


def _within(first: date, last: date) -> Q:
    return Q(at_ms__gte=_start_ms(first), at_ms__lt=_start_ms(last + timedelta(days=1)))


def _day() -> ExpressionWrapper:
    # Both databases divide whole numbers to whole numbers.
    return ExpressionWrapper(F("at_ms") / DAY_MS, output_field=BigIntegerField())


def _start_ms(day: date) -> int:
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return int(midnight.timestamp()) * 1000


def _date(number: int) -> date:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=number)).date()
