"""What can happen to a table, as transactions.

Every service locks the tables concerned first, in the order of their rows, judges second and
writes third. That one person holds no two seats at once is decided by the database.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.services import notices_give, notices_read
from accounts.services.locks import people_lock
from backgammon import EndReason, PointMatch, Rules, Side
from backgammon.notation.codec import rules_to_dict
from lobby import selectors
from lobby.eligibility import OPEN_CHECKS, TAKE_CHECKS, already_seated, rules_refusals
from lobby.models import Access, CloseReason, SeekState, Table, TableSeat
from lobby.notices import challenge_key, challenge_notice
from lobby.services.locks import seating_lock, stacks_lock, table_lock
from lobby.services.offers import seeks_close
from lobby.services.stakes import seat_hold, seats_release
from lobby.stakes import brought_by, mirrored, with_bot, with_chips
from lobby.states import TableState, may_become
from lobby.streams import challenge_message, table_row, table_stream
from matches.owners import MatchResult
from matches.services import match_create
from matches.wording import kept_title_of
from tournaments.streams import LOBBY
from wire.errors import Conflict, Forbidden
from wire.presence import users_online
from wire.publish import changed_on_commit, publish_on_commit, user_stream
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
    invited: "User | None" = None,
    is_rated: bool = False,
    has_different_sums: bool = False,
    key: str = "",
    side: Side = Side.WHITE,
    rematch_of: Table | None = None,
) -> Table:
    """A new table with its host at it; against a house bot, its match as well.

    `clock` is the key of the preset `rules.clock` was made from. `invited` is who is challenged,
    with access CHALLENGE and no other. `key` names the form: asked again by the same host with
    the same key, it answers with the table it opened. What the host brings is put before him.

    Raises:
        Refused: the first reason against, all of them in `refusals`.
        NotFound: `table.no_house_bot`.
    """
    people_lock([host.pk])
    if key and (earlier := selectors.table_opened_by(host, key)) is not None:
        return earlier
    table = Table(
        host=host,
        access=access,
        invited=invited,
        clock=clock,
        is_rated=is_rated,
        has_different_sums=has_different_sums,
        open_key=key,
        rematch_of=rematch_of,
    )
    _opened(table, rules, side)
    return table


@transaction.atomic
def table_take(*, table_id: str, user: "User", chips: int | None = None) -> Table:
    """Take the free seat. The match begins in the same breath, and both are summoned.

    `chips` is what he brings where the sums may differ; None: as much as the host. A table of
    his own at which he waits is closed, and what lies there is his again to bring; neither of
    the two looks for an opponent any more. Pressed twice, it is done once.

    Raises:
        NotFound: `table.not_found`.
        Refused: the first reason against, all of them in `refusals`.
    """
    table, *own = seating_lock(table_id, user)
    facts = selectors.seat_facts(table, user, chips)
    if facts.is_seated and table.state != TableState.OPEN:
        return table
    refuse_if_any(all_refusals(TAKE_CHECKS, facts))
    stacks_lock((each, user) for each in (table, *own))
    for each in own:
        _close(each, CloseReason.ELSEWHERE)
    seeks_close([user.pk, table.host_id], SeekState.ELSEWHERE)
    _seat(table, user, _free_side(table), facts.brings_chips)
    _begin(table)
    _say_changed(table)
    return table


@transaction.atomic
def table_close(*, table_id: str, user: "User") -> Table:
    """The host leaves his table before anybody has come, with all that he brought.

    Closing it twice does nothing more. Raises NotFound `table.not_found`, Forbidden
    `table.not_host`, Conflict `table.started`.
    """
    table = seating_lock(table_id)[0]
    if table.host_id != user.pk:
        raise Forbidden("table.not_host", _("Only its host can close a table."))
    if table.state == TableState.CLOSED:
        return table
    if table.state != TableState.OPEN:
        raise Conflict("table.started", _("Your opponent has sat down; the match has begun."))
    _close(table, CloseReason.LEFT)
    return table


def tables_withdraw(*, user: "User") -> None:
    """Close whatever table this person waits at: he has sat down elsewhere. He is locked."""
    waiting = Table.objects.filter(host_id=user.pk, state=TableState.OPEN).order_by("pk")
    for table in waiting.select_for_update(of=("self",)):
        _close(table, CloseReason.ELSEWHERE)


@transaction.atomic
def table_give_up(*, table_id: str, user: "User") -> None:
    """Close an open table of somebody who is kept out of the house, or one that is kept for him.

    Where somebody has sat down meanwhile, the match is played as far as it goes.
    """
    table = seating_lock(table_id, user)[0]
    if table.state == TableState.OPEN:
        _close(table, CloseReason.LEFT if table.host_id == user.pk else CloseReason.GONE)


@transaction.atomic
def challenge_decline(*, table_id: str, user: "User") -> Table:
    """Say no to a challenge. Its table closes, and the challenger reads why. Said twice, once.

    Raises NotFound `table.not_found`, Forbidden `challenge.not_yours`, Conflict `table.started`.
    """
    table = seating_lock(table_id, user)[0]
    if table.invited_id != user.pk:
        raise Forbidden("challenge.not_yours", _("This challenge is for somebody else."))
    if table.state == TableState.CLOSED:
        return table
    if table.state != TableState.OPEN:
        raise Conflict("table.started", _("You have accepted; the match has begun."))
    _close(table, CloseReason.DECLINED)
    return table


@transaction.atomic
def table_rematch(*, table_id: str, user: "User") -> Table:
    """The same two, the same rules, colours changed. The second to ask sits down at the first's.

    Against a house bot it begins at once. At table stakes each brings again what he first
    brought.

    Raises:
        NotFound: `table.not_found`.
        Forbidden: `table.not_seated` for whoever has not played here.
        Conflict: `table.not_over` before the end.
        Refused: `table.opponent_gone` where the other is kept out of the house; else as
            `table_open` and `table_take` do.
    """
    table = seating_lock(table_id, user)[0]
    mine = table.seats.filter(user=user).first()
    if mine is None:
        raise Forbidden("table.not_seated", _("Only those who have played here can play again."))
    if table.state != TableState.FINISHED:
        raise Conflict("table.not_over", _("First finish the match of this table."))
    if (again := selectors.rematch_of(table)) is not None:
        return (
            again if again.host_id == user.pk else table_take(table_id=again.public_id, user=user)
        )
    refuse_if_any(selectors.rematch_refusals(table, user))
    again = table_open(
        host=user,
        rules=mirrored(table.rules_value),
        access=Access.BOT if table.access == Access.BOT else Access.LINK,
        clock=table.clock,
        is_rated=table.is_rated,
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
    table = seating_lock(table_id)[0]
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
    """The match of a table is over: its score is written down, every stack goes home, and
    nobody is held any more.

    Called inside the transaction that finishes the match, whose row is locked already.
    """
    table = table_lock(result.owner_ref)
    scores = dict(zip((result.white_id, result.black_id), result.score, strict=True))
    for seat in table.seats.all():
        seat.score = scores[seat.user_id]
        seat.is_winner = seat.user_id == result.winner_id
        seat.is_exclusive = False
        seat.save(update_fields=["score", "is_winner", "is_exclusive"])
    seats_release(table=table)
    table.ending = result.reason if result.reason in ENDINGS else EndReason.ANNULLED.value
    _become(table, TableState.FINISHED)
    table.save(update_fields=["state", "state_since", "ending"])
    _say_changed(table)


# --- parts ------------------------------------------------------------------------


def _opened(table: Table, rules: Rules, side: Side) -> None:
    """Write down a table that its host may have, and seat him on his side of it."""
    host, is_against_bot = table.host, table.access == Access.BOT
    if is_against_bot and table.has_different_sums:
        rules = with_bot(rules, side.other, settings.HOUSE_BOT_BUY_IN_CHIPS)
    facts = selectors.person_facts(
        host, rules, side=side, is_rated=table.is_rated, is_against_bot=is_against_bot
    )
    refuse_if_any([*rules_refusals(rules), *all_refusals(OPEN_CHECKS, facts)])
    table.title, table.rules = kept_title_of(rules), rules_to_dict(rules)
    table.save()
    players = [(side, host)]
    if is_against_bot:
        players.append((side.other, selectors.free_house_bot()))
    stacks_lock((table, user) for _side, user in players)
    for each, user in players:
        _seat(table, user, each, brought_by(rules, each))
    if is_against_bot:
        seeks_close([host.pk], SeekState.ELSEWHERE)
        _begin(table)
    _say_changed(table)


def _seat(table: Table, user: "User", side: Side, brought_chips: int) -> None:
    """Somebody sits down, with what he brings before him.

    Raises Refused `table.already_seated` where another seat holds him at this very moment,
    `bankroll.short` where he has spent his chips in it.
    """
    seat = TableSeat(
        table=table,
        user=user,
        side=side.value,
        is_exclusive=not user.is_bot,
        brought_chips=brought_chips,
    )
    try:
        with transaction.atomic():
            seat.save()
    except IntegrityError:
        refuse_if_any([already_seated()])
    seat_hold(table=table, seat=seat)


def _free_side(table: Table) -> Side:
    (taken,) = table.seats.values_list("side", flat=True)
    return Side(taken).other


def _begin(table: Table) -> None:
    """Both seats are taken: the match is made. One without a clock holds nobody."""
    players, rules = {}, table.rules_value
    for seat in table.seats.select_related("user"):
        players[seat.side] = seat.user
        rules = with_chips(rules, Side(seat.side), seat.brought_chips)
    table.rules, table.rules_value = rules_to_dict(rules), rules
    table.match = match_create(
        rules=rules,
        white=players[Side.WHITE.value],
        black=players[Side.BLACK.value],
        owner=OWNER,
        owner_ref=table.public_id,
        title=table.title,
        step_ms=_no_show_step_ms(rules),
        is_rated=table.is_rated,
        is_public=table.access != Access.LINK,
    )
    _become(table, TableState.PLAYING)
    table.save(update_fields=["match", "rules", "state", "state_since"])
    if rules.clock is None:
        table.seats.update(is_exclusive=False)


def _no_show_step_ms(rules: Rules) -> int:
    length = rules.length
    is_long = isinstance(length, PointMatch) and length.points > SHORT_MATCH_POINTS
    return LONG_NO_SHOW_STEP_MS if is_long else NO_SHOW_STEP_MS


def _close(table: Table, reason: CloseReason) -> None:
    """End a locked table nobody has come to; its host has again what he brought."""
    seats_release(table=table)
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


def _say_changed(table: Table) -> None:
    """Tell the table's page, the lobby if it is listed, the page it is a rematch of, and whoever
    is challenged."""
    pages: Iterable[Table | None] = (table, table.rematch_of)
    for page in pages:
        if page is not None:
            changed_on_commit(table_stream(page.public_id), "state")
    if table.is_listed:
        changed_on_commit(LOBBY, table_row(table.public_id))
    if table.invited_id is not None:
        _notice(table, table.invited_id)
        publish_on_commit(user_stream(table.invited_id), challenge_message(table))


def _notice(table: Table, invited_pk: int) -> None:
    """An open challenge is written down for its person; one that is answered waits no more."""
    if table.state == TableState.OPEN:
        notices_give([challenge_notice(table, invited_pk)])
    else:
        notices_read(user_pk=invited_pk, key=challenge_key(table))
