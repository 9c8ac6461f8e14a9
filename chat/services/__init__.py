"""What can happen to talk. The only writers of its tables."""

from chat.services.choosing import (
    choices_forget,
    marks_keep,
    mute_set,
    room_hide,
    talk_switch,
)
from chat.services.forgetting import lines_forget
from chat.services.hiding import lines_hide, message_hide, message_show
from chat.services.pacing import MOST_SLOW_S, room_set
from chat.services.reviewing import refused_review
from chat.services.saying import message_say, phrase_say

__all__ = [
    "MOST_SLOW_S",
    "choices_forget",
    "lines_forget",
    "lines_hide",
    "marks_keep",
    "message_hide",
    "message_say",
    "message_show",
    "mute_set",
    "phrase_say",
    "refused_review",
    "room_hide",
    "room_set",
    "talk_switch",
]
