"""What the lobby shows: rows that can be joined or followed, and how many people are here.

A row has a key `<kind>:<id>`; the kinds come from the apps that own the rows.
The value of a row is the same for everybody.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from accounts.selectors import house_bots
from backgammon import Rules
from lobby.eligibility import PersonFacts, SeatFacts
from lobby.games import GAMES
from lobby.lengths import CLOCKS
from lobby.models import Table, TableSeat
from lobby.states import TableState
from lobby.streams import table_row
from matches.selectors import (
    clocked_matches_of,
    players_in_clocked_matches,
    running_matches_of,
)
from tournaments.selectors import (
    live_entry_counts,
    live_event_of,
    person,
    sit_and_go_rows,
)
from wire.errors import NotFound
from wire.presence import online_count

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


LIVE = (TableState.OPEN, TableState.PLAYING)


# --- tables -----------------------------------------------------------------------


def table_by_id(table_id: str) -> Table:
    """The table. Raises NotFound `table.not_found`."""
    table = Table.objects.select_related("host", "match").filter(public_id=table_id).first()
    if table is None:
        raise NotFound("table.not_found", _("There is no such table."))
    return table


def seats_of(table: Table) -> list[TableSeat]:
    """Who sits at a table, the host first."""
    return list(table.seats.select_related("user").order_by("pk"))


def open_table_of(user: "User") -> Table | None:
    """The table at which this person waits for an opponent, if there is one."""
    return Table.objects.filter(host_id=user.pk, state=TableState.OPEN).first()


def open_tables() -> QuerySet[Table]:
    """Tables with a free seat, the oldest first."""
    return Table.objects.filter(state=TableState.OPEN).order_by("pk")


def rematch_of(table: Table) -> Table | None:
    """The table at which the same two play again, or one of them waits for the other."""
    rematches = table.rematches.exclude(state=TableState.CLOSED)
    return rematches.select_related("host", "match").first()


def elsewhere(user_pks: Iterable[int]) -> set[int]:
    """Those of the given people whom a match with a clock or a seat in an event holds."""
    wanted = set(user_pks)
    if not wanted:
        return set()
    return players_in_clocked_matches(wanted) | (wanted & live_entry_counts().keys())


def person_facts(user: "User", rules: Rules) -> PersonFacts:
    """What is to be known of somebody who wants to open a table."""
    return PersonFacts(**_of_person(user, rules))


def seat_facts(table: Table, user: "User") -> SeatFacts:
    """What is to be known of somebody who wants to sit down at a table."""
    seated = {seat.user_id for seat in table.seats.all()}
    kept_for = ""
    if table.rematch_of is not None:
        invited = table.rematch_of.seats.exclude(user_id=table.host_id).select_related("user")
        kept_for = next((seat.user.username for seat in invited if seat.user_id != user.pk), "")
    return SeatFacts(
        **_of_person(user, table.rules_value),
        state=TableState(table.state),
        is_seated=user.pk in seated,
        kept_for=kept_for,
        host=table.host.username,
        is_host_elsewhere=bool(elsewhere([table.host_id])),
    )


def _of_person(user: "User", rules: Rules) -> dict[str, Any]:
    running = running_matches_of(user)
    clocked = clocked_matches_of(user)
    return {
        "rules": rules,
        "is_in_match": bool(clocked),
        "event": live_event_of(user),
        "has_other_seat": TableSeat.objects.filter(user=user, is_exclusive=True).exists(),
        "untimed_matches": len(running) - len(clocked),
    }


def free_house_bot() -> "User":
    """The house bot with the least to do. Raises NotFound `table.no_house_bot`."""
    at_tables = TableSeat.objects.filter(table__state__in=LIVE, user__is_bot=True)
    busy = Counter(at_tables.values_list("user_id", flat=True)) + live_entry_counts()
    bot = min(house_bots(), key=lambda bot: (busy[bot.pk], bot.pk), default=None)
    if bot is None:
        raise NotFound("table.no_house_bot", _("No house bot is here at the moment."))
    return bot


# --- rows -------------------------------------------------------------------------


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
    players = [person(seat.user) for seat in table.seats.all()]
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
        ],
        **{key: length.get(key, 0) for key in ("points", "games", "stake", "white", "black")},
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
