"""The one way chips move: `transfer_post`.

Every transfer has a key and happens once: asked again with the same key it answers
with what was posted the first time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import IntegrityError, connection, transaction
from django.db.models import Case, F, When

from bankroll.kinds import ROADS, AccountKind, AccountRef, Leg, TransferKind
from bankroll.models import Account, Posting, Transfer
from bankroll.services.atonce import post_at_once
from bankroll.shortage import short_refusal
from wire.errors import Conflict, Malformed, Refused


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: The largest amount one posting may move. Far above any event, far below the column.
MOST_CHIPS: Final = 10**15


def transfer_post(*, kind: TransferKind, key: str, legs: Sequence[Leg], note: str = "") -> Transfer:
    """Post a transfer, all its legs or none; or answer with the one this key already made.

    The accounts are locked in id order, so transfers never wait for each other in a
    circle. A transaction that posts several transfers calls `accounts_lock` first.
    PostgreSQL does all of it in one statement (`atonce`) unless something is unusual.

    Raises:
        Malformed: `bankroll.amount` for chips that are not a whole number from 1 up,
            `bankroll.road` for a leg this kind of transfer cannot have, or no leg at all.
        Refused: `bankroll.short` where an account other than the mint would fall below zero.
        Conflict: `bankroll.key_reused` where the key belongs to a different transfer.
    """
    legs = tuple(legs)
    legs_check(kind, legs)
    changes = _changes(legs)
    if connection.vendor == "postgresql" and (
        posted := post_at_once(kind=kind, key=key, legs=legs, changes=changes, note=note)
    ):
        return posted
    return _post_step_by_step(kind, key, legs, changes, note)


@transaction.atomic
def _post_step_by_step(
    kind: TransferKind, key: str, legs: tuple[Leg, ...], changes: Mapping[str, int], note: str
) -> Transfer:
    """What `transfer_post` answers, with room for new accounts, known keys and refusals."""
    ends = [account for leg in legs for account in (leg.source, leg.target)]
    accounts = accounts_lock(ends)
    if any(accounts[end.ref].kind != end.kind for end in ends):
        raise _wrong_road(kind)
    earlier = Transfer.objects.filter(key=key).first()
    if earlier is not None:
        return _same_transfer(earlier, kind, legs)
    for ref, change in changes.items():
        _solvency_check(accounts[ref], change)
    try:
        transfer = Transfer.objects.create(kind=kind, key=key, note=note)
    except IntegrityError as clash:
        # Whoever posts the same transfer waits for our locks and finds it above. So
        # the one who took the key at this very moment moves chips of other accounts.
        raise _key_reused() from clash
    Posting.objects.bulk_create(
        Posting(
            transfer=transfer,
            source=accounts[leg.source.ref],
            target=accounts[leg.target.ref],
            chips=leg.chips,
        )
        for leg in legs
    )
    _balances_move({accounts[ref].pk: change for ref, change in changes.items()})
    return transfer


@transaction.atomic(savepoint=False)
def accounts_lock(wanted: Iterable[AccountRef]) -> dict[str, Account]:
    """The accounts by name, opened where they are new, locked until the transaction ends.

    Call it ahead of several transfers in one transaction, with every account they touch.
    """
    refs = {account.ref: account for account in wanted}
    known = set(Account.objects.filter(ref__in=refs).values_list("ref", flat=True))
    # New accounts come before the first lock: an insert may wait for another's insert,
    # and whoever waits must not hold what the other needs.
    opened = [
        Account(kind=account.kind, ref=ref, owner_id=account.owner_id)
        for ref, account in sorted(refs.items())
        if ref not in known
    ]
    Account.objects.bulk_create(opened, ignore_conflicts=True)
    locked = Account.objects.select_for_update(no_key=True).filter(ref__in=refs).order_by("pk")
    return {account.ref: account for account in locked}


def legs_check(kind: TransferKind, legs: Sequence[Leg]) -> None:
    """Raise Malformed for legs that no state of the books could make right."""
    if not legs:
        raise Malformed("bankroll.road", _("A transfer moves something."))
    for leg in legs:
        if type(leg.chips) is not int or not 0 < leg.chips <= MOST_CHIPS:
            raise Malformed("bankroll.amount", _("Chips are whole numbers from 1 up."))
        if (leg.source.kind, leg.target.kind) not in ROADS[kind]:
            raise _wrong_road(kind)


def _changes(legs: Iterable[Leg]) -> Counter[str]:
    """By account: what all legs together do to its balance."""
    changes: Counter[str] = Counter()
    for leg in legs:
        changes[leg.source.ref] -= leg.chips
        changes[leg.target.ref] += leg.chips
    return changes


def _solvency_check(account: Account, change: int) -> None:
    """The database would refuse too; this says it to a person."""
    if account.kind == AccountKind.MINT or account.balance_chips + change >= 0:
        return
    short = short_refusal(account.balance_chips, -change)
    if account.kind == AccountKind.WALLET and short is not None:
        raise Refused(short.code, short.text, **short.facts)
    raise Refused("bankroll.short", _("There are not enough chips held for this."))


def _balances_move(changes: dict[int, int]) -> None:
    """Add each change to its account's balance, all in one statement."""
    moved = Case(*(When(pk=pk, then=F("balance_chips") + by) for pk, by in changes.items()))
    Account.objects.filter(pk__in=changes).update(balance_chips=moved)


def _same_transfer(earlier: Transfer, kind: TransferKind, legs: tuple[Leg, ...]) -> Transfer:
    """The transfer posted earlier, if it is the one asked for. The note may differ."""
    posted = earlier.postings.order_by("pk").values_list("source__ref", "target__ref", "chips")
    asked = [(leg.source.ref, leg.target.ref, leg.chips) for leg in legs]
    if earlier.kind != kind or list(posted) != asked:
        raise _key_reused()
    return earlier


def _wrong_road(kind: TransferKind) -> Malformed:
    return Malformed("bankroll.road", _("Chips do not go that way."), kind=kind.value)


def _key_reused() -> Conflict:
    return Conflict("bankroll.key_reused", _("Something else was booked under this key."))
