"""What staff put right in a wallet, by a transfer that nobody can hide."""

from typing import TYPE_CHECKING, Final

from django.db import transaction

from accounts.services import staff_action_record
from bankroll import selectors
from bankroll.kinds import MINT, Leg, TransferKind, wallet
from bankroll.models import Transfer
from bankroll.services.posting import accounts_lock, legs_check, transfer_post
from wire.errors import Forbidden, Malformed, Refused

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: Whoever holds it may correct wallets.
CORRECT: Final = "bankroll.correct_wallet"

#: The reason is the note of the transfer, which the player reads.
MOST_REASON: Final = 200


@transaction.atomic
def correction_post(*, staff: "User", user: "User", chips: int, reason: str, key: str) -> Transfer:
    """Mint chips into a wallet, or take them out of it and back to the mint where negative.

    `key` names the form: sent twice, it corrects once and is logged once. The player reads
    the reason in his statement.

    Raises:
        Forbidden: `auth.forbidden` without the permission.
        Malformed: `bankroll.amount` for no whole number, 0, or too many;
            `bankroll.reason` for a reason that is too long.
        Refused: `bankroll.own_wallet`; `staff.reason` without a reason; `bankroll.short`
            where the wallet holds less than is to be taken.
        Conflict: `bankroll.key_reused` where the form has corrected something else.
    """
    if not staff.has_perm(CORRECT):
        raise Forbidden("auth.forbidden")
    if staff.pk == user.pk:
        raise Refused("bankroll.own_wallet", _("Your own wallet is for somebody else to correct."))
    if len(reason) > MOST_REASON:
        raise Malformed(
            "bankroll.reason", _("A reason has at most {most} signs."), most=MOST_REASON
        )
    legs = (_leg(user, chips),)
    legs_check(TransferKind.CORRECTION, legs)
    accounts = accounts_lock((MINT, wallet(user)))
    transfer_key = f"correction:{key}"
    if not selectors.has_transfer(transfer_key):
        available = accounts[wallet(user).ref].balance_chips
        if available + chips < 0:
            raise Refused(
                "bankroll.short",
                _("There are {available_chips} chips in this wallet, not {needed_chips}."),
                available_chips=available,
                needed_chips=-chips,
            )
        staff_action_record(
            actor=staff,
            act="wallet.correct",
            subject=f"user:{user.username}",
            reason=reason,
            details={"chips": chips, "transfer": transfer_key},
        )
    return transfer_post(
        kind=TransferKind.CORRECTION, key=transfer_key, legs=legs, note=reason.strip()
    )


def _leg(user: "User", chips: int) -> Leg:
    """The way the chips go. An amount that is no whole number is left for the legs' check."""
    if type(chips) is int and chips < 0:
        return Leg(wallet(user), MINT, -chips)
    return Leg(MINT, wallet(user), chips)
