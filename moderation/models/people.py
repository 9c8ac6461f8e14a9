"""What staff know of people beside sanctions: notes, and which accounts share a device."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from wire.time import now


class StaffNote(models.Model):
    """What one of the staff wants the others to know of somebody. Only ever added."""

    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("whom a case is about", "about"),
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("author")
    )
    text = models.CharField(_("note"), max_length=1000)
    created_at = models.DateTimeField(_("written at"), default=now)

    class Meta:
        verbose_name = _("staff note")
        verbose_name_plural = _("staff notes")
        ordering = ("-pk",)
        indexes = (models.Index(fields=["about", "-id"], name="moderation_note_about"),)

    def __str__(self) -> str:
        return f"{self.about}: {self.text[:40]}"


class DeviceUse(models.Model):
    """An account was used in a browser: `device` is the hash of a random cookie of ours.

    It says that two accounts share a device, never that they are one person.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    device = models.CharField(_("device"), max_length=32)
    first_at = models.DateTimeField(_("first used"), default=now)
    last_at = models.DateTimeField(_("last used"), default=now)

    class Meta:
        verbose_name = _("use of a device")
        verbose_name_plural = _("uses of devices")
        constraints = (
            models.UniqueConstraint(fields=["user", "device"], name="moderation_device_once"),
        )
        indexes = (models.Index(fields=["device"], name="moderation_device"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.device[:8]}"
