"""Chips of events: held from joining to the end, paid out, given back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from bankroll import selectors
from bankroll.kinds import HOUSE, MINT, Leg, TransferKind
from bankroll.kinds import escrow as escrow_account
from bankroll.kinds import wallet as wallet_of
from bankroll.models import Transfer
from bankroll.services.frozen import frozen_check
from bankroll.services.posting import accounts_lock, legs_check, transfer_post
from wire.errors import Refused

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


def hold(*, user: "User", escrow_ref: str, chips: int, key: str, note: str = "") -> Transfer:
    """Move chips from the user's wallet into an escrow.

    Raises Refused `bankroll.short`, or with what keeps him from his chips.
    """
    frozen_check(user)
    leg = Leg(wallet_of(user), escrow_account(escrow_ref), chips)
    return transfer_post(kind=TransferKind.HOLD, key=key, legs=(leg,), note=note)


@transaction.atomic
def release(*, escrow_ref: str, user: "User", chips: int, key: str, note: str = "") -> Transfer:
    """Give a user back what he put into an escrow, never more than that.

    Raises Refused `bankroll.not_held` where his stake there is smaller than `chips`.
    """
    leg = Leg(escrow_account(escrow_ref), wallet_of(user), chips)
    legs_check(TransferKind.RELEASE, (leg,))
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


def overlay_add(*, escrow_ref: str, chips: int, key: str, note: str = "") -> Transfer:
    """Add the house's chips to a pool, as far as a guarantee asks for."""
    legs = (Leg(MINT, escrow_account(escrow_ref), chips),)
    return transfer_post(kind=TransferKind.OVERLAY, key=key, legs=legs, note=note)


def settle(
    *,
    escrow_ref: str,
    fees_back_chips: int,
    payments: Sequence[tuple["User", int]],
    key: str,
    note: str = "",
) -> Transfer:
    """Pay everybody his part of a stopped event, with the fees the house returns, in one transfer.

    Raises Refused `bankroll.short` where the escrow or the house holds less.
    """
    held = escrow_account(escrow_ref)
    back = (Leg(HOUSE, held, fees_back_chips),) if fees_back_chips else ()
    paid = (Leg(held, wallet_of(user), chips) for user, chips in payments)
    return transfer_post(kind=TransferKind.SETTLE, key=key, legs=(*back, *paid), note=note)


def ticket_move(
    *, source_ref: str | None, target_ref: str, chips: int, key: str, note: str = ""
) -> Transfer:
    """Move the price of a ticket: from a pool to the ticket, from there to an event, or back.

    Without a source the house gives it.
    """
    source = MINT if source_ref is None else escrow_account(source_ref)
    legs = (Leg(source, escrow_account(target_ref), chips),)
    return transfer_post(kind=TransferKind.TICKET, key=key, legs=legs, note=note)


def ticket_lapse(*, escrow_ref: str, chips: int, key: str, note: str = "") -> Transfer:
    """The price of a ticket that nobody can use any more goes to the house."""
    legs = (Leg(escrow_account(escrow_ref), HOUSE, chips),)
    return transfer_post(kind=TransferKind.LAPSE, key=key, legs=legs, note=note)


def pool_carry(
    *, source_ref: str, target_ref: str, chips: int, key: str, note: str = ""
) -> Transfer:
    """Move what one event has left over into the pool of another."""
    legs = (Leg(escrow_account(source_ref), escrow_account(target_ref), chips),)
    return transfer_post(kind=TransferKind.CARRY, key=key, legs=legs, note=note)
