"""Somebody reports a line or a player: one case a subject, one report a person."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.services import people_lock
from moderation.cases import CaseKind, CaseState, ReportReason
from moderation.models import Case, Report
from moderation.services.weighing import case_weigh
from moderation.subjects import SubjectFacts, subject_named
from wire.errors import Conflict, Malformed, Refused, TooFast
from wire.plain import plain_row
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Reports of one person within a day.
MOST_A_DAY: Final = 20

LONGEST_NOTE: Final = 300


@transaction.atomic
def report_open(*, reporter: "User", subject: str, reason: str, note: str = "") -> Report:
    """The reporter's word on a subject, put to the open case about it or to a new one.

    The context of a case is frozen by its first report. Reports make a case more urgent and do
    nothing else to whom it is about, who never learns who reported him.

    Raises Malformed `report.reason`, NotFound for what is not there, Forbidden for what the
    reporter may not see, Refused `report.self` or `report.bot`, Conflict `report.twice` or
    `report.decided`, TooFast `report.too_many`.
    """
    if reason not in ReportReason.values:
        raise Malformed("report.reason", _("Please choose what is wrong."))
    kind, keeper, ref = subject_named(subject)
    people_lock([reporter.pk])  # counts his reports once at a time
    facts = keeper.facts(ref, reporter)
    _check_about(reporter, facts)
    _check_pace(reporter)
    name = f"{subject.partition(':')[0]}:{facts.ref or ref}"
    case = _open_case(kind, name, facts)
    report, is_new = Report.objects.get_or_create(
        case=case,
        reporter=reporter,
        defaults={"reason": reason, "note": plain_row(note, most=LONGEST_NOTE)},
    )
    if not is_new:
        raise Conflict("report.twice", _("You have reported this already. Staff will look at it."))
    case_weigh(case)
    return report


def _check_about(reporter: "User", facts: SubjectFacts) -> None:
    if facts.about.pk == reporter.pk:
        raise Refused("report.self", _("You cannot report yourself."))
    if facts.about.is_bot:
        raise Refused("report.bot", _("{name} is a house bot."), name=facts.about.username)


def _check_pace(reporter: "User") -> None:
    today = Report.objects.filter(reporter=reporter, created_at__gt=now() - timedelta(days=1))
    if today.count() >= MOST_A_DAY:
        raise TooFast(
            "report.too_many",
            _("You have made {limit} reports within a day. Please wait until tomorrow."),
            limit=MOST_A_DAY,
        )


def _open_case(kind: CaseKind, subject: str, facts: SubjectFacts) -> Case:
    """The case of this subject, locked. A line is decided once; a player may be reported again."""
    standing = Q(state=CaseState.OPEN) | Q(kind=CaseKind.LINE)
    case, __ = Case.objects.filter(standing).get_or_create(
        subject=subject,
        defaults={
            "kind": kind,
            "about": facts.about,
            "room": facts.room,
            "context": dict(facts.context),
        },
    )
    case = Case.objects.select_for_update(of=("self",)).get(pk=case.pk)
    if case.state == CaseState.OPEN:
        return case
    if kind == CaseKind.LINE:
        raise Conflict("report.decided", _("Staff have decided about this line already."))
    return _open_case(kind, subject, facts)  # decided in this very moment: the next case
