"""What can happen in the lobby, as transactions: one module for each kind of thing."""

from lobby.services.stakes import game_settle, table_leave, table_top_up
from lobby.services.tables import (
    OWNER,
    abandoned_tables_close,
    table_close,
    table_finish,
    table_open,
    table_rematch,
    table_take,
)

__all__ = [
    "OWNER",
    "abandoned_tables_close",
    "game_settle",
    "table_close",
    "table_finish",
    "table_leave",
    "table_open",
    "table_rematch",
    "table_take",
    "table_top_up",
]
