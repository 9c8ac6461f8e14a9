"""The free refill: for whoever has next to nothing left, after a pause."""

from typing import TYPE_CHECKING

from django.db import transaction

from bankroll import selectors
from bankroll.kinds import MINT, Leg, TransferKind, wallet
from bankroll.models import Transfer
from bankroll.refills import REFILL_CHECKS
from bankroll.services.posting import accounts_lock, transfer_post
from wire.refusals import all_refusals, refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def refill(*, user: "User", number: int | None = None) -> Transfer:
    """Bring somebody up to what the house refills to, wallet and chips in play together.

    `number` says which of his refills is asked for, as `refill_facts` gave it; one he has had
    already is answered with, so a form sent twice gives once. None: the next.

    Raises Refused with every reason against: what keeps him from his chips,
    `bankroll.refill_enough`, `bankroll.refill_too_soon` with `due_at`.
    """
    leg_ends = MINT, wallet(user)
    accounts_lock(leg_ends)
    facts = selectors.refill_facts(user)
    if number is not None and 0 < number < facts.number:
        return Transfer.objects.get(key=_key(user, number))
    refuse_if_any(all_refusals(REFILL_CHECKS, facts))
    return transfer_post(
        kind=TransferKind.REFILL,
        key=_key(user, facts.number),
        legs=(Leg(*leg_ends, facts.chips),),
    )


def _key(user: "User", number: int) -> str:
    return f"refill:{user.pk}:{number}"
