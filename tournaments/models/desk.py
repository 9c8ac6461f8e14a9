"""What staff have decided in an event, and what players have asked them to look at."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.pairings import Pairing
from tournaments.models.tournament import Tournament
from wire.time import now


class RulingKind(models.TextChoices):
    """What a ruling does."""

    DECLARE = "declare", _("result declared")
    UPHOLD = "uphold", _("result upheld")
    REVERSE = "reverse", _("result reversed")
    DISQUALIFY = "disqualify", _("disqualified")
    REPLACE = "replace", _("replaced")
    EXTEND = "extend", _("time given")
    PAUSE = "pause", _("paused")
    RESUME = "resume", _("resumed")
    STOP = "stop", _("stopped")
    CANCEL = "cancel", _("cancelled")
    CARD = "card", _("rules card changed")


class Ruling(models.Model):
    """One decision of staff, which is final. Only added to: a later one may overturn it.

    key: of the form that was sent; the same form sent twice rules once.
    public_text: what the entrants read. reason: for the staff log.
    details: what was true before and what followed, as plain data.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="rulings", verbose_name=_("event")
    )
    kind = models.CharField(_("ruling"), max_length=12, choices=RulingKind)
    key = models.CharField(_("key"), max_length=80, unique=True)
    pairing = models.ForeignKey(
        Pairing, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("pairing")
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("entry")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("staff"),
    )
    reason = models.TextField(_("reason"))
    public_text = models.CharField(_("public line"), max_length=300)
    details = models.JSONField(_("details"), default=dict)
    at = models.DateTimeField(_("at"), default=now)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["-pk"]
        permissions = (("rule_event", "Can rule in events"),)
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=RulingKind.values), name="tournaments_ruling_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind}"


class AppealState(models.TextChoices):
    """Whether staff have answered an appeal."""

    OPEN = "open", _("open")
    CLOSED = "closed", _("answered")


class Appeal(models.Model):
    """A player asks staff to look at one of his pairings. A ruling on it closes it."""

    pairing = models.ForeignKey(
        Pairing, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("pairing")
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("entry")
    )
    text = models.CharField(_("what happened"), max_length=500)
    state = models.CharField(
        _("state"), max_length=10, choices=AppealState, default=AppealState.OPEN
    )
    ruling = models.ForeignKey(
        Ruling,
        on_delete=models.PROTECT,
        null=True,
        related_name="appeals",
        verbose_name=_("ruling"),
    )
    opened_at = models.DateTimeField(_("opened at"), default=now)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "entry"],
                condition=Q(state="open"),
                name="tournaments_appeal_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.state}"
