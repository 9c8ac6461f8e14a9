"""Staff decide cases: once, for all who reported. The house holds refused lines for them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.ranks import Rank, rank_of, senior_refusal
from accounts.services import notices_give, staff_action_record
from moderation.cases import CaseKind, CaseOutcome, CaseState
from moderation.models import Case
from moderation.services.weighing import case_weigh
from moderation.told import report_notice
from wire.errors import Conflict, Forbidden, Malformed, NotFound
from wire.plain import plain_row
from wire.publish import publish_all_on_commit, user_stream
from wire.refusals import Refusal
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it may decide cases.
DECIDE: Final = "moderation.decide_case"

LONGEST_ANSWER: Final = 300

#: What is kept of the lines of a held case: enough to see what somebody is at.
MOST_HELD: Final = 20


@transaction.atomic
def case_decide(
    *, actor: "User", case_id: str, outcome: str, answer: str, reason: str, seen: str = ""
) -> Case:
    """Close a case for everybody who reported it, who are told what came of it.

    seen: the digest (`case_digest`) of the case as the decision was made on it, "" to decide
    whatever it has become. The same decision by the same person again changes nothing.

    Raises NotFound `case.not_found`, Forbidden `auth.forbidden` or for the rank of whom it is
    about, Malformed `case.outcome`, Conflict `case.decided` or `case.changed`, Refused
    `staff.reason`.
    """
    if outcome not in CaseOutcome.values or not outcome:
        raise Malformed("case.outcome", _("Please choose what came of it."))
    case = case_locked(case_id)
    told = plain_row(answer, most=LONGEST_ANSWER)
    if (case.decided_by_id, case.outcome, case.answer) == (actor.pk, outcome, told):
        return case
    case_check(actor=actor, case=case, seen=seen)
    before = {"state": case.state, "urgency": case.urgency, "reports": case.reports_count}
    case.state, case.outcome, case.answer = CaseState.DECIDED, outcome, told
    case.decided_by, case.decided_at = actor, now()
    case.save(update_fields=["state", "outcome", "answer", "decided_by", "decided_at"])
    staff_action_record(
        actor=actor,
        act="case.decide",
        subject=f"case:{case.public_id}",
        reason=reason,
        details={
            "about": case.subject,
            "before": before,
            "after": {"state": case.state, "outcome": outcome, "answer": told},
        },
    )
    reporters = set(case.reports.values_list("reporter_id", flat=True))
    notices_give(report_notice(case, pk) for pk in reporters)
    publish_all_on_commit([(user_stream(pk), {"type": "report"}) for pk in reporters])
    return case


@transaction.atomic
def case_hold(*, user: "User", room: str, lines: Sequence[Mapping[str, Any]]) -> Case:
    """Put lines that the house has refused before staff: one open case a person.

    lines: plain data, `{"text", "code", "evidence", "room", "at_ms"}` each, the oldest first.
    Told again while the case is open, it keeps what it has and takes what is new.
    """
    name = f"held:{user.username}"
    case, __ = Case.objects.filter(state=CaseState.OPEN).get_or_create(
        subject=name, defaults={"kind": CaseKind.HELD, "about": user, "room": room}
    )
    case = Case.objects.select_for_update(of=("self",)).get(pk=case.pk)
    if case.state != CaseState.OPEN:  # decided in this very moment: the next case
        return case_hold(user=user, room=room, lines=lines)
    held = list(case.context.get("lines", []))
    held += [dict(line) for line in lines if dict(line) not in held]
    case.context = {"lines": held[-MOST_HELD:]}
    case.save(update_fields=["context"])
    case_weigh(case)
    return case


def decide_refusal(actor: "User", about: "User") -> Refusal | None:
    """Why `actor` may not decide a case about this person, or None.

    Nobody stands above the chiefs: they decide about one another, never about themselves.
    """
    if rank_of(actor) == Rank.CHIEF and actor.pk != about.pk:
        return None
    return senior_refusal(actor, about)


def case_check(*, actor: "User", case: Case, seen: str = "") -> None:
    """Raise the first reason why `actor` may not decide this case, as it is now."""
    if not (actor.is_staff and actor.has_perm(DECIDE)):
        raise Forbidden("auth.forbidden")
    if (no := decide_refusal(actor, case.about)) is not None:
        raise Forbidden(no.code, no.text, **no.facts)
    if case.state == CaseState.DECIDED:
        raise Conflict("case.decided", _("This case has been decided already."))
    if seen and seen != case_digest(case):
        raise Conflict("case.changed", _("The case has changed since. Look at it again, please."))


def case_locked(case_id: str) -> Case:
    """The case, its row locked until the transaction ends.

    Raises NotFound `case.not_found`.
    """
    rows = Case.objects.select_for_update(of=("self",)).select_related("about")
    case = rows.filter(public_id=case_id).first()
    if case is None:
        raise NotFound("case.not_found", _("There is no such case."))
    return case


def case_digest(case: Case) -> str:
    """A mark of the case as it is now: it changes with every report and with the decision."""
    return f"{case.state}-{case.reports_count}-{int(case.updated_at.timestamp() * 1000)}"
