"""One press at the desk: hide, impose and answer together, or nothing of it."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.services import people_lock
from moderation.cases import CaseKind, CaseOutcome
from moderation.decisions import HOUR, Decision, Hides
from moderation.models import Case, Sanction
from moderation.policy import Step
from moderation.sanctions import SanctionKind
from moderation.services.cases import case_check, case_decide, case_locked
from moderation.services.checks import impose_check
from moderation.services.sanctions import key_used, sanction_impose
from moderation.subjects import subject_named
from moderation.talk import talk
from wire.errors import Malformed
from wire.time import now_ms

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def decision_make(
    *,
    actor: "User",
    user: "User",
    decision: Decision,
    reason: str,
    key: str,
    case_id: str = "",
    seen: str = "",
) -> None:
    """Do what was decided about somebody, and close the case it was about, if there is one.

    seen: the digest of the case as it was shown before. The same decision with the same key does
    nothing again.

    Raises Conflict `sanction.key_used` where the key was for something else, and what
    `case_decide`, `sanction_impose` and the hiding of lines raise; then nothing of the decision
    has been done.
    """
    people_lock([user.pk])
    if (made := Sanction.objects.filter(key=key).first()) is not None:
        _same_check(made, actor, user, decision)
        return
    case = case_locked(case_id) if case_id else None
    if case is not None:
        _check(actor, user, case, decision, seen)
    _hide(actor, user, case, decision.hides, reason)
    if decision.step is not None:
        _impose(actor, user, case, decision, decision.step, reason=reason, key=key)
    if case is not None and decision.outcome != CaseOutcome.NONE:
        _answer(actor, case, decision, reason)


def _same_check(made: Sanction, actor: "User", user: "User", decision: Decision) -> None:
    """Raises Conflict for a form that has been used, gone back to and sent with other answers."""
    step = decision.step
    asked = step and (actor.pk, user.pk, step.kind, _lasts(step), decision.offence)
    lasted = None if made.is_endless else made.ends_at - made.starts_at
    if asked != (made.imposed_by_id, made.user_id, made.kind, lasted, made.offence):
        raise key_used()


def _lasts(step: Step) -> timedelta | None:
    return timedelta(0) if step.kind == SanctionKind.WARN else step.lasts


def decision_check(
    *, actor: "User", user: "User", decision: Decision, case: Case | None = None
) -> None:
    """Raise the first reason why `actor` may not make this decision now."""
    if case is not None:
        _check(actor, user, case, decision, "")
    if decision.step is not None:
        impose_check(
            actor=actor,
            user=user,
            kind=decision.step.kind,
            text=decision.text,
            lasts=decision.step.lasts,
            scope="",
            is_organiser=False,
        )


def _check(actor: "User", user: "User", case: Case, decision: Decision, seen: str) -> None:
    """Once a case is decided, the same without a sanction is made again, which changes nothing;
    anything else is too late."""
    if case.about_id != user.pk:
        raise Malformed("case.about", _("This case is about somebody else."))
    is_same = (case.decided_by_id, case.outcome) == (actor.pk, decision.outcome)
    if decision.step is not None or not is_same:
        case_check(actor=actor, case=case, seen=seen)


def _hide(actor: "User", user: "User", case: Case | None, hides: Hides, reason: str) -> None:
    if hides == Hides.HOUR:
        since_ms = now_ms() - round(HOUR.total_seconds() * 1000)
        talk().hide_lines(user=user, since_ms=since_ms, actor=actor, reason=reason)
    elif hides == Hides.LINE:
        if case is None or case.kind != CaseKind.LINE:
            raise Malformed("case.no_line", _("There is no line to hide."))
        __, keeper, ref = subject_named(case.subject)
        keeper.hide(ref, actor, reason)


def _impose(
    actor: "User",
    user: "User",
    case: Case | None,
    decision: Decision,
    step: Step,
    *,
    reason: str,
    key: str,
) -> None:
    sanction_impose(
        actor=actor,
        user=user,
        kind=step.kind,
        offence=decision.offence,
        text=decision.text,
        reason=reason,
        lasts=step.lasts,
        key=key,
        case=case,
    )


def _answer(actor: "User", case: Case, decision: Decision, reason: str) -> None:
    case_decide(
        actor=actor,
        case_id=case.public_id,
        outcome=decision.outcome,
        answer=decision.answer,
        reason=reason,
    )
