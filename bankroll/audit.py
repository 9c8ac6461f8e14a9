"""Proof that the books are in order, from the postings up.

`books_check` is asked every night, by `manage.py audit_books`, and at the end of every
test that moves chips. Each check is a single statement, so it sees one moment of
a house that goes on playing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from accounts.append_only import missing_guards
from bankroll.kinds import ROADS, AccountKind
from bankroll.models import Account, Posting, Transfer


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that is wrong: which check found it, where, and how."""

    check: str
    subject: str
    detail: str

    def __str__(self) -> str:
        return f"{self.check}: {self.subject}: {self.detail}"


def books_check() -> tuple[Breach, ...]:
    """Every breach there is. Empty means that the books are in order."""
    return tuple(breach for check in CHECKS for breach in check())


@dataclass(frozen=True, slots=True)
class Proof:
    """What was issued and where it lies. Chips on tables are held in escrow like an event's."""

    issued_chips: int
    wallet_chips: int
    escrow_chips: int
    house_chips: int

    @property
    def is_true(self) -> bool:
        """Whether every chip that was issued lies somewhere, and no other."""
        return self.issued_chips == self.wallet_chips + self.escrow_chips + self.house_chips

    def __str__(self) -> str:
        return (
            f"issued {self.issued_chips} = wallets {self.wallet_chips}"
            f" + escrow {self.escrow_chips} + house {self.house_chips}"
        )


def books_proof() -> Proof:
    """The sums of all balances by kind of account, read at one moment."""
    sums = Account.objects.values_list("kind").annotate(chips=Sum("balance_chips"))
    chips = dict.fromkeys(AccountKind, 0) | {AccountKind(kind): total for kind, total in sums}
    return Proof(
        issued_chips=-chips[AccountKind.MINT],
        wallet_chips=chips[AccountKind.WALLET],
        escrow_chips=chips[AccountKind.ESCROW] + chips[AccountKind.STACK],
        house_chips=chips[AccountKind.HOUSE],
    )


def _balances() -> Iterator[Breach]:
    """Each balance is what came in less what went out."""
    for account in (
        Account.objects.annotate(posted_chips=_sum_by("target") - _sum_by("source"))
        .exclude(balance_chips=F("posted_chips"))
        .order_by("pk")
    ):
        yield Breach(
            "balance",
            account.ref,
            f"says {account.balance_chips}, its postings add up to {account.posted_chips}",
        )


def _sum_by(end: str) -> Coalesce:
    sums = Posting.objects.filter(**{end: OuterRef("pk")}).order_by().values(end)
    return Coalesce(Subquery(sums.annotate(chips=Sum("chips")).values("chips")), Value(0))


def _issue() -> Iterator[Breach]:
    """What the mint has issued is what lies in wallets, in escrow and with the house."""
    total = Account.objects.aggregate(chips=Coalesce(Sum("balance_chips"), 0))["chips"]
    if total:
        yield Breach("issue", "all accounts", f"add up to {total} instead of 0")


def _solvency() -> Iterator[Breach]:
    """Nobody but the mint is below zero."""
    overdrawn = Account.objects.filter(balance_chips__lt=0).exclude(kind=AccountKind.MINT)
    for account in overdrawn.order_by("pk"):
        yield Breach("solvency", account.ref, f"stands at {account.balance_chips}")


def _substance() -> Iterator[Breach]:
    """Every transfer moves something."""
    for transfer in Transfer.objects.filter(postings__isnull=True).order_by("pk"):
        yield Breach("substance", transfer.key, "has no postings")


def _roads() -> Iterator[Breach]:
    """Chips went only where their kind of transfer goes, in positive amounts."""
    lawful = Q(pk__in=())
    for kind, roads in ROADS.items():
        for source, target in roads:
            lawful |= Q(transfer__kind=kind, source__kind=source, target__kind=target, chips__gt=0)
    strays = Posting.objects.exclude(lawful).select_related("transfer", "source", "target")
    for stray in strays.order_by("pk"):
        yield Breach(
            "road",
            stray.transfer.key,
            f"{stray.transfer.kind} of {stray.chips} from {stray.source} to {stray.target}",
        )


def _guards() -> Iterator[Breach]:
    """The database still refuses to change or drop what was written."""
    for guard in missing_guards(Transfer._meta.db_table, Posting._meta.db_table):
        yield Breach("guard", guard, "is not standing")


CHECKS: Final[tuple[Callable[[], Iterator[Breach]], ...]] = (
    _balances,
    _issue,
    _solvency,
    _substance,
    _roads,
    _guards,
)
