"""What somebody has: in his wallet, before him at tables, in events.

Everything is derived from accounts and postings; nothing here is remembered elsewhere.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Case, Count, F, Q, Sum, When
from django.db.models.functions import Coalesce

from bankroll import kinds
from bankroll.kinds import AccountKind, AccountRef, TransferKind
from bankroll.models import Account, Posting

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Holdings:
    """A user's chips: free to spend, and put into events that are not over."""

    available_chips: int
    in_play_chips: int

    @property
    def total_chips(self) -> int:
        """Both together."""
        return self.available_chips + self.in_play_chips


def balance_of(user: "User") -> int:
    """Chips in the user's wallet. 0 for a wallet that was never opened."""
    return _balance(kinds.wallet(user))


def escrow_balance(ref: str) -> int:
    """Chips held for an event or table. 0 for an escrow that was never opened."""
    return _balance(kinds.escrow(ref))


def holdings_of(user: "User") -> Holdings:
    """What the user can spend and what he has in play."""
    in_play = sum(_stakes(user).values()) + _stacks(user)
    return Holdings(available_chips=balance_of(user), in_play_chips=in_play)


def stack_of(user: "User", table_ref: str) -> int:
    """Chips before the user at a table. 0 where he has none, or never sat."""
    return _balance(kinds.stack(table_ref, user))


def stake_in(user: "User", escrow_ref: str) -> int:
    """Chips of the user that this escrow could still give back to him."""
    return _stakes(user).get(kinds.escrow(escrow_ref).ref, 0)


def _balance(account: AccountRef) -> int:
    balance = Account.objects.filter(ref=account.ref).values_list("balance_chips", flat=True)
    return balance.first() or 0


def _stacks(user: "User") -> int:
    """All that lies before the user at tables."""
    stacks = Account.objects.filter(kind=AccountKind.STACK, owner_id=user.pk)
    chips: int = stacks.aggregate(chips=Coalesce(Sum("balance_chips"), 0))["chips"]
    return chips


def _stakes(user: "User") -> dict[str, int]:
    """By escrow: what the user put in and did not get back.

    An escrow that is empty has been settled, and one that has paid the user a prize
    has settled with him: neither holds a stake of his any longer.
    """
    own = kinds.wallet(user).ref
    held = Q(transfer__kind=TransferKind.HOLD, source__ref=own, target__balance_chips__gt=0)
    returned = Q(transfer__kind=TransferKind.RELEASE, target__ref=own)
    paid = Q(transfer__kind=TransferKind.PAY, target__ref=own)
    back = Q(source__kind=AccountKind.ESCROW, source__balance_chips__gt=0)
    by_escrow = (
        Posting.objects.filter(held | ((returned | paid) & back))
        .values(escrow=Case(When(held, then=F("target__ref")), default=F("source__ref")))
        .annotate(
            stake=Coalesce(Sum("chips", filter=held), 0)
            - Coalesce(Sum("chips", filter=returned), 0),
            prizes=Count("pk", filter=paid),
        )
    )
    return {row["escrow"]: row["stake"] for row in by_escrow if not row["prizes"]}
