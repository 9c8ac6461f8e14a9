"""What can happen to talk. The only writers of its tables."""

from chat.services.saying import message_say

__all__ = ["message_say"]
