"""Tables: who sits at them, and what must be known of somebody who wants to."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import Q, QuerySet

from accounts.gates import Door, gate_refusal
from accounts.selectors import has_block, house_bots
from backgammon import Rules, Side
from bankroll.selectors import balance_of
from lobby.eligibility import PersonFacts, SeatFacts
from lobby.models import Access, Table, TableSeat
from lobby.stakes import brought_by
from lobby.states import TableState
from matches.selectors import (
    clocked_matches_of,
    players_in_clocked_matches,
    running_matches_of,
)
from tournaments.selectors import (
    live_entry_counts,
    live_event_of,
    people_seated,
)
from wire.errors import NotFound
from wire.refusals import Refusal

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


def table_opened_by(host: "User", key: str) -> Table | None:
    """The table that the host's form of this name has opened, if it has."""
    opened = Table.objects.filter(host_id=host.pk, open_key=key)
    return opened.select_related("match").first()


def table_against_bot_of(host: "User") -> Table | None:
    """The match without a clock that he plays against a house bot and has not finished."""
    played = Table.objects.filter(host_id=host.pk, access=Access.BOT, state=TableState.PLAYING)
    return played.filter(clock="untimed").select_related("match").order_by("pk").last()


def open_tables() -> QuerySet[Table]:
    """Tables with a free seat, the oldest first."""
    return Table.objects.filter(state=TableState.OPEN).order_by("pk")


def rematch_of(table: Table) -> Table | None:
    """The table at which the same two play again, or one of them waits for the other."""
    rematches = table.rematches.exclude(state=TableState.CLOSED)
    return rematches.select_related("host", "match").first()


def tables_waiting_for(user: "User") -> list[str]:
    """Ids of the open tables at which he waits, or somebody waits for him: because he challenged
    him, or wants to play him again."""
    wanted = (
        Q(host_id=user.pk)
        | Q(invited_id=user.pk)
        | Q(rematch_of__in=TableSeat.objects.filter(user_id=user.pk).values("table_id"))
    )
    return list(open_tables().filter(wanted).values_list("public_id", flat=True))


def rematch_refusals(table: Table, user: "User") -> tuple[Refusal, ...]:
    """Why the opponent at a table cannot be asked to play again; empty if he can."""
    others = table.seats.exclude(user_id=user.pk).filter(user__is_bot=False)
    seats = others.select_related("user")
    if all(gate_refusal(seat.user, Door.PLAY) is None for seat in seats):
        return ()
    text = _("Your opponent cannot play again. Look for another one in the lobby.")
    return (Refusal("table.opponent_gone", text),)


def elsewhere(user_pks: Iterable[int]) -> set[int]:
    """Those of the given people whom a match with a clock or a seat in a Sit&Go holds."""
    wanted = set(user_pks)
    if not wanted:
        return set()
    return players_in_clocked_matches(wanted) | people_seated(wanted)


def person_facts(
    user: "User", rules: Rules, *, side: Side, is_rated: bool, is_against_bot: bool
) -> PersonFacts:
    """What is to be known of somebody who wants to open a table and sit on a side of it."""
    brings_chips = brought_by(rules, side)
    return PersonFacts(
        **_of_person(user, rules),
        is_rated=is_rated,
        brings_chips=brings_chips,
        available_chips=balance_of(user) if brings_chips else 0,
        bot_chips=brought_by(rules, side.other) if is_against_bot else None,
        most_bot_chips=settings.HOUSE_BOT_BUY_IN_CHIPS,
    )


def seat_facts(table: Table, user: "User", chips: int | None = None) -> SeatFacts:
    """What is to be known of somebody who wants to sit down at a table and bring `chips`.

    None: what the table asks for. What lies at a table at which he waits is his to bring.
    """
    seats = list(table.seats.all())
    seated = {seat.user_id for seat in seats}
    side = Side(next(seat.side for seat in seats if seat.user_id == table.host_id)).other
    asked_chips = brought_by(table.rules_value, side)
    return SeatFacts(
        **_of_person(user, table.rules_value),
        is_rated=table.is_rated,
        brings_chips=asked_chips if chips is None or not asked_chips else chips,
        available_chips=_to_bring(user) if asked_chips else 0,
        fixed_chips=None if table.has_different_sums else asked_chips,
        state=TableState(table.state),
        is_seated=user.pk in seated,
        kept_for=_kept_for(table, user),
        is_blocked=has_block(table.host, user),
        host=table.host.username,
        is_host_elsewhere=bool(elsewhere([table.host_id])),
        is_host_kept_out=gate_refusal(table.host, Door.PLAY) is not None,
    )


def _kept_for(table: Table, user: "User") -> str:
    """The name of the only other person who may sit down, "" where this one may."""
    kept_for = table.invited
    if table.rematch_of is not None:
        others = table.rematch_of.seats.exclude(user_id=table.host_id).select_related("user")
        kept_for = next((seat.user for seat in others), None)
    return "" if kept_for is None or kept_for.pk == user.pk else kept_for.username


def _of_person(user: "User", rules: Rules) -> dict[str, Any]:
    running = running_matches_of(user)
    clocked = clocked_matches_of(user)
    return {
        "rules": rules,
        "is_guest": user.is_guest,
        "is_in_match": bool(clocked),
        "event": live_event_of(user),
        "has_other_seat": TableSeat.objects.filter(user=user, is_exclusive=True).exists(),
        "untimed_matches": len(running) - len(clocked),
        "kept_out": gate_refusal(user, Door.PLAY),
    }


def _to_bring(user: "User") -> int:
    """What he can spend, and what lies before him where he waits for an opponent."""
    waiting = TableSeat.objects.filter(user=user, table__state=TableState.OPEN)
    return balance_of(user) + sum(waiting.values_list("brought_chips", flat=True))


def free_house_bot() -> "User":
    """The house bot with the least to do. Raises NotFound `table.no_house_bot`."""
    at_tables = TableSeat.objects.filter(table__state__in=LIVE, user__is_bot=True)
    busy = Counter(at_tables.values_list("user_id", flat=True)) + live_entry_counts()
    bot = min(house_bots(), key=lambda bot: (busy[bot.pk], bot.pk), default=None)
    if bot is None:
        raise NotFound("table.no_house_bot", _("No house bot is here at the moment."))
    return bot
