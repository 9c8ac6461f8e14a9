"""The only writer of the ledger.

`transfer_post` is the whole of it; the others are its names for what the house does.
Every transfer has a key and happens once: asked again with the same key it answers
with what was posted the first time.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Case, F, When

from bankroll import selectors
from bankroll.kinds import HOUSE, MINT, ROADS, AccountKind, AccountRef, Leg, TransferKind
from bankroll.kinds import escrow as escrow_account
from bankroll.kinds import stack as stack_account
from bankroll.kinds import wallet as wallet_of
from bankroll.models import Account, Posting, Transfer
from wire.errors import Conflict, Forbidden, Malformed, Refused

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: The largest amount one posting may move. Far above any event, far below the column.
MOST_CHIPS: Final = 10**15


@transaction.atomic
def transfer_post(*, kind: TransferKind, key: str, legs: Sequence[Leg], note: str = "") -> Transfer:
    """Post a transfer, all its legs or none; or answer with the one this key already made.

    The accounts are locked in id order, so transfers never wait for each other in a
    circle. A transaction that posts several transfers calls `accounts_lock` first.

    Raises:
        Malformed: `bankroll.amount` for chips that are not a whole number from 1 up,
            `bankroll.road` for a leg this kind of transfer cannot have, or no leg at all.
        Refused: `bankroll.short` where an account other than the mint would fall below zero.
        Conflict: `bankroll.key_reused` where the key belongs to a different transfer.
    """
    legs = tuple(legs)
    _legs_check(kind, legs)
    accounts = accounts_lock(_accounts_of(legs))
    earlier = Transfer.objects.filter(key=key).first()
    if earlier is not None:
        return _same_transfer(earlier, kind, legs)
    changes = _changes(legs)
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
    locked = Account.objects.select_for_update().filter(ref__in=refs).order_by("pk")
    return {account.ref: account for account in locked}


def grant(*, user: "User", chips: int, key: str, note: str = "") -> Transfer:
    """Mint chips into the user's wallet."""
    leg = Leg(MINT, wallet_of(user), chips)
    return transfer_post(kind=TransferKind.GRANT, key=key, legs=(leg,), note=note)


def hold(*, user: "User", escrow_ref: str, chips: int, key: str, note: str = "") -> Transfer:
    """Move chips from the user's wallet into an escrow. Raises Refused `bankroll.short`."""
    leg = Leg(wallet_of(user), escrow_account(escrow_ref), chips)
    return transfer_post(kind=TransferKind.HOLD, key=key, legs=(leg,), note=note)


@transaction.atomic
def release(*, escrow_ref: str, user: "User", chips: int, key: str, note: str = "") -> Transfer:
    """Give a user back what he put into an escrow, never more than that.

    Raises Refused `bankroll.not_held` where his stake there is smaller than `chips`.
    """
    leg = Leg(escrow_account(escrow_ref), wallet_of(user), chips)
    _legs_check(TransferKind.RELEASE, (leg,))
    accounts_lock((leg.source, leg.target))
    if not selectors.has_transfer(key):
        stake = selectors.stake_in(user, escrow_ref)
        if chips > stake:
            raise Refused(
                "bankroll.not_held",
                _("There are {stake_chips} chips to give back, not {asked_chips}."),
                stake_chips=stake,
                asked_chips=chips,
            )
    return transfer_post(kind=TransferKind.RELEASE, key=key, legs=(leg,), note=note)


def pay(*, escrow_ref: str, user: "User", chips: int, key: str, note: str = "") -> Transfer:
    """Pay a prize from an escrow. Raises Refused `bankroll.short` where it holds less."""
    leg = Leg(escrow_account(escrow_ref), wallet_of(user), chips)
    return transfer_post(kind=TransferKind.PAY, key=key, legs=(leg,), note=note)


def fee_take(*, escrow_ref: str, chips: int, key: str, note: str = "") -> Transfer:
    """Move the fees an event has collected from its escrow to the house."""
    leg = Leg(escrow_account(escrow_ref), HOUSE, chips)
    return transfer_post(kind=TransferKind.FEE, key=key, legs=(leg,), note=note)


