"""The queue of staff: open cases by urgency, appeals that wait, notices of the house."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import models
from django.db.models import F, Value, When

from moderation.cases import CaseState, ReportReason
from moderation.models import Appeal, Case, Notice, Report
from moderation.policy import Step
from moderation.sanctions import Offence
from moderation.selectors.appeals import open_appeals
from moderation.selectors.cases import (
    NO_RECORD,
    offence_of,
    records_of_people,
    text_of,
    worst_reason,
)
from moderation.selectors.notices import open_notices
from moderation.talk import talk
from moderation.urgency import AGE_POINTS

if TYPE_CHECKING:
    from accounts.models import User

#: So many of each stand on the page; the rest comes up as these are decided.
MOST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """One open case in the queue. points: its urgency, waiting included. usual: what the house
    does about the offence, by the record of whom it is about. reason: None where nobody has
    reported it: the house holds it."""

    case: Case
    text: str
    reason: ReportReason | None
    reporters: tuple[str, ...]
    points: int
    waited: timedelta
    offence: Offence
    usual: Step
    earlier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """All that waits. The numbers count what is not shown too."""

    cases: tuple[Queued, ...]
    cases_count: int
    appeals: tuple[Appeal, ...]
    appeals_count: int
    notices: tuple[Notice, ...]
    notices_count: int

    @property
    def more(self) -> int:
        """Open cases that are not shown."""
        return self.cases_count - len(self.cases)


def moderation_queue(moment: datetime, *, reader: "User") -> Queue:
    """What waits for staff at this moment, the most urgent first. Nine queries at most.

    Cases about the reader wait for others: who reported him is not his to know. So do those of
    rooms that he must not read now.
    """
    cases = Case.objects.filter(state=CaseState.OPEN).exclude(about=reader)
    cases = cases.exclude(room__in=talk().rooms_closed_to(reader))
    appeals = open_appeals()
    notices = open_notices()
    return Queue(
        cases=_queued(cases, moment),
        cases_count=cases.count(),
        appeals=tuple(appeals[:MOST_SHOWN]),
        appeals_count=appeals.count(),
        notices=tuple(notices[:MOST_SHOWN]),
        notices_count=notices.count(),
    )


def _queued(open_cases: models.QuerySet[Case], moment: datetime) -> tuple[Queued, ...]:
    waiting = [When(opened_at__lte=moment - age, then=Value(points)) for age, points in AGE_POINTS]
    by_age = models.Case(*waiting, default=Value(0), output_field=models.IntegerField())
    rows = open_cases.annotate(points=F("urgency") + by_age)
    cases = list(rows.select_related("about").order_by("-points", "opened_at", "pk")[:MOST_SHOWN])
    said: dict[int, list[tuple[str, str]]] = {}
    reports = Report.objects.filter(case__in=cases).order_by("pk")
    for case_pk, reason, name in reports.values_list("case_id", "reason", "reporter__username"):
        said.setdefault(case_pk, []).append((reason, name))
    records = records_of_people(case.about_id for case in cases)
    queued = []
    for case in cases:
        reasons = [reason for reason, _ in said.get(case.pk, ())]
        record = records.get(case.about_id, NO_RECORD)
        offence = offence_of(case, reasons)
        queued.append(
            Queued(
                case=case,
                text=text_of(case),
                reason=worst_reason(reasons),
                reporters=tuple(name for _, name in said.get(case.pk, ())),
                points=case.points,
                waited=moment - case.opened_at,
                offence=offence,
                usual=record.usual_step(offence),
                earlier=record.total,
            )
        )
    return tuple(queued)
