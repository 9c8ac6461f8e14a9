"""Challenging somebody by name: a table is opened that is kept for him.

To accept is to sit down (`table_take`), to decline is `challenge_decline`. The challenge falls
with its table: when the challenger closes it, is gone, or sits down elsewhere.
"""

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.selectors import user_by_name
from backgammon import Side
from lobby import selectors
from lobby.asks import Ask
from lobby.eligibility import OPEN_CHECKS
from lobby.invitations import CHALLENGE_CHECKS
from lobby.models import Access, Table
from lobby.services.tables import table_open
from wire.refusals import all_refusals, refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def challenge_make(*, host: "User", name: str, ask: Ask) -> Table:
    """A table kept for the player of this name, who is asked on whatever page he is.

    Raises:
        NotFound: `account.not_found`.
        Refused: the first reason against, all of them in `refusals`.
    """
    invited = user_by_name(name)
    own = selectors.person_facts(
        host, ask.rules, side=Side.WHITE, is_rated=ask.is_rated, is_against_bot=False
    )
    refuse_if_any(
        [
            *all_refusals(CHALLENGE_CHECKS, selectors.challenge_facts(host, invited, ask)),
            *all_refusals(OPEN_CHECKS, own),
        ]
    )
    return table_open(
        host=host,
        rules=ask.rules,
        access=Access.CHALLENGE,
        invited=invited,
        clock=ask.clock,
        is_rated=ask.is_rated,
    )
