"""Registrations, how reliably people turn up, and what they were reminded of."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament
from wire.time import now


class EntryState(models.TextChoices):
    """Where an entrant stands in his event."""

    STANDBY = "standby", _("waits for a seat")
    ACTIVE = "active", _("in")
    OUT = "out", _("plays no more")
    WITHDRAWN = "withdrawn", pgettext_lazy("an entry", "withdrawn")


#: Entries that still bind their player.
LIVE = (EntryState.STANDBY, EntryState.ACTIVE)


class WithdrawReason(models.TextChoices):
    """Why an entry ended otherwise than by losing.

    Those of a WITHDRAWN entry ended it before the draw, and all but NO_SHOW gave back what
    was paid. LEFT and DISQUALIFIED may also end an entry that was drawn (OUT).
    """

    NONE = "", "—"
    LEFT = "left", _("left")
    ABSENT = "absent", _("connection lost")
    SEAT_GIVEN = "seat_given", _("absent, the seat went to another")
    NO_SHOW = "no_show", _("absent at the draw")
    NOT_SEATED = "not_seated", _("no seat came free")
    CANCELLED = "cancelled", _("event cancelled")
    NO_PEOPLE = "no_people", _("nobody to play with")
    REPLACED = "replaced", _("replaced by staff")
    DISQUALIFIED = "disqualified", _("disqualified by staff")


class Arrival(models.TextChoices):
    """How an entrant came into the event."""

    IN_TIME = "in_time", _("in time")
    LATE = "late", _("late entry")
    BUY_BACK = "buy_back", _("buy-back")
    REPLACEMENT = "replacement", _("replacement")


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries by what they mean."""

    def live(self) -> "EntryQuerySet":
        """Those that bind their players: in the event, or waiting for a seat; by number."""
        return self.filter(state__in=LIVE).select_related("user", "ticket").order_by("number")

    def active(self) -> "EntryQuerySet":
        """Those whose players are in the event, by number."""
        return self.live().filter(state=EntryState.ACTIVE)

    def standby(self) -> "EntryQuerySet":
        """Those who wait for a seat, in the order in which they get one."""
        return self.live().filter(state=EntryState.STANDBY)

    def drawn(self) -> "EntryQuerySet":
        """Those that were given a seat in the draw, by seat."""
        return self.filter(seat__gt=0).select_related("user").order_by("seat")


class Entry(models.Model):
    """One player's registration. Coming back after leaving, or by buy-back, makes a new one.

    number: counts the registrations of the event and names its transfers.
    buy_in_chips, fee_chips: what was paid for it, by chips or by a ticket; what `pool_of` counts.
    seat: the drawn seat, 0 before the draw. A late entrant gets the next number.
    joined_round: the first round he could play in, 1 for those of the draw.
    place: the final place, 0 before the end; tied entrants share the best.
    is_exclusive: whether this is the one live seat its player may hold: that of a Sit&Go,
    never of a house bot.
    is_checked_in: he said that he is here, or had a socket, when the draw came near.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="entries", verbose_name=_("event")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("player"),
    )
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(
        _("state"), max_length=10, choices=EntryState, default=EntryState.ACTIVE
    )
    reason = models.CharField(
        _("reason"), max_length=12, choices=WithdrawReason, default=WithdrawReason.NONE, blank=True
    )
    arrival = models.CharField(_("came"), max_length=12, choices=Arrival, default=Arrival.IN_TIME)
    buy_in_chips = models.PositiveIntegerField(_("buy-in"), default=0)
    fee_chips = models.PositiveIntegerField(_("fee"), default=0)
    ticket = models.ForeignKey(
        "tournaments.Ticket",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("ticket"),
    )
    is_exclusive = models.BooleanField(_("exclusive"), default=True)
    is_checked_in = models.BooleanField(_("checked in"), default=False)
    seat = models.PositiveIntegerField(_("seat"), default=0)
    joined_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    place = models.PositiveIntegerField(_("place"), default=0)
    joined_at = models.DateTimeField(_("joined at"), default=now)
    last_seen_at = models.DateTimeField(_("last seen"), default=now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "number"]
        indexes = [
            models.Index(
                fields=["user"],
                condition=Q(state__in=("standby", "active")),
                name="tournaments_entry_live",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=Q(state__in=("standby", "active")),
                name="tournaments_entry_one_live_one",
            ),
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=~Q(state="withdrawn") & ~Q(arrival="buy_back"),
                name="tournaments_entry_one_a_player",
            ),
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=~Q(state="withdrawn") & Q(arrival="buy_back"),
                name="tournaments_entry_one_buy_back",
            ),
            models.UniqueConstraint(
                fields=["user"],
                condition=Q(state="active", is_exclusive=True),
                name="tournaments_entry_one_live_seat",
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_entry_one_a_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "seat"],
                condition=Q(seat__gt=0),
                name="tournaments_entry_one_a_seat",
            ),
            models.UniqueConstraint(
                fields=["ticket"],
                condition=Q(ticket__isnull=False) & ~Q(state="withdrawn"),
                name="tournaments_entry_one_a_ticket",
            ),
            models.CheckConstraint(
                condition=Q(state__in=EntryState.values), name="tournaments_entry_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"

    @property
    def cost_chips(self) -> int:
        """What was paid for it, the fee included."""
        return self.buy_in_chips + self.fee_chips


class Attendance(models.Model):
    """How often in a row a player stayed away from scheduled events he had entered.

    Playing one scheduled match clears the row of absences, not a bar that is running.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="+",
        verbose_name=_("player"),
    )
    missed_in_row = models.PositiveSmallIntegerField(_("missed in a row"), default=0)
    last_missed = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("event")
    )
    barred_until = models.DateTimeField(_("barred until"), default=now)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendance")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.missed_in_row}"


class Reminder(models.Model):
    """Something a player was told in good time, once for its key.

    mail: the subject and the text that are mailed as well, empty for none; it has still to be
    sent while `is_mail_due`.
    """

    key = models.CharField(_("key"), max_length=120, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("player"),
    )
    mail = models.JSONField(_("mail"), default=dict, blank=True)
    is_mail_due = models.BooleanField(_("mail to be sent"), default=False)
    sent_at = models.DateTimeField(_("sent at"), default=now)

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["sent_at"],
                condition=Q(is_mail_due=True),
                name="tournaments_reminder_to_mail",
            ),
        ]

    def __str__(self) -> str:
        return self.key
