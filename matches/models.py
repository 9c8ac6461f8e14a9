"""The stored match: its row with snapshot and deadline, its two seats, its numbered events.

The snapshot is a convenience; the events are the truth and are only ever
added. Moments are milliseconds since 1970 (`_ms`), as the rules and the wire
count them; `NEVER_MS` stands for "not due".
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.wording import title_shown

NEVER_MS = 2**53 - 1
_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_match_id() -> str:
    """Ten characters that are easy to read aloud and impossible to guess."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(10))


class MatchStatus(models.TextChoices):
    """Where a match stands, as the lobby and the sweeps need to know."""

    PLAYING = "playing", pgettext_lazy("a match", "playing")
    FINISHED = "finished", pgettext_lazy("a match", "finished")
    ANNULLED = "annulled", _("annulled")


class Match(models.Model):
    """One match: what it is played by, how far it has come, and what is due next."""

    public_id = models.CharField(_("id"), max_length=12, unique=True, default=new_match_id)
    title = models.CharField(_("title"), max_length=100)
    owner = models.CharField(_("owner"), max_length=20)
    owner_ref = models.CharField(_("owner's reference"), max_length=40)
    rules = models.JSONField(_("rules"))
    is_public = models.BooleanField(_("may be watched"), default=True)
    is_rated = models.BooleanField(_("rated"), default=False)
    status = models.CharField(
        _("status"), max_length=10, choices=MatchStatus, default=MatchStatus.PLAYING
    )
    seq = models.PositiveIntegerField(_("last event number"), default=0)
    snapshot = models.TextField(_("snapshot"))
    deadline_ms = models.BigIntegerField(_("deadline"), default=NEVER_MS)
    bot_due_ms = models.BigIntegerField(_("bot acts at"), default=NEVER_MS)
    created_ms = models.BigIntegerField(_("created"))
    finished_ms = models.BigIntegerField(_("finished"), default=NEVER_MS)
    ladder_step_ms = models.PositiveIntegerField(_("no-show step"))
    ladder_steps = models.PositiveSmallIntegerField(_("no-show steps taken"), default=0)
    shifted_beat_ms = models.BigIntegerField(_("last downtime given back"), default=0)
    commitment = models.CharField(_("dice commitment"), max_length=64)
    sealed_secret = models.BinaryField(editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                fields=["deadline_ms"], name="match_due", condition=Q(status=MatchStatus.PLAYING)
            ),
            models.Index(
                fields=["bot_due_ms"], name="match_bot_due", condition=Q(status=MatchStatus.PLAYING)
            ),
            models.Index(fields=["owner", "owner_ref"], name="match_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.shown_title} ({self.public_id})"

    @property
    def shown_title(self) -> str:
        """The title in the reader's language."""
        return title_shown(self.title)


class Seat(models.Model):
    """One side of a match and the person who holds it from beginning to end."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    side = models.CharField(
        _("side"), max_length=5, choices=[("white", _("White")), ("black", _("Black"))]
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    is_bot = models.BooleanField(_("bot"), default=False)
    has_come = models.BooleanField(_("has been present"), default=False)
    contribution = models.CharField(_("contribution to the dice"), max_length=32, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="seat_one_a_side"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_one_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.side})"


class MatchEvent(models.Model):
    """Something that happened in a match. Never changed, never removed.

    `request_id` is the client's id of the request and stands on the last event
    it caused; `actor` is the side that asked, or "house".
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=24)
    body = models.TextField(pgettext_lazy("of a match", "event"))
    at_ms = models.BigIntegerField(_("at"))
    actor = models.CharField(_("actor"), max_length=5)
    request_id = models.CharField(_("request"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("match event")
        verbose_name_plural = _("match events")
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_numbered_once"),
            models.UniqueConstraint(
                fields=["match", "actor", "request_id"],
                condition=~Q(request_id=""),
                name="event_request_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class PastMatch(models.Model):
    """A finished match as one of its players looks back on it: a line of his history.

    Written with the end of the match, so lines are in the order in which matches ended.
    `ending` is a word of `EndReason`. Scores are points, or the stacks of a table.
    """

    class Result(models.TextChoices):
        """What the match was for this player."""

        WON = "won", _("won")
        LOST = "lost", _("lost")
        LEVEL = "level", _("nobody won")
        ANNULLED = "annulled", _("annulled")

    match = models.ForeignKey(Match, models.CASCADE, related_name="past")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    ladder = models.CharField(_("ladder"), max_length=12)
    result = models.CharField(_("result"), max_length=8, choices=Result)
    score = models.BigIntegerField(_("score"))
    opponent_score = models.BigIntegerField(_("opponent's score"))
    ending = models.CharField(_("ending"), max_length=10)
    has_rolled = models.BooleanField(_("dice were thrown"))

    class Meta:
        verbose_name = _("past match")
        verbose_name_plural = _("past matches")
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="pastmatch_one_a_player")
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="pastmatch_latest"),
            models.Index(fields=["user", "opponent", "-id"], name="pastmatch_pair"),
            models.Index(fields=["user", "ladder", "-id"], name="pastmatch_ladder"),
            models.Index(fields=["user", "result", "-id"], name="pastmatch_result"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.result} {self.match_id}"


class Heartbeat(models.Model):
    """The last second in which the house was awake, in one row: a gap is our downtime."""

    beat_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.beat_ms)
