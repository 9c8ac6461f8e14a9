"""The staff desk: the queue, people, sanctions, notices."""

from moderation.admin.cases import CaseAdmin
from moderation.admin.notices import NoticeAdmin
from moderation.admin.sanctions import SanctionAdmin

__all__ = ["CaseAdmin", "NoticeAdmin", "SanctionAdmin"]
