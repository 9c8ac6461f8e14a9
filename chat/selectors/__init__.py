"""Reading talk for somebody."""

from chat.selectors.lines import HISTORY_LINES, as_seen, room_history

__all__ = ["HISTORY_LINES", "as_seen", "room_history"]