def stack_hold(*, user: "User", table_ref: str, chips: int, key: str, note: str = "") -> Transfer:
    """Put chips from the user's wallet before him at a table. Raises Refused `bankroll.short`."""
    leg = Leg(wallet_of(user), stack_account(table_ref, user), chips)
    return transfer_post(kind=TransferKind.SIT, key=key, legs=(leg,), note=note)


def stack_pay(
    *, table_ref: str, loser: "User", winner: "User", chips: int, key: str, note: str = ""
) -> Transfer:
    """Move what a game was worth from the loser's stack to the winner's.

    Raises Refused `bankroll.short` where the loser has less before him.
    """
    leg = Leg(stack_account(table_ref, loser), stack_account(table_ref, winner), chips)
    return transfer_post(kind=TransferKind.GAME, key=key, legs=(leg,), note=note)


@transaction.atomic
def stack_release(*, table_ref: str, user: "User", key: str, note: str = "") -> Transfer | None:
    """Give a user all that is before him at a table; None where nothing is."""
    stack = stack_account(table_ref, user)
    accounts = accounts_lock((stack, wallet_of(user)))
    chips = accounts[stack.ref].balance_chips
    if not chips:
        return Transfer.objects.filter(key=key).first()
    leg = Leg(stack, wallet_of(user), chips)
    return transfer_post(kind=TransferKind.RISE, key=key, legs=(leg,), note=note)


@transaction.atomic
def bot_fund(*, bot: "User", chips: int, key: str) -> None:
    """See to it that a house bot has this many chips in its wallet.

    Raises Forbidden `auth.forbidden` for anybody who is no house bot.
    """
    if not bot.is_bot:
        raise Forbidden("auth.forbidden")
    wallet = wallet_of(bot)
    missing = chips - accounts_lock((MINT, wallet))[wallet.ref].balance_chips
    if missing > 0 and not selectors.has_transfer(key):
        grant(user=bot, chips=missing, key=key, note=_("House bots are lent what they play for."))


@transaction.atomic
def newcomer_welcome(*, user: "User") -> None:
    """Give a newcomer what he has not had yet: guests their sum, members the rest of theirs.

    A guest who becomes a member gets the difference, so nobody gains by the detour.
    Registered with `accounts.lifecycle`; asked at every sign-in, it gives once.
    """
    guest_key = f"welcome:guest:{user.pk}"
    accounts_lock((MINT, wallet_of(user)))
    if user.is_guest:
        key, chips = guest_key, settings.HOUSE_GUEST_CHIPS
    else:
        key = f"welcome:{user.pk}"
        chips = settings.HOUSE_WELCOME_CHIPS - selectors.chips_moved(guest_key)
    if chips > 0 and not selectors.has_transfer(key):
        grant(user=user, chips=chips, key=key, note=_("Welcome to the house."))


def _legs_check(kind: TransferKind, legs: tuple[Leg, ...]) -> None:
    if not legs:
        raise Malformed("bankroll.road", _("A transfer moves something."))
    for leg in legs:
        if type(leg.chips) is not int or not 0 < leg.chips <= MOST_CHIPS:
            raise Malformed("bankroll.amount", _("Chips are whole numbers from 1 up."))
        if (leg.source.kind, leg.target.kind) not in ROADS[kind]:
            raise Malformed("bankroll.road", _("Chips do not go that way."), kind=kind.value)


def _accounts_of(legs: Iterable[Leg]) -> list[AccountRef]:
    return [account for leg in legs for account in (leg.source, leg.target)]


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
    if account.kind == AccountKind.WALLET:
        raise Refused(
            "bankroll.short",
            _("You have {available_chips} chips; this takes {needed_chips}."),
            available_chips=account.balance_chips,
            needed_chips=-change,
        )
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


def _key_reused() -> Conflict:
    return Conflict("bankroll.key_reused", _("Something else was booked under this key."))
