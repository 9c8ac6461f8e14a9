"""What the lobby shows: rows that can be joined, watched or met.

A row has a key `<kind>:<id>`; the kinds come from the apps that own the things. Its value is the
same for every reader. `tab` says where it is shown, `words` what it can be found by
(`lobby/filters.py`). Rows are read as plain columns: there may be hundreds, and everybody who
opens the lobby waits for them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db.models import Q
from django.urls import reverse

from lobby.filters import ENTRIES, LENGTHS, STAKES, band_word
from lobby.games import GAMES
from lobby.lengths import CLOCKS
from lobby.models import Access, Table, TableSeat
from lobby.selectors.people import person_rows
from lobby.states import TableState
from lobby.streams import ONLINE, match_row, table_row
from matches.selectors import watchable_matches, watchers_of
from tournaments.selectors import person, sit_and_go_rows, tournament_rows
from wire.presence import online_count

#: The tabs that show rows.
MATCHES = "matches"
STAKES_TAB = "stakes"
SIT_AND_GO = "sit_and_go"
TOURNAMENTS = "tournaments"

Row = dict[str, Any]
Rows = dict[str, Row]
RowsOf = Callable[[Iterable[str] | None], Mapping[str, Row]]

_COLUMNS = (
    "pk",
    "public_id",
    "state",
    "clock",
    "is_rated",
    "has_different_sums",
    "match__public_id",
    "rules__variant",
    "rules__length",
)

#: By field: the route of an address of a table.
_TABLE_PATHS = {"url": "table", "take_url": "table_take", "close_url": "table_close"}

#: What others see of a player, by the column it stands in.
_PERSON = {"name": "username", "bot": "is_bot", "guest": "is_guest"}


def table_rows(table_ids: Iterable[str] | None = None) -> Rows:
    """By id: each table at which anybody may sit down, or watch what is played.

    All of them, or of those asked for the ones that still belong there. Open
    ones come first, then the youngest.
    """
    shown = Q(state=TableState.OPEN, access=Access.LOBBY)
    shown |= Q(state=TableState.PLAYING) & ~Q(access=Access.LINK)
    tables = Table.objects.filter(shown)
    if table_ids is not None:
        tables = tables.filter(public_id__in=list(table_ids))
    found = list(tables.order_by("-pk").values(*_COLUMNS))
    found.sort(key=lambda table: table["state"] != TableState.OPEN)
    seats = _seats_at(tables)
    watchers = watchers_of(table["match__public_id"] for table in found if _is_played(table))
    return {table["public_id"]: _table_row(table, seats[table["pk"]], watchers) for table in found}


def _is_played(table: Mapping[str, Any]) -> bool:
    return table["match__public_id"] is not None


def _seats_at(tables: Any) -> Mapping[int, list[Mapping[str, Any]]]:
    """By table: who sits there and what he brought, the host first."""
    columns = ("table_id", "brought_chips", *(f"user__{column}" for column in _PERSON.values()))
    seats: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__in=tables).order_by("pk").values(*columns):
        seats[seat["table_id"]].append(seat)
    return seats


def _table_row(
    table: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], watchers: Mapping[str, int]
) -> Row:
    length, match_id = table["rules__length"], table["match__public_id"]
    is_for_chips = length["kind"] == "table"
    game = GAMES[table["rules__variant"]]
    return {
        "row": table_row(table["public_id"]),
        "tab": STAKES_TAB if is_for_chips else MATCHES,
        "id": table["public_id"],
        "state": table["state"],
        **{key: _paths()[key].format(table["public_id"]) for key in _TABLE_PATHS},
        **_watched(match_id, watchers),
        "words": [
            game.word,
            *_length_words(length),
            CLOCKS[table["clock"]].word,
            *(["free"] if table["state"] == TableState.OPEN else []),
            *(["rated"] if table["is_rated"] else []),
            *(["sums-differ"] if table["has_different_sums"] else []),
        ],
        **{key: length.get(key, 0) for key in ("points", "games", "stake")},
        "buy_in_chips": seats[0]["brought_chips"],
        "players": [
            {key: seat[f"user__{column}"] for key, column in _PERSON.items()} for seat in seats
        ],
        "free_chairs": list(range(len(seats) + 1, 3)),
    }


@lru_cache(maxsize=1)
def _paths() -> Mapping[str, str]:
    """Addresses with a gap for an id: looking them up costs more than a row."""
    routes = {key: f"lobby:{name}" for key, name in _TABLE_PATHS.items()}
    routes["watch_url"] = "matches:watch"
    return {key: reverse(name, args=["ID"]).replace("ID", "{}") for key, name in routes.items()}


def _length_words(length: Mapping[str, Any]) -> list[str]:
    words = [f"kind-{length['kind']}"]
    if "points" in length:
        words.append(band_word("length", LENGTHS, length["points"]))
    if "stake" in length:
        words.append(band_word("stake", STAKES, length["stake"]))
    return words


def _watched(match_id: str | None, watchers: Mapping[str, int]) -> Row:
    """Where a match is watched and by how many; nothing before there is one."""
    if match_id is None:
        return {"match": "", "watch_url": "", "watchers": 0}
    return {
        "match": match_id,
        "watch_url": _paths()["watch_url"].format(match_id),
        "watchers": watchers.get(match_id, 0),
    }


def match_rows(match_ids: Iterable[str] | None = None) -> Rows:
    """By id: each match that may be watched and was not made at a table, the youngest first."""
    matches = watchable_matches(match_ids, not_of="table")
    watchers = watchers_of(match.public_id for match in matches)
    return {
        match.public_id: {
            "row": match_row(match.public_id),
            "tab": MATCHES,
            "id": match.public_id,
            "state": "playing",
            "title": match.title,
            **_watched(match.public_id, watchers),
            "words": [GAMES[match.rules["variant"]].word, *_length_words(match.rules["length"])],
            "players": [person(seat.user) for seat in match.seats.all()],
            "free_chairs": [],
        }
        for match in matches
    }


def sit_and_go_tab_rows(event_ids: Iterable[str] | None = None) -> Rows:
    """By id: each Sit&Go, with the words it can be found by."""
    rows = sit_and_go_rows(event_ids)
    for row in rows.values():
        row["tab"] = SIT_AND_GO
        row["words"] = [
            *_longest_words([row["length_points"]] if row["length_points"] else []),
            band_word("entry", ENTRIES, row["cost_chips"]),
            "satellite" if row["target"] else "chips",
            *(["free"] if row["state"] == "open" else []),
        ]
    return rows


def tournament_tab_rows(event_ids: Iterable[str] | None = None) -> Rows:
    """By id: each scheduled event, with the words it can be found by."""
    rows = tournament_rows(event_ids)
    for row in rows.values():
        is_free = row["state"] == "open" and row["taken"] < row["seats"]
        holding = {
            "free": is_free,
            "rated": row["is_rated"],
            "satellite": row["target"] != "",
            "ticket": row["is_by_ticket"],
            "guarantee": row["guarantee_chips"] > 0,
        }
        row["tab"] = TOURNAMENTS
        row["words"] = [
            f"game-{row['game']}",
            f"format-{row['format']}",
            *_longest_words(row["lengths_points"]),
            band_word("entry", ENTRIES, row["cost_chips"]),
            *(word for word, holds in holding.items() if holds),
        ]
    return rows


def _longest_words(lengths_points: Sequence[int]) -> list[str]:
    """An event is as long as its longest match; single games have no length."""
    return [band_word("length", LENGTHS, max(lengths_points))] if lengths_points else []


#: By kind: the rows of a tab with the given ids that belong there now, or all of them.
KINDS: Mapping[str, RowsOf] = {
    "sit_and_go": sit_and_go_tab_rows,
    "tournament": tournament_tab_rows,
    "table": table_rows,
    "match": match_rows,
}

#: By kind: what else has rows. The number of watchers stands beside whatever row shows the match.
OTHER_KINDS: Mapping[str, Callable[[Iterable[str]], Mapping[str, Any]]] = {
    "person": person_rows,
    "watchers": watchers_of,
}


def tab_rows() -> list[Row]:
    """Every row that stands in a tab, in the order it is shown there."""
    return [row for rows_of in KINDS.values() for row in rows_of(None).values()]


def lobby_snapshot() -> dict[str, Any]:
    """All rows, who is here and how many, as the socket sends them."""
    people = list(person_rows().values())
    return {"rows": tab_rows(), "people": people, "online": online_count()}


def row_values(keys: Sequence[str]) -> dict[str, Any]:
    """By key: the value of each row, None for one that is not in the lobby any more."""
    values: dict[str, Any] = dict.fromkeys(keys)
    for kind, values_of in {**KINDS, **OTHER_KINDS}.items():
        ids = [key.removeprefix(f"{kind}:") for key in keys if key.startswith(f"{kind}:")]
        if ids:
            values.update({f"{kind}:{id_}": value for id_, value in values_of(ids).items()})
    if ONLINE in values:
        values[ONLINE] = online_count()
    return values
