"""The tables of accounts: who a player is, whom he blocks, and what staff have done.

What a player owns, plays or says lives in the apps above and points here.
"""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower, Replace
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.ladders import Ladder
from accounts.names import LOOK_ALIKES, NAME_LENGTH, NAME_PATTERN
from accounts.scopes import Scope
from backgammon import START_RATING
from wire.time import now

#: Before anybody could be barred.
NEVER_BARRED: Final = datetime(1970, 1, 1, tzinfo=UTC)


def folded_name(name: str | models.Expression) -> models.Expression:
    """`accounts.names.folded` as the database computes it."""
    seen: models.Expression = Lower(name)
    for sign, reading in LOOK_ALIKES:
        seen = Replace(seen, models.Value(sign), models.Value(reading))
    return seen


class User(AbstractUser):
    """Somebody who can sit at a board: a member, a guest or a house bot.

    The public handle is the name; `pk` and e-mail never reach another player.
    barred_until: no session, socket or token of his is let in before; kept by
    `accounts.services.user_bar`. rules_version: of the house rules he accepted last, 0 for none.
    preferences: what he has chosen, where it differs from the defaults (`accounts.preferences`).
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
    is_closed = models.BooleanField(_("closed by its owner"), default=False)
    barred_until = models.DateTimeField(_("barred until"), default=NEVER_BARRED, editable=False)
    rules_version = models.PositiveSmallIntegerField(
        _("house rules accepted"), default=0, editable=False
    )
    about = models.CharField(pgettext_lazy("a profile", "about"), max_length=200, blank=True)
    # Known to the database too: while an update is under way, processes of before add rows as well.
    preferences = models.JSONField(
        _("preferences"),
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        blank=True,
        editable=False,
    )
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
            models.CheckConstraint(
                condition=models.Q(is_closed=False) | models.Q(is_active=False),
                name="accounts_user_closed_is_inactive",
            ),
        )

    @property
    def guest_badge(self) -> str:
        """What a browser keeps to be this guest again: his name and when he came.

        Both, because a claimed guest's number is free for another.
        """
        return f"{self.username}:{self.created_at.timestamp():.6f}"

    @property
    def is_barred(self) -> bool:
        """Whether he is kept out of the house now."""
        return self.barred_until > now()

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


class Notice(models.Model):
    """Something the house has told somebody, once for its key.

    kind: of `accounts.notices`, which makes a sentence of `facts` when it is shown. url: the page
    it leads to. Only `is_read` ever changes.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(_("key"), max_length=120)
    kind = models.CharField(_("kind"), max_length=30)
    facts = models.JSONField(_("facts"), default=dict)
    url = models.CharField(_("page"), max_length=200)
    told_at = models.DateTimeField(_("told at"), default=now, editable=False)
    is_read = models.BooleanField(_("read"), default=False)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = (
            models.UniqueConstraint(fields=["user", "key"], name="accounts_notice_told_once"),
        )
        indexes = (
            models.Index(fields=["user", "-told_at"], name="accounts_notice_of_user"),
            models.Index(
                fields=["user"],
                condition=models.Q(is_read=False),
                name="accounts_notice_unread",
            ),
            models.Index(fields=["told_at"], name="accounts_notice_to_forget"),
        )

    def __str__(self) -> str:
        return self.key


class FormerName(models.Model):
    """A name somebody had: nobody else gets it, so nobody can pass for who he was.

    Kept folded. Of a closed account this is all that remains of its name.
    """

    folded = models.CharField(_("folded name"), max_length=NAME_LENGTH, unique=True)
    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    created_at = models.DateTimeField(_("given up at"), default=now, editable=False)

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")

    def __str__(self) -> str:
        return self.folded


