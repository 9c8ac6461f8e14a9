"""A first game at once: a house bot always has time, and without a clock nobody can do it wrong."""

from typing import TYPE_CHECKING, Final

from django.db import transaction

from accounts.services import people_lock
from lobby import selectors
from lobby.asks import Ask
from lobby.models import Access, Table
from lobby.services.tables import table_open

if TYPE_CHECKING:
    from accounts.models import User

#: Short enough to see the end of, long enough for the cube to matter.
FIRST_GAME: Final = Ask("backgammon", 3, "untimed")


@transaction.atomic
def table_at_once(*, user: "User") -> Table:
    """A table at which he plays a house bot already: the one he has not finished, or a new one.

    Raises Refused and NotFound as `table_open`.
    """
    people_lock([user.pk])
    unfinished = selectors.table_against_bot_of(user)
    if unfinished is not None:
        return unfinished
    ask = FIRST_GAME
    return table_open(host=user, rules=ask.rules, access=Access.BOT, clock=ask.clock)
