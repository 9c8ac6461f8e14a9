"""Reading the lobby: tables and the people at them; the rows that everybody sees."""

from lobby.selectors.challenges import challenge_facts, challenge_messages, challenges_to
from lobby.selectors.people import person_rows
from lobby.selectors.rows import lobby_snapshot, match_rows, row_values, tab_rows, table_rows
from lobby.selectors.seeks import (
    ask_of,
    last_ask_of,
    open_seek_of,
    rating_for,
    seek_facts,
    seeks_locked,
    seeks_waiting,
)
from lobby.selectors.tables import (
    elsewhere,
    free_house_bot,
    open_table_of,
    open_tables,
    person_facts,
    rematch_of,
    rematch_refusals,
    seat_facts,
    seats_of,
    table_against_bot_of,
    table_by_id,
    table_opened_by,
    tables_waiting_for,
)

__all__ = [
    "ask_of",
    "challenge_facts",
    "challenge_messages",
    "challenges_to",
    "elsewhere",
    "free_house_bot",
    "last_ask_of",
    "lobby_snapshot",
    "match_rows",
    "open_seek_of",
    "open_table_of",
    "open_tables",
    "person_facts",
    "person_rows",
    "rating_for",
    "rematch_of",
    "rematch_refusals",
    "row_values",
    "seat_facts",
    "seats_of",
    "seek_facts",
    "seeks_locked",
    "seeks_waiting",
    "tab_rows",
    "table_against_bot_of",
    "table_by_id",
    "table_opened_by",
    "table_rows",
    "tables_waiting_for",
]
