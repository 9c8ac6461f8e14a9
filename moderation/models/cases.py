"""What people report, gathered: one case for one thing, one report a person."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from moderation.cases import CaseKind, CaseOutcome, CaseState, ReportReason
from wire.ids import new_public_id
from wire.time import now


class Case(models.Model):
    """Something that staff should decide, once for all who reported it.

    subject: what it is about, as in `line:123` or `user:alice`. about: who would answer for it.
    room: where it happened, "" for nowhere. context: the lines around it as they were when it was
    first reported, as plain data; it never changes. urgency: what is looked at first, the highest
    number; how it is reckoned stands in `moderation.urgency`. answer: what its reporters read.
    """

    public_id = models.CharField(
        _("id"), max_length=12, unique=True, default=new_public_id, editable=False
    )
    kind = models.CharField(_("kind"), max_length=10, choices=CaseKind)
    subject = models.CharField(_("subject"), max_length=120)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("whom a case is about", "about"),
    )
    room = models.CharField(_("room"), max_length=60, blank=True)
    context = models.JSONField(_("context"), default=dict)
    urgency = models.PositiveIntegerField(_("urgency"), default=0)
    reports_count = models.PositiveIntegerField(_("reports"), default=0)
    state = models.CharField(_("state"), max_length=10, choices=CaseState, default=CaseState.OPEN)
    outcome = models.CharField(_("outcome"), max_length=12, choices=CaseOutcome, blank=True)
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    opened_at = models.DateTimeField(_("opened at"), default=now)
    updated_at = models.DateTimeField(_("last told"), default=now)
    decided_at = models.DateTimeField(_("decided at"), null=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ("-urgency", "opened_at", "pk")
        permissions = (("decide_case", "Can decide a case"),)
        constraints = (
            # A line is decided once; somebody may be reported again after a decision.
            models.UniqueConstraint(
                fields=["subject"],
                condition=Q(state=CaseState.OPEN) | Q(kind=CaseKind.LINE),
                name="moderation_case_one_a_subject",
            ),
            models.CheckConstraint(
                condition=Q(state=CaseState.OPEN, outcome="", decided_at__isnull=True)
                | (Q(state=CaseState.DECIDED, decided_at__isnull=False) & ~Q(outcome="")),
                name="moderation_case_decided_says_how",
            ),
        )
        indexes = (
            models.Index(
                fields=["-urgency", "opened_at"],
                condition=Q(state=CaseState.OPEN),
                name="moderation_case_queue",
            ),
            models.Index(fields=["about", "-id"], name="moderation_case_of_player"),
            models.Index(fields=["decided_at"], name="moderation_case_decided"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.about}"


class Report(models.Model):
    """One person's word that something is wrong. Only its outcome is ever told to him."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="reports", verbose_name=_("case"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("reporter")
    )
    reason = models.CharField(_("reason"), max_length=12, choices=ReportReason)
    note = models.CharField(_("note"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("reported at"), default=now)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = (
            models.UniqueConstraint(fields=["case", "reporter"], name="moderation_report_once"),
        )
        indexes = (models.Index(fields=["reporter", "-id"], name="moderation_report_own"),)

    def __str__(self) -> str:
        return f"{self.case_id}: {self.reason}"
