"""The tables of accounts: who a player is, whom he blocks, and what staff have done.

What a player owns, plays or says lives in the apps above and points here.
"""

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower, Replace
from django.utils.translation import gettext_lazy as _

from accounts.names import LOOK_ALIKES, NAME_LENGTH, NAME_PATTERN
from wire.time import now


def folded_name(name: str | models.Expression) -> models.Expression:
    """`accounts.names.folded` as the database computes it."""
    seen: models.Expression = Lower(name)
    for sign, reading in LOOK_ALIKES:
        seen = Replace(seen, models.Value(sign), models.Value(reading))
    return seen


class User(AbstractUser):
    """Somebody who can sit at a board: a member, a guest or a house bot.

    The public handle is the name; `pk` and e-mail never reach another player.
    """

    username = models.CharField(
        _("name"),
        max_length=NAME_LENGTH,
        unique=True,
        validators=[
            RegexValidator(
                rf"\A{NAME_PATTERN.pattern}\Z",
                _("A name has 3 to 20 letters A to Z, digits, hyphens or underscores."),
            )
        ],
        error_messages={"unique": _("This name is taken.")},
    )
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    date_joined = None  # type: ignore[assignment]
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("house bot"), default=False)
    created_at = models.DateTimeField(_("joined at"), default=now, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            models.UniqueConstraint(
                folded_name("username"),
                name="accounts_user_name_has_no_look_alike",
                violation_error_message=_("This name looks like one that is taken."),
            ),
            models.CheckConstraint(
                condition=~models.Q(is_guest=True, is_bot=True),
                name="accounts_user_is_guest_or_bot",
            ),
        )

    @property
    def guest_badge(self) -> str:
        """What a browser keeps to be this guest again: his name and when he came.

        Both, because a claimed guest's number is free for another.
        """
        return f"{self.username}:{self.created_at.timestamp():.6f}"

    def get_full_name(self) -> str:
        """The name: there is no other."""
        return self.username

    def get_short_name(self) -> str:
        """The name: there is no other."""
        return self.username


class Block(models.Model):
    """One player wants nothing to do with another."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(_("blocked at"), default=now, editable=False)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = (
            models.UniqueConstraint(fields=["user", "blocked"], name="accounts_block_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("blocked")), name="accounts_block_of_another"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} blocks {self.blocked}"


class StaffAction(models.Model):
    """One act of staff, with its reason. Only ever added; the database refuses anything else."""

    actor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(_("act"), max_length=60)
    subject = models.CharField(_("subject"), max_length=120, db_index=True)
    reason = models.TextField(_("reason"))
    details = models.JSONField(_("details"), default=dict)
    created_at = models.DateTimeField(_("done at"), default=now, editable=False)

    class Meta:
        verbose_name = _("staff action")
        verbose_name_plural = _("staff actions")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(reason=""), name="accounts_staffaction_has_reason"
            ),
        )

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"
