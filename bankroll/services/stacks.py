"""Chips on a table: brought there, moved game by game, taken home."""

from typing import TYPE_CHECKING

from django.db import transaction

from bankroll.kinds import Leg, TransferKind
from bankroll.kinds import stack as stack_account
from bankroll.kinds import wallet as wallet_of
from bankroll.models import Transfer
from bankroll.services.frozen import frozen_check
from bankroll.services.posting import accounts_lock, transfer_post

if TYPE_CHECKING:
    from accounts.models import User


def stack_hold(*, user: "User", table_ref: str, chips: int, key: str, note: str = "") -> Transfer:
    """Put chips from the user's wallet before him at a table.

    Raises Refused `bankroll.short`, or with what keeps him from his chips.
    """
    frozen_check(user)
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
