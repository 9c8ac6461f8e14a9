"""What can happen in the lobby, as transactions: one module for each kind of thing."""

from lobby.models import Access
from lobby.services.at_once import table_at_once
from lobby.services.challenges import challenge_make
from lobby.services.flows import chip_flows_watch
from lobby.services.seeks import (
    abandoned_seeks_close,
    offers_give_up,
    offers_withdraw,
    seek_cancel,
    seek_post,
    seeks_pair,
)
from lobby.services.stakes import game_settle, table_leave, table_top_up
from lobby.services.tables import (
    OWNER,
    abandoned_tables_close,
    challenge_decline,
    table_close,
    table_finish,
    table_open,
    table_rematch,
    table_take,
)

__all__ = [
    "OWNER",
    "Access",
    "abandoned_seeks_close",
    "abandoned_tables_close",
    "challenge_decline",
    "challenge_make",
    "chip_flows_watch",
    "game_settle",
    "offers_give_up",
    "offers_withdraw",
    "seek_cancel",
    "seek_post",
    "seeks_pair",
    "table_at_once",
    "table_close",
    "table_finish",
    "table_leave",
    "table_open",
    "table_rematch",
    "table_take",
    "table_top_up",
]
