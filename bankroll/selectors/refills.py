"""How somebody stands who may want a refill."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Count, Max

from accounts.gates import Door, gate_refusal
from bankroll import kinds
from bankroll.kinds import TransferKind
from bankroll.models import Posting
from bankroll.refills import RefillFacts, RefillTerms
from bankroll.selectors.holdings import holdings_of
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


def refill_facts(user: "User") -> RefillFacts:
    """Everything the conditions of a refill ask about."""
    given = Posting.objects.filter(
        transfer__kind=TransferKind.REFILL, target__ref=kinds.wallet(user).ref
    ).aggregate(count=Count("pk"), last_at=Max("transfer__created_at"))
    return RefillFacts(
        terms=RefillTerms(
            below_chips=settings.HOUSE_REFILL_BELOW_CHIPS,
            upto_chips=settings.HOUSE_REFILL_CHIPS,
            pause=timedelta(seconds=settings.HOUSE_REFILL_PAUSE_S),
        ),
        number=given["count"] + 1,
        total_chips=holdings_of(user).total_chips,
        last_at=given["last_at"],
        now=now(),
        kept_out=gate_refusal(user, Door.CHIPS),
    )
