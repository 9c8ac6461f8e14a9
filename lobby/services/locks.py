"""The order in which everything about tables is locked: people or a match, tables, accounts.

People come first where somebody sits down or an open table is closed, a match where its end is
told. Rows of one kind are taken in the order of their keys, so two transactions never wait for
each other in a circle.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.services import people_lock
from bankroll.kinds import MINT, stack, wallet
from bankroll.services import accounts_lock
from lobby.models import Table, TableSeat
from lobby.states import TableState
from lobby.streams import table_ref
from wire.errors import NotFound

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


def table_lock(table_id: str) -> Table:
    """The table of a match that is locked, itself locked until the transaction ends.

    Raises NotFound `table.not_found`.
    """
    return _tables(Q(public_id=table_id), table_id)[0]


def seating_lock(table_id: str, user: "User | None" = None) -> list[Table]:
    """The table first, then those at which the user waits, locked with everybody who sits there.

    Raises NotFound `table.not_found`.
    """
    seated = TableSeat.objects.filter(table__public_id=table_id, user__is_bot=False)
    people = set(seated.values_list("user_id", flat=True))
    wanted = Q(public_id=table_id)
    if user is not None:
        wanted |= Q(host_id=user.pk, state=TableState.OPEN)
        people.add(user.pk)
    people_lock(people)
    return _tables(wanted, table_id)


def _tables(wanted: Q, table_id: str) -> list[Table]:
    tables = list(Table.objects.filter(wanted).order_by("pk").select_for_update(of=("self",)))
    table = next((each for each in tables if each.public_id == table_id), None)
    if table is None:
        raise NotFound("table.not_found", _("There is no such table."))
    return [table, *(each for each in tables if each is not table)]


def stacks_lock(places: Iterable[tuple[Table, "User"]]) -> None:
    """Lock whatever chips of these people at these tables may move, ahead of the first transfer."""
    accounts = [
        account
        for table, user in places
        if table.is_for_chips
        for account in (wallet(user), stack(table_ref(table.public_id), user))
        + ((MINT,) if user.is_bot else ())
    ]
    if accounts:
        accounts_lock(accounts)
