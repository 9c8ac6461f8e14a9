"""What the lobby shows: rows that can be joined or followed, and how many people are here.

A row has a key `<kind>:<id>`; the kinds come from the apps that own the rows.
The value of a row is the same for everybody.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tournaments.selectors import sit_and_go_rows
from wire.presence import online_count

ONLINE = "online"
SIT_AND_GO = "sit_and_go"

RowsOf = Callable[[Iterable[str] | None], Mapping[str, dict[str, Any]]]

#: By kind: the rows with the given ids that belong in the lobby now, or all of them.
KINDS: Mapping[str, RowsOf] = {SIT_AND_GO: sit_and_go_rows}


def lobby_rows() -> list[dict[str, Any]]:
    """Every row of the lobby, in the order it is shown."""
    return [row for rows_of in KINDS.values() for row in rows_of(None).values()]


def lobby_snapshot() -> dict[str, Any]:
    """All rows and the number of people here, as the socket sends them."""
    return {"rows": lobby_rows(), "online": online_count()}


def row_values(keys: Sequence[str]) -> dict[str, Any]:
    """By key: the value of each row, None for one that is not in the lobby any more."""
    values: dict[str, Any] = dict.fromkeys(keys)
    for kind, rows_of in KINDS.items():
        ids = [key.removeprefix(f"{kind}:") for key in keys if key.startswith(f"{kind}:")]
        if ids:
            values.update({row["row"]: row for row in rows_of(ids).values()})
    if ONLINE in values:
        values[ONLINE] = online_count()
    return values
