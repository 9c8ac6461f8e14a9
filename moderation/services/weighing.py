"""How urgent a case is, reckoned again whenever somebody adds to it."""

from datetime import timedelta
from typing import Final

from moderation.cases import ReportReason
from moderation.models import Case, Sanction
from moderation.sanctions import SanctionState
from moderation.urgency import urgency_of
from wire.time import now

#: Sanctions older than that say nothing about somebody any more.
EARLIER: Final = timedelta(days=365)


def case_weigh(case: Case) -> None:
    """Count the reports of a locked case and reckon its urgency."""
    reasons = list(case.reports.values_list("reason", flat=True))
    earlier = Sanction.objects.filter(user_id=case.about_id, starts_at__gt=now() - EARLIER)
    case.reports_count = len(reasons)
    case.urgency = urgency_of(
        {ReportReason(reason) for reason in reasons},
        reporters=len(reasons),
        earlier_sanctions=earlier.exclude(state=SanctionState.LIFTED).count(),
    )
    case.updated_at = now()
    case.save(update_fields=["reports_count", "urgency", "updated_at"])
