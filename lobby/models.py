"""The tables of the lobby: tables people open for one another, and who sits at them.

What must never happen is refused here by the database as well: two people on one chair, one
person on two chairs that hold him, a second match. `lobby.services` is the only writer.
"""

import secrets
from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from backgammon import Rules
from backgammon.notation.codec import rules_from_dict
from lobby.states import TableState
from wire.time import now


def new_public_id() -> str:
    """An id for addresses. Nobody guesses it: it is all that guards a private table."""
    return secrets.token_hex(6)


class Access(models.TextChoices):
    """Who may take the free seat."""

    LOBBY = "lobby", _("anybody in the lobby")
    LINK = "link", _("who has the link")
    BOT = "bot", _("a house bot")


class CloseReason(models.TextChoices):
    """Why a table was closed before anybody played at it."""

    NONE = "", "—"
    LEFT = "left", _("its host left")
    ABSENT = "absent", _("its host's connection was lost")
    ELSEWHERE = "elsewhere", _("its host sat down elsewhere")


class Table(models.Model):
    """One table. Its row is the lock for everything that happens at it.

    rules: as `backgammon.notation.codec` writes them, frozen. clock: key of `lobby.lengths.CLOCKS`.
    ending: how its match ended, a word of `EndReason`; empty before that.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=TableState, default=TableState.OPEN)
    state_since = models.DateTimeField(_("since"), default=now)
    opened_at = models.DateTimeField(_("opened at"), default=now)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("host")
    )
    access = models.CharField(_("access"), max_length=6, choices=Access)
    title = models.CharField(_("title"), max_length=100)
    rules = models.JSONField(_("rules"))
    clock = models.CharField(_("clock"), max_length=10)
    close_reason = models.CharField(
        _("closed because"),
        max_length=10,
        choices=CloseReason,
        default=CloseReason.NONE,
        blank=True,
    )
    ending = models.CharField(_("ending"), max_length=10, blank=True)
    match = models.OneToOneField(
        "matches.Match", models.PROTECT, null=True, related_name="+", verbose_name=_("match")
    )
    rematch_of = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="rematches", verbose_name=_("rematch of")
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["state"],
                condition=Q(state__in=("open", "playing")),
                name="lobby_table_live",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=TableState.values), name="lobby_table_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=("playing", "finished"), match__isnull=False)
                | Q(state__in=("open", "closed"), match__isnull=True),
                name="lobby_table_has_its_match",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=~Q(state="closed"),
                name="lobby_table_one_rematch",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.public_id})"

    @cached_property
    def rules_value(self) -> Rules:
        """The rules as a value."""
        return rules_from_dict(self.rules)

    @property
    def is_listed(self) -> bool:
        """Whether the lobby shows it."""
        return self.access == Access.LOBBY


class TableSeat(models.Model):
    """Who sits at a table, and on which side.

    is_exclusive: whether this is the one seat that holds its person: while he waits for an
    opponent, and as long as a clock runs. House bots may sit anywhere.
    score: points or stack at the end.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats", verbose_name=_("table"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    side = models.CharField(
        _("side"), max_length=5, choices=[("white", _("White")), ("black", _("Black"))]
    )
    is_exclusive = models.BooleanField(_("exclusive"), default=True)
    last_seen_at = models.DateTimeField(_("last seen"), default=now)
    score = models.PositiveBigIntegerField(_("score"), default=0)
    is_winner = models.BooleanField(_("winner"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "side"], name="lobby_seat_one_a_side"),
            models.UniqueConstraint(fields=["table", "user"], name="lobby_seat_one_a_person"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(is_exclusive=True), name="lobby_seat_one_that_holds"
            ),
            models.CheckConstraint(
                condition=Q(side__in=("white", "black")), name="lobby_seat_side_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.side})"
