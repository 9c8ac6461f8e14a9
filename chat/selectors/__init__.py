"""Reading talk for somebody."""

from chat.selectors.choices import hidden_rooms, is_talk_off, muted_by, room_wish
from chat.selectors.lines import (
    PAGE_LINES,
    Page,
    as_seen,
    has_spoken,
    line_by_id,
    line_context,
    no_line,
    room_page,
    unread_count,
    visible_lines,
)
from chat.selectors.speaking import room_pace, sanction_refusal, speaking_context
from chat.selectors.views import RoomView, older_page, reading_check, refusal_error, room_view

__all__ = [
    "PAGE_LINES",
    "Page",
    "RoomView",
    "as_seen",
    "has_spoken",
    "hidden_rooms",
    "is_talk_off",
    "line_by_id",
    "line_context",
    "muted_by",
    "no_line",
    "older_page",
    "reading_check",
    "refusal_error",
    "room_pace",
    "room_page",
    "room_view",
    "room_wish",
    "sanction_refusal",
    "speaking_context",
    "unread_count",
    "visible_lines",
]
