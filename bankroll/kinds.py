"""The kinds of accounts and transfers, and the sign convention, in one place.

A posting moves a positive number of chips *from* its source *to* its target: the
source's balance falls by it and the target's rises by it. Nothing is ever negative
except the balance of the mint, which is minus the chips in the world.
"""

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


class TransferKind(models.TextChoices):
    """What a transfer means, as the statement says it."""

    GRANT = "grant", _("Chips from the house")
    HOLD = "hold", _("Buy-in")
    RELEASE = "release", _("Buy-in returned")
    PAY = "pay", _("Prize")
    FEE = "fee", _("Fee to the house")


#: Where each kind of transfer comes from and goes to. Any other road is refused.
ROADS: Final = {
    TransferKind.GRANT: (AccountKind.MINT, AccountKind.WALLET),
    TransferKind.HOLD: (AccountKind.WALLET, AccountKind.ESCROW),
    TransferKind.RELEASE: (AccountKind.ESCROW, AccountKind.WALLET),
    TransferKind.PAY: (AccountKind.ESCROW, AccountKind.WALLET),
    TransferKind.FEE: (AccountKind.ESCROW, AccountKind.HOUSE),
}


@dataclass(frozen=True, slots=True)
class AccountRef:
    """An account by name, whether or not it has been opened yet.

    `owner_id` is the wallet's owner; no other kind has one.
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


@dataclass(frozen=True, slots=True)
class Leg:
    """One movement of a transfer: `chips`, at least 1, from `source` to `target`."""

    source: AccountRef
    target: AccountRef
    chips: int
