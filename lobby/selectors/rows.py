"""What the lobby shows: rows that can be joined or followed, and how many people are here.

A row has a key `<kind>:<id>`; the kinds come from the apps that own the rows.
The value of a row is the same for everybody.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from lobby.games import GAMES
from lobby.lengths import CLOCKS
from lobby.models import Table, TableSeat
from lobby.selectors.tables import LIVE
from lobby.states import TableState
from lobby.streams import table_row
from tournaments.selectors import person, sit_and_go_rows
from wire.presence import online_count


def table_rows(table_ids: Iterable[str] | None = None) -> dict[str, dict[str, Any]]:
    """By id: what the lobby shows of each listed table that is open or being played.

    All of them, or of those asked for the ones that still belong there. Open
    ones come first, then the youngest.
    """
    people = Prefetch("seats", TableSeat.objects.select_related("user").order_by("pk"))
    tables = Table.objects.filter(state__in=LIVE, access="lobby").prefetch_related(people)
    if table_ids is not None:
        tables = tables.filter(public_id__in=list(table_ids))
    shown = sorted(tables.order_by("-pk"), key=lambda table: table.state != TableState.OPEN)
    return {table.public_id: _row(table) for table in shown}


def _row(table: Table) -> dict[str, Any]:
    length = table.rules["length"]
    seats = list(table.seats.all())
    players = [person(seat.user) for seat in seats]
    return {
        "row": table_row(table.public_id),
        "id": table.public_id,
        "state": table.state,
        "url": reverse("lobby:table", args=[table.public_id]),
        "take_url": reverse("lobby:table_take", args=[table.public_id]),
        "close_url": reverse("lobby:table_close", args=[table.public_id]),
        "words": [
            GAMES[table.rules["variant"]].word,
            f"kind-{length['kind']}",
            CLOCKS[table.clock].word,
            *(["rated"] if table.is_rated else []),
            *(["sums-differ"] if table.has_different_sums else []),
        ],
        **{key: length.get(key, 0) for key in ("points", "games", "stake")},
        "buy_in_chips": seats[0].brought_chips,
        "players": players,
        "free_chairs": list(range(len(players) + 1, 3)),
    }


ONLINE = "online"
SIT_AND_GO = "sit_and_go"
TABLE = "table"

RowsOf = Callable[[Iterable[str] | None], Mapping[str, dict[str, Any]]]

#: By kind: the rows with the given ids that belong in the lobby now, or all of them.
KINDS: Mapping[str, RowsOf] = {SIT_AND_GO: sit_and_go_rows, TABLE: table_rows}


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
