"""The kinds of accounts and transfers, and the sign convention, in one place.

A posting moves a positive number of chips *from* its source *to* its target: the
source's balance falls by it and the target's rises by it. Nothing is ever negative
except the balance of the mint, which is minus the chips in the world.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User


class AccountKind(models.TextChoices):
    """What an account is for."""

    MINT = "mint", _("mint")
    HOUSE = "house", _("house")
    WALLET = "wallet", _("wallet")
    ESCROW = "escrow", _("escrow")
    STACK = "stack", _("stack")


#: Accounts that belong to somebody. All others are the house's own.
OWNED: Final = (AccountKind.WALLET, AccountKind.STACK)


class TransferKind(models.TextChoices):
    """What a transfer means, as the statement says it."""

    GRANT = "grant", _("Chips from the house")
    HOLD = "hold", _("Buy-in")
    RELEASE = "release", _("Buy-in returned")
    PAY = "pay", _("Prize")
    FEE = "fee", _("Fee to the house")
    SIT = "sit", _("Brought to a table")
    GAME = "game", _("Game at a table")
    RISE = "rise", _("Taken from a table")
    REFILL = "refill", _("Refill")
    CORRECTION = "correction", _("Correction by staff")
    OVERLAY = "overlay", _("Added by the house")
    TICKET = "ticket", _("Ticket")
    CARRY = "carry", _("Carried to another event")
    LAPSE = "lapse", _("Ticket lapsed")
    SETTLE = "settle", _("Settlement of a stopped event")
    CLOSE = "close", _("Account closed")


Road = tuple[AccountKind, AccountKind]

_MINT, _HOUSE, _WALLET, _ESCROW, _STACK = (
    AccountKind.MINT,
    AccountKind.HOUSE,
    AccountKind.WALLET,
    AccountKind.ESCROW,
    AccountKind.STACK,
)

#: Where each kind of transfer comes from and goes to. Any other road is refused.
ROADS: Final[Mapping[TransferKind, tuple[Road, ...]]] = {
    TransferKind.GRANT: ((_MINT, _WALLET),),
    TransferKind.HOLD: ((_WALLET, _ESCROW),),
    TransferKind.RELEASE: ((_ESCROW, _WALLET),),
    TransferKind.PAY: ((_ESCROW, _WALLET),),
    TransferKind.FEE: ((_ESCROW, _HOUSE),),
    TransferKind.SIT: ((_WALLET, _STACK),),
    TransferKind.GAME: ((_STACK, _STACK),),
    TransferKind.RISE: ((_STACK, _WALLET),),
    TransferKind.REFILL: ((_MINT, _WALLET),),
    TransferKind.CORRECTION: ((_MINT, _WALLET), (_WALLET, _MINT)),
    TransferKind.OVERLAY: ((_MINT, _ESCROW),),
    TransferKind.TICKET: ((_ESCROW, _ESCROW), (_MINT, _ESCROW)),
    TransferKind.CARRY: ((_ESCROW, _ESCROW),),
    TransferKind.LAPSE: ((_ESCROW, _HOUSE),),
    TransferKind.SETTLE: ((_HOUSE, _ESCROW), (_ESCROW, _WALLET)),
    TransferKind.CLOSE: ((_WALLET, _MINT),),
}


@dataclass(frozen=True, slots=True)
class AccountRef:
    """An account by name, whether or not it has been opened yet.

    `owner_id` is the owner of a wallet or a stack; no other kind has one.
    """

    kind: AccountKind
    ref: str
    owner_id: int | None = None


MINT: Final = AccountRef(AccountKind.MINT, "mint")
HOUSE: Final = AccountRef(AccountKind.HOUSE, "house")


def wallet(user: "User") -> AccountRef:
    """The one wallet of a user."""
    return AccountRef(AccountKind.WALLET, f"wallet:{user.pk}", user.pk)


def escrow(ref: str) -> AccountRef:
    """The escrow of an event or a table, called by its owner as in `tournament:<public id>`."""
    return AccountRef(AccountKind.ESCROW, f"escrow:{ref}")


def accounts_at(place: str, user: "User") -> tuple[AccountRef, AccountRef]:
    """Where chips of a user may be in play at a place, whichever kind of place it is."""
    return escrow(place), stack(place, user)


def stack(table_ref: str, user: "User") -> AccountRef:
    """The chips before one player at one table, called as in `table:<public id>`."""
    return AccountRef(AccountKind.STACK, f"stack:{table_ref}:{user.pk}", user.pk)


def place_of(account_ref: str) -> str:
    """Where chips on an account are in play, as in `table:4k2m`; "" for wallets and the house."""
    kind, _colon, place = account_ref.partition(":")
    if kind == AccountKind.ESCROW:
        return place
    if kind == AccountKind.STACK:
        return place.rpartition(":")[0]
    return ""


@dataclass(frozen=True, slots=True)
class Leg:
    """One movement of a transfer: `chips`, at least 1, from `source` to `target`."""

    source: AccountRef
    target: AccountRef
    chips: int
