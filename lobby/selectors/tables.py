"""Tables: who sits at them, and what must be known of somebody who wants to."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from accounts.selectors import house_bots
from backgammon import Rules
from lobby.eligibility import PersonFacts, SeatFacts
from lobby.models import Table, TableSeat
from lobby.states import TableState
from matches.selectors import (
    clocked_matches_of,
    players_in_clocked_matches,
    running_matches_of,
)
from tournaments.selectors import (
    live_entry_counts,
    live_event_of,
)
from wire.errors import NotFound

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
