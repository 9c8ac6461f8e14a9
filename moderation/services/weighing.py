"""How urgent a case is, reckoned again whenever somebody adds to it."""

from moderation.cases import ReportReason
from moderation.models import Case, Sanction
from moderation.policy import MEMORY
from moderation.sanctions import SanctionState
from moderation.urgency import urgency_of
from wire.time import now


def case_weigh(case: Case) -> None:
    """Count the reports of a locked case and reckon its urgency."""
    reasons = list(case.reports.values_list("reason", flat=True))
    since = now() - MEMORY
    earlier = Sanction.objects.filter(user_id=case.about_id, scope="", starts_at__gt=since)
    case.reports_count = len(reasons)
    case.urgency = urgency_of(
        {ReportReason(reason) for reason in reasons},
        reporters=len(reasons),
        earlier_sanctions=earlier.exclude(state=SanctionState.LIFTED).count(),
    )
    case.updated_at = now()
    case.save(update_fields=["reports_count", "urgency", "updated_at"])
