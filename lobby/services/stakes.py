"""The chips of a table: brought from wallets, moved game by game, taken home at the end.

Each step is booked by a key of its own, in the transaction that causes it. What lies before
each player in the ledger is what the rules say: a difference undoes the move that showed it.
"""

from typing import TYPE_CHECKING

from django.db import transaction

from backgammon import Leave, Side
from bankroll.selectors import stacks_at
from bankroll.services import bot_fund, stack_hold, stack_pay, stack_release
from lobby.models import Table, TableGame, TableSeat
from lobby.selectors import table_by_id
from lobby.services.locks import stacks_lock, table_lock
from lobby.states import TableState
from lobby.streams import table_ref, table_stream
from matches.judge import Request
from matches.owners import GameOver
from matches.services import match_act, match_top_up
from wire.errors import Conflict, Forbidden, Malformed
from wire.publish import changed_on_commit

if TYPE_CHECKING:
    from accounts.models import User


#: No longer than an answered request may be called.
MOST_KEY_LENGTH = 30


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


class StacksDisagree(RuntimeError):
    """The ledger and the rules do not put the same chips before the players. A bug of ours."""


def seat_hold(*, table: Table, seat: TableSeat) -> None:
    """Put before a player what he brings; a house bot is lent what it is short of.

    Raises Refused `bankroll.short`.
    """
    if not seat.brought_chips:
        return
    if seat.user.is_bot:
        bot_fund(bot=seat.user, chips=seat.brought_chips, key=f"lend:{seat.pk}")
    stack_hold(
        user=seat.user,
        table_ref=table_ref(table.public_id),
        chips=seat.brought_chips,
        key=f"sit:{seat.pk}",
        note=table.title,
    )


def seats_release(*, table: Table) -> None:
    """Give everybody at a table all that lies before him."""
    seats = list(table.seats.select_related("user").order_by("pk"))
    stacks_lock((table, seat.user) for seat in seats)
    for seat in seats:
        if seat.brought_chips:
            stack_release(
                table_ref=table_ref(table.public_id),
                user=seat.user,
                key=f"rise:{seat.pk}",
                note=table.title,
            )


@transaction.atomic
def game_settle(*, result: GameOver) -> TableGame | None:
    """Move the chips of a game and write its receipt; None at a table without chips.

    Called inside the transaction that ends the game, whose match is locked already. The same
    game again is answered with its receipt, and nothing moves.

    Raises StacksDisagree where the ledger would not show the stacks of the rules.
    """
    table = table_lock(result.owner_ref)
    seats = {seat.user_id: seat for seat in table.seats.select_related("user")}
    if not any(seat.brought_chips for seat in seats.values()):
        return None
    if (earlier := table.games.filter(number=result.number).first()) is not None:
        return earlier
    stacks_lock((table, seat.user) for seat in seats.values())
    if result.winner_id is not None and result.loser_id is not None:
        _pay(table, result, winner=seats[result.winner_id].user, loser=seats[result.loser_id].user)
    _stacks_check(table, result, {seat.side: pk for pk, seat in seats.items()})
    white_chips, black_chips = result.score
    changed_on_commit(table_stream(table.public_id), "state")
    changed_on_commit(table_stream(table.public_id), "games")
    return TableGame.objects.create(
        table=table,
        number=result.number,
        winner_side="" if result.winner_id is None else seats[result.winner_id].side,
        kind=result.kind,
        cube_value=result.cube_value,
        points=result.points,
        moved_chips=result.chips,
        white_chips=white_chips,
        black_chips=black_chips,
    )


def _pay(table: Table, result: GameOver, *, winner: "User", loser: "User") -> None:
    stack_pay(
        table_ref=table_ref(table.public_id),
        loser=loser,
        winner=winner,
        chips=result.chips,
        key=f"game:{result.match_id}:{result.number}",
        note=table.title,
    )


def _stacks_check(table: Table, result: GameOver, pks: dict[str, int]) -> None:
    booked = stacks_at(table_ref(table.public_id))
    white, black = (booked.get(pks[side], 0) for side in ("white", "black"))
    if (white, black) != tuple(result.score):
        raise StacksDisagree(
            f"game {result.number} of {result.match_id}: {(white, black)} in the ledger,"
            f" {result.score} by the rules"
        )


@transaction.atomic
def table_top_up(*, table_id: str, user: "User", chips: int, key: str) -> Table:
    """Put more chips before a player between two games, up to what he first brought.

    The same key again does nothing more: what lies on the table and what the rules know of it
    change together, once.

    Raises:
        NotFound: `table.not_found`.
        Malformed: `table.bad_key` for a key that is empty or too long.
        Forbidden: `table.not_seated` for whoever does not sit here.
        Conflict: `table.not_playing` before the match and after it.
        Refused: `rules.top_up_off`, `rules.top_up_mid_game`, `rules.top_up_range`,
            `bankroll.short`.
    """
    if not 0 < len(key) <= MOST_KEY_LENGTH:
        raise Malformed("table.bad_key", _("Name your request by a key of 1 to 30 characters."))
    table = table_by_id(table_id)
    seat, match_id = _seat_of(table, user), _match_played(table)
    match_top_up(match_id=match_id, user_pk=user.pk, chips=chips, request_id=f"top:{key}")
    stack_hold(
        user=user,
        table_ref=table_ref(table.public_id),
        chips=chips,
        key=f"top:{seat.pk}:{key}",
        note=table.title,
    )
    changed_on_commit(table_stream(table.public_id), "state")
    return table


def table_leave(*, table_id: str, user: "User") -> Table:
    """Get up from a table between two games; every stack goes home. Done twice, it is done once.

    Raises:
        NotFound: `table.not_found`.
        Forbidden: `table.not_seated` for whoever does not sit here.
        Conflict: `table.not_playing` before the match.
        Refused: `rules.leaving_off`, `rules.leave_mid_game`.
    """
    table = table_by_id(table_id)
    seat = _seat_of(table, user)
    if table.state == TableState.FINISHED:
        return table
    try:
        match_act(match_id=_match_played(table), request=Request(Side(seat.side), Leave()))
    except Conflict as late:
        if late.code != "match.over":
            raise
    return table_by_id(table_id)


def _seat_of(table: Table, user: "User") -> TableSeat:
    seat = table.seats.filter(user_id=user.pk).first()
    if seat is None:
        raise Forbidden("table.not_seated", _("Only those who sit at this table can do that."))
    return seat


def _match_played(table: Table) -> str:
    if table.match is None or table.state != TableState.PLAYING:
        raise Conflict("table.not_playing", _("Nothing is played at this table now."))
    return table.match.public_id
