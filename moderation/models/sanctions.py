"""What is imposed on people, and what they say against it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from moderation.cases import AppealState
from moderation.models.cases import Case, new_public_id
from moderation.sanctions import FOR_EVER, Offence, SanctionKind, SanctionState
from wire.time import now


class Sanction(models.Model):
    """One step against one person. It runs out by itself; staff may lift it before.

    scope: "" for the whole house, or `event:<id>` for a mute by that event's organiser.
    text: what its bearer reads as the reason. ends_at: FOR_EVER for what has no end, or none
    before staff look at it again. ended_at: the moment it holds no longer, ends_at unless it was
    lifted before; a warning holds nobody and has both where it starts. ended_text: what its
    bearer reads about the lifting. key: of the form or request that imposed it; the same twice
    imposes once. is_carried_out: everything it ends has been ended. is_mail_due: its bearer
    is still to be told by mail.
    """

    public_id = models.CharField(
        _("id"), max_length=12, unique=True, default=new_public_id, editable=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    kind = models.CharField(_("sanction"), max_length=10, choices=SanctionKind)
    offence = models.CharField(_("offence"), max_length=10, choices=Offence)
    scope = models.CharField(_("where"), max_length=60, blank=True)
    text = models.CharField(_("what the player reads"), max_length=300)
    imposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("imposed by")
    )
    case = models.ForeignKey(
        Case, models.PROTECT, null=True, related_name="sanctions", verbose_name=_("case")
    )
    key = models.CharField(_("key"), max_length=80, unique=True)
    state = models.CharField(
        _("state"), max_length=10, choices=SanctionState, default=SanctionState.IN_FORCE
    )
    starts_at = models.DateTimeField(_("since"), default=now)
    ends_at = models.DateTimeField(_("until"), default=FOR_EVER)
    ended_at = models.DateTimeField(_("in force until"), default=FOR_EVER)
    ended_text = models.CharField(_("what was said on lifting"), max_length=300, blank=True)
    is_carried_out = models.BooleanField(_("carried out"), default=True)
    is_read = models.BooleanField(_("read by the player"), default=False)
    is_mail_due = models.BooleanField(_("mail due"), default=False)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ("-pk",)
        permissions = (
            ("impose_sanction", "Can impose and lift sanctions"),
            ("decide_appeal", "Can decide appeals"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=SanctionKind.values), name="moderation_sanction_kind_known"
            ),
            models.CheckConstraint(condition=~Q(text=""), name="moderation_sanction_has_text"),
            models.CheckConstraint(
                condition=Q(scope="") | Q(kind=SanctionKind.MUTE),
                name="moderation_sanction_only_mutes_have_scope",
            ),
            models.CheckConstraint(
                condition=~Q(user=models.F("imposed_by")), name="moderation_sanction_of_another"
            ),
        )
        indexes = (
            models.Index(fields=["user", "ended_at"], name="moderation_sanction_in_force"),
            models.Index(fields=["starts_at"], name="moderation_sanction_since"),
            models.Index(
                fields=["id"],
                condition=Q(is_carried_out=False),
                name="moderation_sanction_undone",
            ),
            models.Index(
                fields=["id"],
                condition=Q(is_mail_due=True),
                name="moderation_sanction_mail",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"

    @property
    def is_in_force(self) -> bool:
        """Whether it keeps its bearer from something now."""
        return self.ended_at > now()

    @property
    def is_endless(self) -> bool:
        """Whether it stands until staff look at it again."""
        return self.ends_at >= FOR_EVER


class Appeal(models.Model):
    """What somebody says against a sanction: once, and answered once.

    is_mail_due: he is still to be told the answer by mail.
    """

    sanction = models.OneToOneField(
        Sanction, models.PROTECT, related_name="appeal", verbose_name=_("sanction")
    )
    text = models.CharField(_("appeal"), max_length=1000)
    state = models.CharField(
        _("state"), max_length=10, choices=AppealState, default=AppealState.OPEN
    )
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    created_at = models.DateTimeField(_("made at"), default=now)
    decided_at = models.DateTimeField(_("decided at"), null=True)
    is_mail_due = models.BooleanField(_("mail due"), default=False)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ("-state", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(state=AppealState.OPEN, decided_at__isnull=True)
                | (~Q(state=AppealState.OPEN) & Q(decided_at__isnull=False) & ~Q(answer="")),
                name="moderation_appeal_decided_is_answered",
            ),
        )
        indexes = (
            models.Index(
                fields=["id"], condition=Q(is_mail_due=True), name="moderation_appeal_mail"
            ),
        )

    def __str__(self) -> str:
        return f"{self.sanction}: {self.state}"
