"""What can happen on the floor of moderation. The only writers of its tables."""

from moderation.services.notices import CLOSE, notice_close, notice_open

__all__ = ["CLOSE", "notice_close", "notice_open"]
