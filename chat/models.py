"""Lines of talk. Kept as they were said; hidden lines stay for staff."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Message(models.Model):
    """One line in one room. `room` is the room's key, for example `match:<id>`."""

    room = models.CharField(_("room"), max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(_("text"), max_length=300)
    at_ms = models.BigIntegerField(_("at"))
    request_id = models.CharField(_("request"), max_length=40, blank=True)
    is_hidden = models.BooleanField(_("hidden"), default=False)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [
            models.Index(fields=["room", "id"], name="message_room"),
            models.Index(fields=["user", "at_ms"], name="message_pace"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "request_id"], condition=~Q(request_id=""), name="message_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.text[:40]}"