class RulesAcceptance(models.Model):
    """Somebody has accepted a version of the house rules. Only ever added."""

    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    version = models.PositiveSmallIntegerField(_("version"))
    created_at = models.DateTimeField(_("accepted at"), default=now, editable=False)

    class Meta:
        verbose_name = _("acceptance of the house rules")
        verbose_name_plural = _("acceptances of the house rules")
        constraints = (
            models.UniqueConstraint(
                fields=["user", "version"], name="accounts_rulesacceptance_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.version}"


class StaffAction(models.Model):
    """One act of staff, with its reason. Only ever added; the database refuses anything else."""

    actor = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("actor")
    )
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
        indexes = (
            models.Index(fields=["actor", "-id"], name="accounts_staffaction_actor"),
            models.Index(fields=["act", "-id"], name="accounts_staffaction_act"),
        )

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"


class Rating(models.Model):
    """How strong a player is on one ladder, as far as his rated matches tell."""

    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    ladder = models.CharField(_("ladder"), max_length=12, choices=Ladder)
    rating = models.DecimalField(_("rating"), max_digits=8, decimal_places=2, default=START_RATING)
    experience = models.PositiveIntegerField(_("experience"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = (
            models.UniqueConstraint(fields=["user", "ladder"], name="accounts_rating_one_a_ladder"),
        )
        indexes = (
            models.Index(fields=["ladder", "-rating", "id"], name="accounts_rating_leaders"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.rating} ({self.ladder})"


class RatingChange(models.Model):
    """What a match did to one player's rating: a receipt, only ever added.

    `match_id` is the match's public id. A reversal repeats what it takes back, with the
    opposite change; its `rating_before` is the rating at that later moment.
    """

    class Kind(models.TextChoices):
        """Why a rating moved."""

        MATCH = "match", _("match")
        REVERSAL = "reversal", _("reversal")

    match_id = models.CharField(_("match"), max_length=12)
    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    opponent = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("opponent")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    ladder = models.CharField(_("ladder"), max_length=12, choices=Ladder)
    length_points = models.PositiveSmallIntegerField(_("match length"))
    is_win = models.BooleanField(_("won"))
    rating_before = models.DecimalField(_("rating before"), max_digits=8, decimal_places=2)
    experience_before = models.PositiveIntegerField(_("experience before"))
    opponent_rating = models.DecimalField(_("opponent's rating"), max_digits=8, decimal_places=2)
    change = models.DecimalField(_("change"), max_digits=8, decimal_places=2)
    created_at = models.DateTimeField(_("made at"), default=now, editable=False)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = (
            models.UniqueConstraint(
                fields=["match_id", "user", "kind"], name="accounts_ratingchange_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("opponent")),
                name="accounts_ratingchange_of_two",
            ),
        )
        indexes = (
            models.Index(fields=["user", "ladder", "-id"], name="accounts_ratingchange_history"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.change:+} ({self.match_id})"

    @property
    def is_reversal(self) -> bool:
        """Whether this takes back what the match did."""
        return self.kind == self.Kind.REVERSAL

    @property
    def rating_after(self) -> Decimal:
        """The rating this left."""
        return self.rating_before + self.change


class ApiToken(models.Model):
    """A key a player gives to a program of his. Only its hash is kept.

    `prefix` is its first characters, by which its owner knows it again. `scopes` are words of
    `accounts.scopes.Scope`, parted by spaces. `used_at` is when it was made until it is used.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=60)
    prefix = models.CharField(_("begins with"), max_length=12, unique=True)
    sha256 = models.CharField(max_length=64)
    scopes = models.CharField(pgettext_lazy("a token", "may"), max_length=100)
    created_at = models.DateTimeField(_("made at"), default=now, editable=False)
    expires_at = models.DateTimeField(_("ends at"))
    used_at = models.DateTimeField(_("last used at"), default=now)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(scopes=""), name="accounts_apitoken_may"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def is_used(self) -> bool:
        """Whether any program has come with it yet."""
        return self.used_at > self.created_at

    @property
    def words(self) -> list[str]:
        """What it was made for, in the reader's language."""
        return [str(Scope(scope).label) for scope in self.scopes.split()]

    def may(self, scope: str) -> bool:
        """Whether the token was made for this."""
        return scope in self.scopes.split()


class ApiReply(models.Model):
    """How a request with an `Idempotency-Key` was answered, so that it is done once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(default=now, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "key"], name="accounts_apireply_once"),
        )

    def __str__(self) -> str:
        return self.key
