"""Tables to sit at: opened by the service, their hosts at a socket unless they are sent away."""

from dataclasses import replace
from typing import Any

from accounts.models import User
from backgammon import Resign, Rules, Side, WinKind
from backgammon.notation.codec import rules_to_dict
from lobby.models import Access, Table, TableSeat
from lobby.services import table_open, table_take
from matches.judge import Request
from matches.models import Match
from matches.services import match_act, match_present
from tests.factories import a_user
from tests.matches.builders import CLOCK
from tests.tournaments.builders import here

UNTIMED = Rules.match(3)
TIMED = Rules.match(3, clock=CLOCK)


def a_table(host: User | None = None, **changes: Any) -> Table:
    """A table in the lobby, to three points with a clock; its host is here.

    Hosts and opponents who are not named have 1,000 chips, in case they need any.
    """
    host = host or a_user(chips=1_000)
    here(host)
    settings: dict[str, Any] = {"rules": TIMED, "access": Access.LOBBY, "clock": "standard"}
    return table_open(host=host, **{**settings, **changes})


def an_old_table(host: User | None = None, *, rules: Rules) -> Table:
    """A table of chips without a clock, from when those could be opened; it may still be taken."""
    table = a_table(host, rules=replace(rules, clock=CLOCK))
    Table.objects.filter(pk=table.pk).update(rules=rules_to_dict(rules), clock="untimed")
    return fresh(table)


def a_private_table(host: User | None = None, **changes: Any) -> Table:
    """A table that only its link leads to."""
    return a_table(host, access=Access.LINK, **changes)


def taken(table: Table, user: User | None = None) -> Table:
    """The table once somebody has sat down at it."""
    return table_take(table_id=table.public_id, user=user or a_user(chips=1_000))


def fresh(table: Table) -> Table:
    """The table as the database has it now."""
    return Table.objects.select_related("match").get(pk=table.pk)


def seats_at(table: Table) -> dict[str, str]:
    """Who sits on which side, by name."""
    return {seat.side: seat.user.username for seat in table.seats.select_related("user")}


def seat_of(table: Table, user: User) -> TableSeat:
    """Somebody's seat at a table."""
    return table.seats.get(user=user)


def finished(table: Table, winner: Side = Side.WHITE) -> Table:
    """The table after both have come and one of them has given up all there is to lose.

    Its match is to one point, or ends with a single game.
    """
    match = fresh(table).match
    assert match is not None
    for seat in match.seats.filter(is_bot=False):
        match_present(match_id=match.public_id, user_pk=seat.user_id, contribution="")
    seq = Match.objects.get(pk=match.pk).seq
    request = Request(winner.other, Resign(WinKind.BACKGAMMON), "resign", seq)
    match_act(match_id=match.public_id, request=request)
    return fresh(table)
