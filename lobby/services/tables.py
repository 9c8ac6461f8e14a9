"""What can happen to a table, as transactions.

Every service locks the tables concerned first, in the order of their rows, judges second and
writes third. That one person holds no two seats at once is decided by the database.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from backgammon import EndReason, PointMatch, Rules, Side, TableStakes
from backgammon.notation.codec import rules_to_dict
from lobby import selectors
from lobby.eligibility import OPEN_CHECKS, TAKE_CHECKS, already_seated, rules_refusals
from lobby.models import Access, CloseReason, Table, TableSeat
from lobby.states import TableState, may_become
from lobby.streams import table_row, table_stream
from matches.owners import MatchResult
from matches.services import match_create
from matches.wording import title_of
from tournaments.streams import LOBBY
from wire.errors import Conflict, Forbidden, NotFound
from wire.presence import users_online
from wire.publish import changed_on_commit
from wire.refusals import all_refusals, refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

OWNER = "table"
ENDINGS = frozenset(reason.value for reason in EndReason)

NO_SHOW_STEP_MS = 60_000
LONG_NO_SHOW_STEP_MS = 300_000
SHORT_MATCH_POINTS = 5


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@transaction.atomic
def table_open(
    *,
    host: "User",
    rules: Rules,
    access: Access,
    clock: str,
    side: Side = Side.WHITE,
    rematch_of: Table | None = None,
) -> Table:
    """A new table with its host at it; against a house bot, its match as well.

    `clock` is the key of the preset `rules.clock` was made from.

    Raises:
        Refused: the first reason against, all of them in `refusals`.
        NotFound: `table.no_house_bot`.
    """
    refuse_if_any(
        [*rules_refusals(rules), *all_refusals(OPEN_CHECKS, selectors.person_facts(host, rules))]
    )
    table = Table.objects.create(
        host=host,
        access=access,
        title=title_of(rules),
        rules=rules_to_dict(rules),
        clock=clock,
        rematch_of=rematch_of,
    )
    _seat(table, host, side)
    if access == Access.BOT:
        _seat(table, selectors.free_house_bot(), side.other)
        _begin(table)
    _say_changed(table)
    return table


@transaction.atomic
def table_take(*, table_id: str, user: "User") -> Table:
    """Take the free seat. The match begins in the same breath, and both are summoned.

    A table of his own at which he waits is closed. Pressed twice, it is done once.

    Raises:
        NotFound: `table.not_found`.
        Refused: the first reason against, all of them in `refusals`.
    """
    table, *own = _locked_for(table_id, user)
    facts = selectors.seat_facts(table, user)
    if facts.is_seated and table.state != TableState.OPEN:
        return table
    refuse_if_any(all_refusals(TAKE_CHECKS, facts))
    for each in own:
        _close(each, CloseReason.ELSEWHERE)
    _seat(table, user, _free_side(table))
    _begin(table)
    _say_changed(table)
    return table


@transaction.atomic
def table_close(*, table_id: str, user: "User") -> Table:
    """The host leaves his table before anybody has come. Closing it twice does nothing more.

    Raises NotFound `table.not_found`, Forbidden `table.not_host`, Conflict `table.started`.
    """
    table = _locked(table_id)
    if table.host_id != user.pk:
        raise Forbidden("table.not_host", _("Only its host can close a table."))
    if table.state == TableState.CLOSED:
        return table
    if table.state != TableState.OPEN:
        raise Conflict("table.started", _("Your opponent has sat down; the match has begun."))
    _close(table, CloseReason.LEFT)
    return table


@transaction.atomic
def table_rematch(*, table_id: str, user: "User") -> Table:
    """The same two, the same rules, colours changed. The second to ask sits down at the first's.

    Against a house bot it begins at once.

    Raises:
        NotFound: `table.not_found`.
        Forbidden: `table.not_seated` for whoever has not played here.
        Conflict: `table.not_over` before the end.
        Refused: as `table_open` and `table_take` do.
    """
    table = _locked(table_id)
    mine = table.seats.filter(user=user).first()
    if mine is None:
        raise Forbidden("table.not_seated", _("Only those who have played here can play again."))
    if table.state != TableState.FINISHED:
        raise Conflict("table.not_over", _("First finish the match of this table."))
    if (again := selectors.rematch_of(table)) is not None:
        return (
            again if again.host_id == user.pk else table_take(table_id=again.public_id, user=user)
        )
    again = table_open(
        host=user,
        rules=_mirrored(table.rules_value),
        access=Access.BOT if table.access == Access.BOT else Access.LINK,
        clock=table.clock,
        side=Side(mine.side).other,
        rematch_of=table,
    )
    _say_changed(table)
    return again


def abandoned_tables_close() -> int:
    """Close every open table whose host is gone, or plays elsewhere; how many were closed.

    Who is here now is noted first, outside the locks. Under them only those are
    closed whose host nobody has noted since.
    """
    waiting = TableSeat.objects.filter(table__state=TableState.OPEN)
    online = users_online(waiting.values_list("user_id", flat=True))
    waiting.filter(user_id__in=online, last_seen_at__lt=now() - _grace() / 3).update(
        last_seen_at=now()
    )
    gone = waiting.filter(last_seen_at__lt=now() - _grace())
    absent = set(gone.values_list("table__public_id", flat=True))
    busy = selectors.elsewhere(waiting.values_list("user_id", flat=True))
    moved = set(waiting.filter(user_id__in=busy).values_list("table__public_id", flat=True))
    return sum(_abandoned_close(table_id) for table_id in sorted(absent | moved))


@transaction.atomic
def _abandoned_close(table_id: str) -> bool:
    table = _locked(table_id)
    if table.state != TableState.OPEN:
        return False
    is_absent = table.seats.filter(last_seen_at__lt=now() - _grace()).exists()
    is_elsewhere = bool(selectors.elsewhere([table.host_id]))
    if is_elsewhere or is_absent:
        _close(table, CloseReason.ELSEWHERE if is_elsewhere else CloseReason.ABSENT)
    return is_elsewhere or is_absent


def _grace() -> timedelta:
    return timedelta(seconds=settings.HOUSE_SEAT_GRACE_S)


@transaction.atomic
def table_finish(*, result: MatchResult) -> None:
    """The match of a table is over: its score is written down and nobody is held any more.

    Called inside the transaction that finishes the match, whose row is locked already.
    """
    table = _locked(result.owner_ref)
    scores = dict(zip((result.white_id, result.black_id), result.score, strict=True))
    for seat in table.seats.all():
        seat.score = scores[seat.user_id]
        seat.is_winner = seat.user_id == result.winner_id
        seat.is_exclusive = False
        seat.save(update_fields=["score", "is_winner", "is_exclusive"])
    table.ending = result.reason if result.reason in ENDINGS else EndReason.ANNULLED.value
    _become(table, TableState.FINISHED)
    table.save(update_fields=["state", "state_since", "ending"])
    _say_changed(table)


# --- parts ------------------------------------------------------------------------


def _locked(table_id: str) -> Table:
    """The table, its row locked until the transaction ends. Raises NotFound."""
    return _locked_for(table_id, None)[0]


def _locked_for(table_id: str, user: "User | None") -> list[Table]:
    """The table and those at which the user waits, all locked in the order of their rows."""
    wanted = Q(public_id=table_id)
    if user is not None:
        wanted |= Q(host_id=user.pk, state=TableState.OPEN)
    tables = list(Table.objects.filter(wanted).order_by("pk").select_for_update(of=("self",)))
    table = next((each for each in tables if each.public_id == table_id), None)
    if table is None:
        raise NotFound("table.not_found", _("There is no such table."))
    return [table, *(each for each in tables if each is not table)]


def _seat(table: Table, user: "User", side: Side) -> None:
    """Somebody sits down. Raises Refused where another seat holds him at this very moment."""
    try:
        with transaction.atomic():
            TableSeat.objects.create(
                table=table, user=user, side=side.value, is_exclusive=not user.is_bot
            )
    except IntegrityError:
        refuse_if_any([already_seated()])


def _free_side(table: Table) -> Side:
    (taken,) = table.seats.values_list("side", flat=True)
    return Side(taken).other


def _begin(table: Table) -> None:
    """Both seats are taken: the match is made. One without a clock holds nobody."""
    players = {seat.side: seat.user for seat in table.seats.select_related("user")}
    rules = table.rules_value
    table.match = match_create(
        rules=rules,
        white=players[Side.WHITE.value],
        black=players[Side.BLACK.value],
        owner=OWNER,
        owner_ref=table.public_id,
        title=table.title,
        step_ms=_no_show_step_ms(rules),
        is_public=table.access != Access.LINK,
    )
    _become(table, TableState.PLAYING)
    table.save(update_fields=["match", "state", "state_since"])
    if rules.clock is None:
        table.seats.update(is_exclusive=False)


def _no_show_step_ms(rules: Rules) -> int:
    length = rules.length
    is_long = isinstance(length, PointMatch) and length.points > SHORT_MATCH_POINTS
    return LONG_NO_SHOW_STEP_MS if is_long else NO_SHOW_STEP_MS


def _close(table: Table, reason: CloseReason) -> None:
    """End a locked table nobody has come to."""
    table.close_reason = reason
    _become(table, TableState.CLOSED)
    table.save(update_fields=["close_reason", "state", "state_since"])
    table.seats.update(is_exclusive=False)
    _say_changed(table)


def _become(table: Table, state: TableState) -> None:
    if not may_become(table.state, state):
        raise Conflict("table.wrong_state", _("This table is {state}."), state=table.state)
    table.state = state
    table.state_since = now()


def _mirrored(rules: Rules) -> Rules:
    """The same rules with the colours changed: each keeps the stack he began with."""
    length = rules.length
    if not isinstance(length, TableStakes):
        return rules
    return replace(rules, length=replace(length, white=length.black, black=length.white))


def _say_changed(table: Table) -> None:
    """Tell the table's page, the lobby if it is listed, and the page it is a rematch of."""
    pages: Iterable[Table | None] = (table, table.rematch_of)
    for page in pages:
        if page is not None:
            changed_on_commit(table_stream(page.public_id), "state")
    if table.is_listed:
        changed_on_commit(LOBBY, table_row(table.public_id))
