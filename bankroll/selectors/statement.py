"""The statement of a wallet: every movement, newest first, with the balance after it.

Movements are only ever added, so the number of a line is its address for good.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from typing import TYPE_CHECKING, Any, Final

from django.core.paginator import Paginator
from django.db.models import Case, F, Max, Q, QuerySet, Sum, When, Window
from django.db.models.functions import RowNumber

from bankroll import kinds
from bankroll.kinds import AccountRef, TransferKind
from bankroll.models import Posting
from bankroll.notes import note_text
from wire.errors import NotFound

if TYPE_CHECKING:
    from accounts.models import User

#: Days beyond these begin or end, somewhere, in a year that has no number.
_FIRST_DAY: Final = date(1, 1, 2)
_LAST_DAY: Final = date(9999, 12, 30)
_CHUNK = 500  # lines that a long statement is read in


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True)
class StatementFilter:
    """Which lines are asked for. What is left out does not matter.

    since, until: days by the clock of `zone`, both included. place: as in `table:4k2m`. before:
    only lines with lower numbers.
    """

    kind: TransferKind | None = None
    since: date | None = None
    until: date | None = None
    place: str = ""
    before: int | None = None
    zone: tzinfo = UTC


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement of a wallet: signed chips, and the balance right after it.

    number: counts the wallet's movements from the first one. key: names the transfer; for the
    house alone. place: where the chips went or came from, as in `table:4k2m`, or "".
    """

    number: int
    key: str
    kind: TransferKind
    posted_at: datetime
    note: str
    place: str
    chips: int
    balance_chips: int

    @property
    def reason(self) -> str:
        """The kind of the transfer, for people."""
        return str(self.kind.label)


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


def statement(
    user: "User",
    *,
    page: int = 1,
    lines_per_page: int = 30,
    asked: StatementFilter = StatementFilter(),
) -> StatementPage:
    """One page of the wallet's movements, newest first. A page that is too high is the last."""
    found = Paginator(_rows(user, _wanted(user, asked)), lines_per_page).get_page(page)
    lines = tuple(_line(row) for row in found.object_list)
    return StatementPage(lines, found.number, found.paginator.num_pages)


def statement_lines(user: "User", asked: StatementFilter) -> Iterator[StatementLine]:
    """All lines that are asked for, newest first, never all of them in memory."""
    for row in _rows(user, _wanted(user, asked)).iterator(chunk_size=_CHUNK):
        yield _line(row)


def statement_line(user: "User", number: int) -> StatementLine:
    """One line by its number. Raises NotFound `bankroll.no_line`."""
    row = _rows(user, Q(number=number)).first()
    if row is None:
        raise NotFound("bankroll.no_line", _("There is no such line in your statement."))
    return _line(row)


def places_in_statement(user: "User", *, most: int = 50) -> tuple[str, ...]:
    """Where chips of the wallet went or came from, the latest first."""
    wallet = kinds.wallet(user)
    elsewhere = (
        Posting.objects.filter(_touches(wallet))
        .values(other=_other_end(wallet))
        .annotate(latest=Max("pk"))
        .order_by("-latest")
    )
    names = (kinds.place_of(row["other"]) for row in elsewhere[: most + 2])
    return tuple(name for name in names if name)[:most]


def _rows(user: "User", wanted: Q) -> "QuerySet[Posting, tuple[Any, ...]]":
    """The movements that are wanted, newest first, as `_line` reads them."""
    wallet = kinds.wallet(user)
    change = Case(When(target__ref=wallet.ref, then=F("chips")), default=-F("chips"))
    numbered = Posting.objects.filter(_touches(wallet)).annotate(
        other=_other_end(wallet),
        change=change,
        number=Window(RowNumber(), order_by="pk"),
        balance=Window(Sum(change), order_by="pk"),
    )
    # Numbers and balances are of all movements, so the choice is made after them: a condition
    # on a window is asked outside it, and takes along what it is joined to by "or".
    chosen = numbered.filter(Q(number=0) | wanted).order_by("-pk")
    told = ("key", "kind", "created_at", "note")
    return chosen.values_list(
        "number", *(f"transfer__{field}" for field in told), "other", "change", "balance"
    )


def _other_end(wallet: AccountRef) -> Case:
    return Case(When(target__ref=wallet.ref, then=F("source__ref")), default=F("target__ref"))


def _touches(wallet: AccountRef) -> Q:
    return Q(source__ref=wallet.ref) | Q(target__ref=wallet.ref)


def _wanted(user: "User", asked: StatementFilter) -> Q:
    wanted = Q(pk__gt=0)
    if asked.kind is not None:
        wanted &= Q(transfer__kind=asked.kind)
    if asked.since is not None:
        wanted &= Q(transfer__created_at__gte=_moment(asked.since, time.min, asked.zone))
    if asked.until is not None:
        wanted &= Q(transfer__created_at__lte=_moment(asked.until, time.max, asked.zone))
    if asked.place:
        refs = [account.ref for account in kinds.accounts_at(asked.place, user)]
        wanted &= Q(source__ref__in=refs) | Q(target__ref__in=refs)
    if asked.before is not None:
        wanted &= Q(number__lt=asked.before)
    return wanted


def _line(row: tuple[Any, ...]) -> StatementLine:
    number, key, kind, posted_at, note, other, change, balance = row
    return StatementLine(
        number=number,
        key=key,
        kind=TransferKind(kind),
        posted_at=posted_at,
        note=note_text(note),
        place=kinds.place_of(other),
        chips=change,
        balance_chips=balance,
    )


def _moment(day: date, clock: time, zone: tzinfo) -> datetime:
    return datetime.combine(min(max(day, _FIRST_DAY), _LAST_DAY), clock, zone)
