"""Chips the house issues and takes back: welcomes, loans to its bots."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from bankroll import selectors
from bankroll.kinds import MINT, Leg, TransferKind
from bankroll.kinds import wallet as wallet_of
from bankroll.models import Transfer
from bankroll.services.posting import accounts_lock, transfer_post
from wire.errors import Forbidden
from wire.refusals import refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


def grant(*, user: "User", chips: int, key: str, note: str = "") -> Transfer:
    """Mint chips into the user's wallet."""
    leg = Leg(MINT, wallet_of(user), chips)
    return transfer_post(kind=TransferKind.GRANT, key=key, legs=(leg,), note=note)


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


@transaction.atomic
def wallet_close(*, user: "User") -> None:
    """Give what is in a wallet back to the mint, for good.

    Registered with `accounts.lifecycle`. Raises Refused `bankroll.in_play` while chips of the
    user are in play.
    """
    wallet = wallet_of(user)
    chips = accounts_lock((MINT, wallet))[wallet.ref].balance_chips
    refuse_if_any(filter(None, [selectors.in_play_refusal(user)]))
    if chips:
        legs = (Leg(wallet, MINT, chips),)
        transfer_post(kind=TransferKind.CLOSE, key=f"close:{user.pk}", legs=legs)
