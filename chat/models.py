"""Lines of talk, what was refused, and how rooms and people want it.

Lines are kept as they were said; hidden ones stay for staff. `chat.services` is the only writer.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from wire.plain import visible
from wire.time import now

#: What is kept of a line as it came in.
LONGEST_ORIGINAL = 1_000


class Message(models.Model):
    """One line in one room. `room` is the room's key, for example `match:<id>`.

    text: as it is shown. original: as it came in, where that was something else; for staff alone.
    phrase: the key of a quick phrase, which everybody reads in his own language; text is English.
    """

    room = models.CharField(_("room"), max_length=60)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    text = models.CharField(_("text"), max_length=300)
    original = models.CharField(_("as it came in"), max_length=LONGEST_ORIGINAL, blank=True)
    phrase = models.CharField(_("quick phrase"), max_length=30, blank=True)
    reply_to = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("in reply to"),
    )
    at_ms = models.BigIntegerField(_("at"))
    request_id = models.CharField(_("request"), max_length=40, blank=True)
    is_hidden = models.BooleanField(_("hidden"), default=False)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        permissions = (
            ("hide_message", "Can hide lines of chat"),
            ("calm_room", "Can slow and calm rooms"),
        )
        indexes = [
            models.Index(fields=["room", "id"], name="message_room"),
            models.Index(fields=["user", "at_ms"], name="message_pace"),
            models.Index(fields=["at_ms"], name="message_at"),
            # Few lines are hidden: staff list them without reading the others.
            models.Index(fields=["-id"], condition=Q(is_hidden=True), name="message_hidden"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "request_id"], condition=~Q(request_id=""), name="message_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {visible(self.text[:40])}"


class Review(models.TextChoices):
    """What staff say of a refusal."""

    NEW = "new", _("not looked at")
    RIGHT = "right", _("rightly refused")
    WRONG = "wrong", _("should have passed")


class RefusedLine(models.Model):
    """A line that was not said: kept for staff, shown to nobody else.

    text: as it came in, its first `LONGEST_ORIGINAL` characters. code: why. evidence: what the
    stage found; for `chat.not_english` the language it takes the line for. request_id: by which
    a line that is sent again is known, and stored once.
    """

    room = models.CharField(_("room"), max_length=60)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    text = models.CharField(_("text"), max_length=LONGEST_ORIGINAL)
    code = models.CharField(_("code"), max_length=30)
    evidence = models.CharField(_("found"), max_length=100, blank=True)
    at_ms = models.BigIntegerField(_("at"))
    request_id = models.CharField(_("request"), max_length=40, blank=True, editable=False)
    review = models.CharField(_("review"), max_length=6, choices=Review, default=Review.NEW)

    class Meta:
        verbose_name = _("refused line")
        verbose_name_plural = _("refused lines")
        indexes = [
            models.Index(fields=["user", "at_ms"], name="refused_pace"),
            models.Index(fields=["at_ms"], name="refused_at"),
            models.Index(fields=["code", "-id"], name="refused_code"),
            models.Index(fields=["code", "evidence", "-id"], name="refused_language"),
            models.Index(fields=["review", "-id"], name="refused_review"),
            models.Index(fields=["room", "-id"], name="refused_room"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "request_id"], condition=~Q(request_id=""), name="refused_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {visible(self.text[:40])}"


class RoomState(models.Model):
    """What staff have set for one room; a room without a row is as all are at first."""

    room = models.CharField(_("room"), max_length=60, unique=True)
    slow_s = models.PositiveSmallIntegerField(_("seconds between lines"), default=0)
    is_calm = models.BooleanField(_("quick phrases only"), default=False)
    updated_at = models.DateTimeField(_("set at"), default=now)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return self.room


class RoomChoice(models.Model):
    """How far somebody has read in a room, and whether he wants to see it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    room = models.CharField(max_length=60)
    read_id = models.BigIntegerField(default=0)
    is_hidden = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("choice of a room")
        verbose_name_plural = _("choices of rooms")
        constraints = [
            models.UniqueConstraint(fields=["user", "room"], name="chat_roomchoice_once")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.room}"


class TalkChoice(models.Model):
    """Whether somebody wants any chat at all. Without a row he does."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    is_off = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("choice of chat")
        verbose_name_plural = _("choices of chat")

    def __str__(self) -> str:
        return f"{self.user}: {self.is_off}"


class PersonalMute(models.Model):
    """One person does not want to read another, anywhere. The other is not told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        verbose_name = _("personal mute")
        verbose_name_plural = _("personal mutes")
        constraints = [
            models.UniqueConstraint(fields=["user", "muted"], name="chat_personalmute_once"),
            models.CheckConstraint(
                condition=~Q(user=models.F("muted")), name="chat_personalmute_of_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.muted}"
