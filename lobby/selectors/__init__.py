"""Reading the lobby: tables and the people at them; the rows that everybody sees."""

from lobby.selectors.rows import (
    ONLINE,
    SIT_AND_GO,
    TABLE,
    lobby_rows,
    lobby_snapshot,
    row_values,
    table_rows,
)
from lobby.selectors.tables import (
    elsewhere,
    free_house_bot,
    open_table_of,
    open_tables,
    person_facts,
    rematch_of,
    seat_facts,
    seats_of,
    table_by_id,
)

__all__ = [
    "ONLINE",
    "SIT_AND_GO",
    "TABLE",
    "elsewhere",
    "free_house_bot",
    "lobby_rows",
    "lobby_snapshot",
    "open_table_of",
    "open_tables",
    "person_facts",
    "rematch_of",
    "row_values",
    "seat_facts",
    "seats_of",
    "table_by_id",
    "table_rows",
]
