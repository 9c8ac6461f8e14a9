"""The tables of the lobby: tables people open for one another, and who sits at them.

What must never happen is refused here by the database as well: two people on one chair, one
person on two chairs that hold him, a second match. `lobby.services` is the only writer.
"""

from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from backgammon import Rules, Side, TableStakes
from backgammon.notation.codec import rules_from_dict
from lobby.states import TableState
from matches.wording import title_shown
from wire.ids import new_public_id
from wire.time import now


class Access(models.TextChoices):
    """Who may take the free seat."""

    LOBBY = "lobby", _("anybody in the lobby")
    LINK = "link", _("who has the link")
    BOT = "bot", _("a house bot")
    CHALLENGE = "challenge", _("who is challenged")


class CloseReason(models.TextChoices):
    """Why a table was closed before anybody played at it."""

    NONE = "", "—"
    LEFT = "left", _("its host left")
    ABSENT = "absent", _("its host's connection was lost")
    ELSEWHERE = "elsewhere", _("its host sat down elsewhere")
    DECLINED = "declined", _("who was challenged declined")
    GONE = "gone", _("who the seat was kept for cannot come")


class Table(models.Model):
    """One table. Its row is the lock for everything that happens at it.

    rules: as `backgammon.notation.codec` writes them, frozen; only where the sums may differ are
    the stacks in them known no sooner than the second player sits down.
    clock: key of `lobby.lengths.CLOCKS`. open_key: names the form that opened it, so that a form
    sent twice opens one table. invited: who is challenged, where somebody is. ending: how its
    match ended, a word of `EndReason`; empty before.
    """

    public_id = models.CharField(
        _("id"), max_length=12, unique=True, default=new_public_id, editable=False
    )
    state = models.CharField(_("state"), max_length=10, choices=TableState, default=TableState.OPEN)
    state_since = models.DateTimeField(_("since"), default=now)
    opened_at = models.DateTimeField(_("opened at"), default=now)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("host")
    )
    access = models.CharField(_("access"), max_length=10, choices=Access)
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("challenged"),
    )
    title = models.CharField(_("title"), max_length=100)
    rules = models.JSONField(_("rules"))
    clock = models.CharField(_("clock"), max_length=10)
    is_rated = models.BooleanField(_("rated"), default=False)
    has_different_sums = models.BooleanField(_("different sums"), default=False)
    open_key = models.CharField(_("form"), max_length=40, blank=True, editable=False)
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
            models.Index(
                fields=["invited"], condition=Q(state="open"), name="lobby_table_challenges"
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
            models.CheckConstraint(
                condition=Q(access="challenge", invited__isnull=False)
                | ~Q(access="challenge") & Q(invited__isnull=True),
                name="lobby_table_who_is_challenged",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=~Q(state="closed"),
                name="lobby_table_one_rematch",
            ),
            models.UniqueConstraint(
                fields=["host", "open_key"],
                condition=~Q(open_key=""),
                name="lobby_table_one_a_form",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shown_title} ({self.public_id})"

    @property
    def shown_title(self) -> str:
        """The title in the reader's language."""
        return title_shown(self.title)

    @cached_property
    def rules_value(self) -> Rules:
        """The rules as a value."""
        return rules_from_dict(self.rules)

    @property
    def is_listed(self) -> bool:
        """Whether the lobby shows it: anybody may sit down, or watch."""
        if self.state in (TableState.OPEN, TableState.CLOSED):
            return self.access == Access.LOBBY
        return self.access != Access.LINK

    @property
    def is_for_chips(self) -> bool:
        """Whether chips lie on it: at table stakes, always."""
        return isinstance(self.rules_value.length, TableStakes)

    @property
    def stake_chips(self) -> int:
        """What a point costs; 0 where nothing is played for chips."""
        length = self.rules_value.length
        return length.stake if isinstance(length, TableStakes) else 0


class TableSeat(models.Model):
    """Who sits at a table, and on which side.

    is_exclusive: whether this is the one seat that holds its person: while he waits for an
    opponent, and as long as a clock runs. House bots may sit anywhere.
    brought_chips: what he first brought to the table, 0 where nothing is played for chips.
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
    brought_chips = models.PositiveBigIntegerField(_("brought"), default=0)
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


class TableGame(models.Model):
    """The receipt of one game at table stakes, written as its chips move. Never changed.

    winner_side: "" for a drawn game. kind: the word of a `WinKind`, "" for a drawn game.
    points: cube and kind of win are in them. white_chips, black_chips: the stacks afterwards.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="games", verbose_name=_("table"))
    number = models.PositiveIntegerField(_("game"))
    winner_side = models.CharField(_("winner"), max_length=5, blank=True)
    kind = models.CharField(_("kind of win"), max_length=10, blank=True)
    cube_value = models.PositiveBigIntegerField(_("cube"))
    points = models.PositiveBigIntegerField(_("points"))
    moved_chips = models.PositiveBigIntegerField(_("moved"))
    white_chips = models.PositiveBigIntegerField(_("White's stack"))
    black_chips = models.PositiveBigIntegerField(_("Black's stack"))
    ended_at = models.DateTimeField(_("ended at"), default=now, editable=False)

    class Meta:
        verbose_name = _("game at table stakes")
        verbose_name_plural = _("games at table stakes")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="lobby_game_one_a_number"),
            models.CheckConstraint(
                condition=Q(winner_side__in=("white", "black"))
                | Q(winner_side="", kind="", points=0, moved_chips=0),
                name="lobby_game_draws_move_nothing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.number}"

    def chips_of(self, side: str) -> int:
        """What lay before a side after the game."""
        return self.white_chips if side == Side.WHITE.value else self.black_chips

    @property
    def owed_chips(self) -> int:
        """What the loser owed for his points, before the table's limit."""
        return self.points * self.table.stake_chips

    @property
    def covered_chips(self) -> int:
        """The most the game could move: the smaller stack as it began."""
        moved = self.moved_chips
        white, black = self.white_chips, self.black_chips
        if self.winner_side == Side.WHITE.value:
            return min(white - moved, black + moved)
        return min(white + moved, black - moved)

    @property
    def is_capped(self) -> bool:
        """Whether more was owed than the game could move."""
        return self.moved_chips < self.owed_chips


class SeekState(models.TextChoices):
    """Where a seek stands. The values are stored and never renamed."""

    OPEN = "open", _("waiting")
    PAIRED = "paired", _("paired")
    WITHDRAWN = "withdrawn", pgettext_lazy("a seek", "withdrawn")
    ABSENT = "absent", _("the connection was lost")
    ELSEWHERE = "elsewhere", _("sat down elsewhere")


class Seek(models.Model):
    """Somebody looks for an opponent at one kind of match. Paired by `lobby/seeks.py`.

    game, points, clock, is_rated: what he asks for, as `lobby.asks.Ask` names it. rating: his own
    on that game's ladder when he asked.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    state = models.CharField(_("state"), max_length=10, choices=SeekState, default=SeekState.OPEN)
    game = models.CharField(_("game"), max_length=60)
    points = models.PositiveSmallIntegerField(_("points"))
    clock = models.CharField(_("clock"), max_length=10)
    is_rated = models.BooleanField(_("rated"))
    rating = models.PositiveIntegerField(_("rating"))
    posted_at = models.DateTimeField(pgettext_lazy("a seek", "posted at"), default=now)
    last_seen_at = models.DateTimeField(_("last seen"), default=now)
    table = models.ForeignKey(
        Table, models.PROTECT, null=True, related_name="+", verbose_name=_("table")
    )

    class Meta:
        verbose_name = _("seek")
        verbose_name_plural = _("seeks")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(state="open"), name="lobby_seek_one_a_person"
            ),
            models.CheckConstraint(
                condition=Q(state="paired", table__isnull=False)
                | ~Q(state="paired") & Q(state__in=SeekState.values, table__isnull=True),
                name="lobby_seek_paired_has_its_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.game} {self.points} ({self.state})"
