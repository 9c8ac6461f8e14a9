"""What moderation keeps about somebody, for him to take along."""

from typing import TYPE_CHECKING, Any

from moderation.selectors import reports_of
from moderation.selectors.sanctions import sanction_record

if TYPE_CHECKING:
    from accounts.models import User
    from moderation.models import Sanction


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


def sanctions_record(user: "User") -> list[dict[str, Any]]:
    """Everything that was ever imposed on him, the oldest first, with his appeals.

    Who of the staff imposed or decided it is not his to know.
    """
    return [
        {
            "sanction": sanction.public_id,
            "kind": sanction.kind,
            "offence": sanction.offence,
            "where": sanction.scope or "house",
            "reason": sanction.text,
            "from": sanction.starts_at.isoformat(),
            "until": None if sanction.is_endless else sanction.ends_at.isoformat(),
            "state": sanction.state,
            "said_on_lifting": sanction.ended_text,
            "appeal": _appeal_record(sanction),
        }
        for sanction in reversed(sanction_record(user))
    ]


def _appeal_record(sanction: "Sanction") -> dict[str, Any] | None:
    appeal = getattr(sanction, "appeal", None)
    if appeal is None:
        return None
    return {
        "text": appeal.text,
        "made_at": appeal.created_at.isoformat(),
        "state": appeal.state,
        "answer": appeal.answer,
    }
