"""What somebody has reported, and what came of it: all that a reporter is ever told."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from moderation.cases import CaseKind, CaseOutcome, CaseState, ReportReason
from moderation.models import Report
from moderation.sentences import as_read

if TYPE_CHECKING:
    from accounts.models import User

REPORTS_SHOWN: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReport:
    """One report as its reporter sees it. outcome: "" while staff have not decided.

    line: what was reported as it was then, "" where it was a player. It says nothing of others
    who reported the same, nor of what became of the player.
    """

    report_id: str
    kind: CaseKind
    name: str
    line: str
    reason: ReportReason
    note: str
    reported_at: datetime
    outcome: CaseOutcome
    answer: str
    answered_at: datetime | None

    @property
    def is_answered(self) -> bool:
        """Whether staff have decided."""
        return self.answered_at is not None


def reports_of(
    user: "User", *, most: int | None = REPORTS_SHOWN, but_about: "User | None" = None
) -> tuple[OwnReport, ...]:
    """The last reports somebody has made, the newest first. most: None for all. but_about: those
    about this person are left out."""
    rows = Report.objects.filter(reporter_id=user.pk).select_related("case__about")
    if but_about is not None:
        rows = rows.exclude(case__about=but_about)
    return tuple(_own(row) for row in rows.order_by("-pk")[:most])


def report_of(user: "User", case_id: str) -> OwnReport | None:
    """His report in this case, None where he has made none."""
    rows = Report.objects.filter(reporter_id=user.pk, case__public_id=case_id)
    row = rows.select_related("case__about").first()
    return _own(row) if row is not None else None


def line_reported(context: Mapping[str, Any]) -> str:
    """The text of the line that a frozen context is about, "" where it is about none."""
    lines = context.get("lines", [])
    return next((each["text"] for each in lines if each.get("id") == context.get("line")), "")


def _own(report: Report) -> OwnReport:
    case = report.case
    is_line = case.kind == CaseKind.LINE
    is_decided = case.state == CaseState.DECIDED
    return OwnReport(
        report_id=case.public_id,
        kind=CaseKind(case.kind),
        name=case.about.username,
        line=line_reported(case.context) if is_line else "",
        reason=ReportReason(report.reason),
        note=report.note,
        reported_at=report.created_at,
        outcome=CaseOutcome(case.outcome),
        answer=as_read(case.answer),
        answered_at=case.decided_at if is_decided else None,
    )
