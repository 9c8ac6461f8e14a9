"""The statement of a wallet: every movement, newest first, with the balance after it."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.db.models import Case, F, Q, QuerySet, Sum, When
from django.utils.translation import gettext

from bankroll import kinds
from bankroll.kinds import AccountRef, TransferKind
from bankroll.models import Posting

if TYPE_CHECKING:
    from accounts.models import User


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


def _movements(account: AccountRef) -> QuerySet[Posting]:
    return Posting.objects.filter(Q(source__ref=account.ref) | Q(target__ref=account.ref))


def _balance_after(account: AccountRef, posting_pk: int) -> int:
    """The balance as it stood with this posting made, however many came since."""
    signed = Case(When(target__ref=account.ref, then=F("chips")), default=-F("chips"))
    balance: int = (
        _movements(account).filter(pk__lte=posting_pk).aggregate(chips=Sum(signed))["chips"]
    )
    return balance
