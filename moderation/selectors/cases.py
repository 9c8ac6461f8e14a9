"""Cases for staff: one with all that belongs to it, and a person's record for the policy."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop as _

from moderation.cases import CaseKind, CaseState, ReportReason
from moderation.models import Case, Report, Sanction
from moderation.policy import MEMORY, Step, step_after
from moderation.sanctions import Offence, SanctionState
from moderation.selectors.reports import line_reported
from moderation.sentences import OFFENCE_OF
from moderation.urgency import REASON_POINTS
from wire.errors import NotFound
from wire.time import at, now

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextLine:
    """A line of a frozen context. is_marked: it is the one that was reported. room: where it was
    said, "" where the case itself says so."""

    name: str
    text: str
    at: datetime
    room: str = ""
    is_marked: bool = False
    refusal: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What somebody's past says to the policy. earlier: sanctions of the last year by offence."""

    earlier: Mapping[str, int]

    @property
    def total(self) -> int:
        """How many sanctions of the last year stand against him."""
        return sum(self.earlier.values())

    def usual_step(self, offence: Offence) -> Step:
        """What the house usually does about this offence of somebody with this record."""
        return step_after(offence, self.earlier.get(offence.value, 0))


NO_RECORD = Record(earlier={})


def case_at(case_id: str) -> Case:
    """The case of this id with its people. Raises NotFound `case.not_found`."""
    case = Case.objects.select_related("about", "decided_by").filter(public_id=case_id).first()
    if case is None:
        raise NotFound("case.not_found", _("There is no such case."))
    return case


def reports_in(case: Case) -> tuple[Report, ...]:
    """Who has reported it and why, the first at first."""
    return tuple(case.reports.select_related("reporter").order_by("pk"))


def context_lines(case: Case) -> tuple[ContextLine, ...]:
    """What was said around it, or by the player, as it was when it was first reported."""
    marked = case.context.get("line")
    lines = case.context.get("lines", [])
    return tuple(_line(each, case, marked) for each in lines)


def text_of(case: Case) -> str:
    """What a case is about: what was said, or was refused last; "" for a player."""
    if case.kind == CaseKind.LINE:
        return line_reported(case.context)
    lines = case.context.get("lines", []) if case.kind == CaseKind.HELD else []
    return lines[-1]["text"] if lines else ""


def worst_reason(reasons: Iterable[str]) -> ReportReason | None:
    """The gravest of what reporters say, None where nobody has reported."""
    known = [ReportReason(reason) for reason in reasons]
    return max(known, key=REASON_POINTS.__getitem__, default=None)


def offence_of(case: Case, reasons: Iterable[str]) -> Offence:
    """What the case would be decided as: what its reporters say, or why lines were refused."""
    worst = worst_reason(reasons)
    if worst is not None:
        return OFFENCE_OF[worst]
    codes = [each.get("code", "") for each in case.context.get("lines", [])]
    return Offence.ADVERT if codes.count("chat.advert") * 2 > len(codes) else Offence.OFFENSIVE


def records_of_people(user_pks: Iterable[int]) -> dict[int, Record]:
    """By primary key: what the policy counts against each of these people. One query."""
    rows = Sanction.objects.filter(
        user_id__in=set(user_pks),
        scope="",
        state=SanctionState.IN_FORCE,
        starts_at__gt=now() - MEMORY,
    ).values_list("user_id", "offence")
    counts: dict[int, Counter[str]] = {}
    for user_pk, offence in rows:
        counts.setdefault(user_pk, Counter())[offence] += 1
    return {user_pk: Record(earlier=earlier) for user_pk, earlier in counts.items()}


def record_of(user: "User") -> Record:
    """What the policy counts against somebody."""
    return records_of_people([user.pk]).get(user.pk, NO_RECORD)


def cases_about(user: "User", *, most: int) -> tuple[Case, ...]:
    """The last cases about somebody, open ones included, the newest first."""
    rows = Case.objects.filter(about=user).select_related("decided_by")
    return tuple(rows.order_by("-pk")[:most])


def is_open(case: Case) -> bool:
    """Whether it waits for staff."""
    return case.state == CaseState.OPEN


def _line(line: Mapping[str, Any], case: Case, marked: int | None) -> ContextLine:
    return ContextLine(
        name=line.get("name", case.about.username),
        text=line["text"],
        at=at(line["at_ms"]),
        room=line.get("room", "") if case.kind == CaseKind.PLAYER else "",
        is_marked=marked is not None and line.get("id") == marked,
        refusal=line.get("code", ""),
        evidence=line.get("evidence", ""),
    )
