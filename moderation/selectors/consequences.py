"""What a decision at the desk would bring, in sentences, for staff to read before they make it."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderation.cases import CaseOutcome
from moderation.decisions import Decision, Hides
from moderation.models import Case
from moderation.selectors.previews import sanction_consequences

if TYPE_CHECKING:
    from accounts.models import User


def decision_consequences(
    *, user: "User", decision: Decision, case: Case | None
) -> tuple[str, ...]:
    """What this decision would bring now, in the reader's language."""
    lines = [_hiding(user, decision.hides)]
    if decision.step is not None:
        lines += sanction_consequences(
            user=user, kind=decision.step.kind, lasts=decision.step.lasts
        )
    if case is not None:
        lines.append(_closing(case, decision))
    return tuple(line for line in lines if line)


def _hiding(user: "User", hides: Hides) -> str:
    if hides == Hides.LINE:
        return _(
            "The line is taken away everywhere at once: from open pages, from the history, and"
            " from whoever wrote it. Staff still see it."
        )
    if hides == Hides.HOUR:
        text = _(
            "All that {name} has said within the last hour is taken away everywhere at once."
            " Staff still see it."
        )
        return text.format(name=user.username)
    return ""


def _closing(case: Case, decision: Decision) -> str:
    if decision.outcome == CaseOutcome.NONE:
        return _("The case stays open.")
    if not case.reports_count:
        return _("The case is closed. Nobody has reported it, so nobody is told.")
    text = ngettext(
        "The case is closed. The one who reported it reads: “{answer}”",
        "The case is closed. All {count} who reported it read: “{answer}”",
        case.reports_count,
    )
    answer = f"{decision.outcome.label} {decision.answer}".strip()
    return text.format(count=case.reports_count, answer=answer)
