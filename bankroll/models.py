"""The tables of the ledger, with every invariant a database can hold.

`bankroll.services` is the only writer. Postings and transfers are guarded by
triggers (`accounts.append_only`): a correction is a new transfer.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bankroll.kinds import OWNED, AccountKind, TransferKind
from wire.time import now


class Account(models.Model):
    """A place where chips lie. Its balance is what its postings add up to."""

    kind = models.CharField(_("kind"), max_length=10, choices=AccountKind)
    ref = models.CharField(_("name in the books"), max_length=120, unique=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("owner"),
    )
    balance_chips = models.BigIntegerField(_("balance"), default=0)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=AccountKind.values), name="bankroll_account_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(kind=AccountKind.MINT) | Q(balance_chips__gte=0),
                name="bankroll_account_is_solvent",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=OWNED, owner__isnull=False)
                | (~Q(kind__in=OWNED) & Q(owner__isnull=True)),
                name="bankroll_account_has_its_owner",
            ),
            models.UniqueConstraint(
                fields=["owner"],
                condition=Q(kind=AccountKind.WALLET),
                name="bankroll_account_one_wallet_each",
            ),
        )

    def __str__(self) -> str:
        return self.ref


class Transfer(models.Model):
    """One thing that happened to chips, done once for its key. Never changed."""

    key = models.CharField(_("key"), max_length=150, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=TransferKind)
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_at = models.DateTimeField(
        pgettext_lazy("a transfer", "posted at"), default=now, editable=False
    )

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        permissions = (
            ("correct_wallet", "Can correct a wallet"),
            ("audit_books", "Can audit the books"),
        )
        indexes = (
            models.Index(
                fields=["created_at"],
                condition=Q(kind=TransferKind.GAME),
                name="bankroll_transfer_games",
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=TransferKind.values), name="bankroll_transfer_kind_is_known"
            ),
            models.CheckConstraint(condition=~Q(key=""), name="bankroll_transfer_has_key"),
        )

    def __str__(self) -> str:
        return self.key


class Posting(models.Model):
    """A positive number of chips from one account to another. Never changed."""

    transfer = models.ForeignKey(
        Transfer,
        on_delete=models.PROTECT,
        related_name="postings",
        verbose_name=_("transfer"),
    )
    source = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("an account", "from"),
    )
    target = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("an account", "to"),
    )
    chips = models.BigIntegerField(_("chips"))

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        constraints = (
            models.CheckConstraint(
                condition=Q(chips__gt=0), name="bankroll_posting_chips_are_positive"
            ),
            models.CheckConstraint(
                condition=~Q(source=F("target")), name="bankroll_posting_moves_between_two"
            ),
        )

    def __str__(self) -> str:
        return f"{self.source_id} > {self.target_id}: {self.chips}"
