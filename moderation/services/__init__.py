"""What can happen on the floor of moderation. The only writers of its tables."""

from moderation.services.appeals import appeal_decide, appeal_make
from moderation.services.cases import DECIDE, case_decide, case_hold
from moderation.services.decisions import decision_check, decision_make
from moderation.services.notes import note_write
from moderation.services.notices import CLOSE, notice_close, notice_open
from moderation.services.reports import report_open
from moderation.services.sanctions import sanction_impose, sanction_lift, sanction_read

__all__ = [
    "CLOSE",
    "DECIDE",
    "appeal_decide",
    "appeal_make",
    "case_decide",
    "case_hold",
    "decision_check",
    "decision_make",
    "note_write",
    "notice_close",
    "notice_open",
    "report_open",
    "sanction_impose",
    "sanction_lift",
    "sanction_read",
]
