"""The staff desk: the queue, people, sanctions, notices."""

from moderation.admin.notices import NoticeAdmin

__all__ = ["NoticeAdmin"]
