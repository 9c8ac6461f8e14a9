"""What can be read from the ledger: balances, what is in play, a wallet's statement.

Everything is derived from accounts and postings; nothing here is remembered elsewhere.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.db.models import Case, Count, F, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from bankroll import kinds
from bankroll.kinds import AccountKind, AccountRef, TransferKind
from bankroll.models import Account, Posting, Transfer

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
class StatementLine:
    """One movement of a wallet: signed chips, and the balance right after it."""

    posted_at: datetime
    reason: str
    note: str
    chips: int
    balance_chips: int


@dataclass(frozen=True, slots=True)
class StatementPage:
    """Some lines of a statement, newest first, and where they stand among all pages."""

    lines: tuple[StatementLine, ...]
    number: int
    pages: int

    @property
    def newer(self) -> int | None:
        """The number of the page with newer lines. None on the first."""
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        """The number of the page with older lines. None on the last."""
        return self.number + 1 if self.number < self.pages else None


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


def balance_of(user: "User") -> int:
    """Chips in the user's wallet. 0 for a wallet that was never opened."""
    return _balance(kinds.wallet(user))


def escrow_balance(ref: str) -> int:
    """Chips held for an event or table. 0 for an escrow that was never opened."""
    return _balance(kinds.escrow(ref))


def has_transfer(key: str) -> bool:
    """Whether a transfer of this key has been posted."""
    return Transfer.objects.filter(key=key).exists()


def chips_moved(key: str) -> int:
    """All chips the transfer of this key moved; 0 where there is none."""
    moved: int = Posting.objects.filter(transfer__key=key).aggregate(
        chips=Coalesce(Sum("chips"), 0)
    )["chips"]
    return moved


def holdings_of(user: "User") -> Holdings:
    """What the user can spend and what he has in play."""
    in_play = sum(_stakes(user).values()) + _stacks(user)
    return Holdings(available_chips=balance_of(user), in_play_chips=in_play)


def stack_of(user: "User", table_ref: str) -> int:
    """Chips before the user at a table. 0 where he has none, or never sat."""
    return _balance(kinds.stack(table_ref, user))


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


def stake_in(user: "User", escrow_ref: str) -> int:
    """Chips of the user that this escrow could still give back to him."""
    return _stakes(user).get(kinds.escrow(escrow_ref).ref, 0)


def statement(user: "User", *, page: int = 1, lines_per_page: int = 30) -> StatementPage:
    """One page of the wallet's movements, newest first. A page that is too high is the last."""
    wallet = kinds.wallet(user)
    postings = _movements(wallet).select_related("transfer", "target").order_by("-pk")
    found = Paginator(postings, lines_per_page).get_page(page)
    shown = tuple(found.object_list)
    balance = _balance_after(wallet, shown[0].pk) if shown else 0
    lines = []
    for posting in shown:
        chips = posting.chips if posting.target.ref == wallet.ref else -posting.chips
        lines.append(
            StatementLine(
                posted_at=posting.transfer.created_at,
                reason=str(TransferKind(posting.transfer.kind).label),
                note=gettext(posting.transfer.note) if posting.transfer.note else "",
                chips=chips,
                balance_chips=balance,
            )
        )
        balance -= chips
    return StatementPage(tuple(lines), found.number, found.paginator.num_pages)


def _balance(account: AccountRef) -> int:
    balance = Account.objects.filter(ref=account.ref).values_list("balance_chips", flat=True)
    return balance.first() or 0


def _movements(account: AccountRef) -> QuerySet[Posting]:
    return Posting.objects.filter(Q(source__ref=account.ref) | Q(target__ref=account.ref))


def _balance_after(account: AccountRef, posting_pk: int) -> int:
    """The balance as it stood with this posting made, however many came since."""
    signed = Case(When(target__ref=account.ref, then=F("chips")), default=-F("chips"))
    balance: int = (
        _movements(account).filter(pk__lte=posting_pk).aggregate(chips=Sum(signed))["chips"]
    )
    return balance


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
