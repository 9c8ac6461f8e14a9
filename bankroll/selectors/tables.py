"""What lies on a table, and all that ever moved at it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from bankroll.kinds import AccountKind, TransferKind
from bankroll.models import Account, Posting


@dataclass(frozen=True, slots=True)
class TableTransfer:
    """Chips that came to a table, went from stack to stack, or were taken home.

    `giver_pk` and `taker_pk` are users. They are the same where chips were brought or
    taken home.
    """

    key: str
    kind: TransferKind
    posted_at: datetime
    giver_pk: int
    taker_pk: int
    chips: int


def stacks_at(table_ref: str) -> dict[int, int]:
    """By the key of each user who has sat at a table: the chips before him."""
    stacks = Account.objects.filter(
        kind=AccountKind.STACK, ref__startswith=f"stack:{table_ref}:", owner__isnull=False
    )
    return {
        owner: chips
        for owner, chips in stacks.values_list("owner_id", "balance_chips")
        if owner is not None
    }


def table_transfers(table_ref: str) -> tuple[TableTransfer, ...]:
    """All that ever moved at a table, in the order it happened."""
    prefix = f"stack:{table_ref}:"
    postings = Posting.objects.filter(
        Q(source__ref__startswith=prefix) | Q(target__ref__startswith=prefix)
    )
    fields = ("key", "kind", "created_at")
    rows = postings.order_by("pk").values_list(
        *(f"transfer__{field}" for field in fields), "source__owner", "target__owner", "chips"
    )
    return tuple(
        TableTransfer(key, TransferKind(kind), posted_at, giver, taker, chips)
        for key, kind, posted_at, giver, taker, chips in rows
    )
