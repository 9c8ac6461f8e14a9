"""What staff should look at, told by the house itself."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from moderation.kinds import NOTICE_TEXTS, NoticeKind, NoticeState
from wire.texts import sentence
from wire.time import now


class Notice(models.Model):
    """One line in the queue of staff, one for its key.

    subject: whom or what it is about, as in `user:alice user:bob`. facts: what fills the
    sentence of its kind. size: how much it is about, in whatever the kind counts.
    """

    kind = models.CharField(_("kind"), max_length=40, choices=NoticeKind)
    key = models.CharField(_("key"), max_length=150, unique=True)
    subject = models.CharField(
        pgettext_lazy("whom a case is about", "about"), max_length=200, db_index=True
    )
    facts = models.JSONField(_("facts"), default=dict)
    size = models.PositiveBigIntegerField(_("size"), default=0)
    state = models.CharField(
        _("state"), max_length=10, choices=NoticeState, default=NoticeState.OPEN
    )
    opened_at = models.DateTimeField(_("opened at"), default=now)
    updated_at = models.DateTimeField(_("last told"), default=now)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ("-state", "-updated_at", "-pk")
        permissions = (("close_notice", "Can close a notice"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=NoticeKind.values), name="moderation_notice_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=NoticeState.values), name="moderation_notice_state_is_known"
            ),
            models.CheckConstraint(condition=~Q(key=""), name="moderation_notice_has_key"),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The notice in a sentence."""
        return sentence(NOTICE_TEXTS[NoticeKind(self.kind)], self.facts)
