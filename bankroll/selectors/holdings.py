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
from wire.plurals import counted
from wire.refusals import Refusal

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


@dataclass(frozen=True, slots=True)
class InPlay:
    """Chips of a user that are in play at one place, as in `table:4k2m`."""

    place: str
    chips: int


def balance_of(user: "User") -> int:
    """Chips in the user's wallet. 0 for a wallet that was never opened."""
    return _balance(kinds.wallet(user))


def escrow_balance(ref: str) -> int:
    """Chips held for an event or table. 0 for an escrow that was never opened."""
    return _balance(kinds.escrow(ref))


def holdings_of(user: "User") -> Holdings:
    """What the user can spend and what he has in play."""
    in_play = sum(each.chips for each in in_play_of(user))
    return Holdings(available_chips=balance_of(user), in_play_chips=in_play)


def in_play_of(user: "User") -> tuple[InPlay, ...]:
    """Place by place, what the user has in play: at tables first, then in events."""
    held = _stacks(user) | _stakes(user)
    return tuple(InPlay(kinds.place_of(ref), chips) for ref, chips in held.items() if chips)


def in_play_refusal(user: "User") -> Refusal | None:
    """Why an account cannot be closed now, where chips of its owner are in play."""
    in_play_chips = holdings_of(user).in_play_chips
    if not in_play_chips:
        return None
    return Refusal(
        "bankroll.in_play",
        counted(
            "You have {in_play_chips} chip in play: leave the table or the event first.",
            "You have {in_play_chips} chips in play: leave the table or the event first.",
            by="in_play_chips",
        ),
        {"in_play_chips": in_play_chips},
    )


def stack_of(user: "User", table_ref: str) -> int:
    """Chips before the user at a table. 0 where he has none, or never sat."""
    return _balance(kinds.stack(table_ref, user))


def stake_in(user: "User", escrow_ref: str) -> int:
    """Chips of the user that this escrow could still give back to him."""
    return _stakes(user).get(kinds.escrow(escrow_ref).ref, 0)


def _balance(account: AccountRef) -> int:
    balance = Account.objects.filter(ref=account.ref).values_list("balance_chips", flat=True)
    return balance.first() or 0


def _stacks(user: "User") -> dict[str, int]:
    """By account: what lies before the user at tables."""
    stacks = Account.objects.filter(
        kind=AccountKind.STACK, owner_id=user.pk, balance_chips__gt=0
    ).order_by("pk")
    return dict(stacks.values_list("ref", "balance_chips"))


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
