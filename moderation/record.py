"""What moderation keeps about somebody, for him to take along."""

from typing import TYPE_CHECKING, Any

from moderation.selectors import reports_of

if TYPE_CHECKING:
    from accounts.models import User


def reports_record(user: "User") -> list[dict[str, Any]]:
    """Every report he has made, the oldest first; nothing of reports about him."""
    return [
        {
            "about": report.name,
            "line": report.line,
            "reason": report.reason,
            "note": report.note,
            "at": report.reported_at.isoformat(),
            "outcome": report.outcome,
            "answer": report.answer,
        }
        for report in reversed(reports_of(user, most=None))
    ]
