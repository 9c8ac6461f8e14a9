"""Templates of events: everything staff may set, from which a rules card is made.

Nothing runs by these columns: an event runs by the card that was frozen when it opened.
"""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.card import SCHEDULED, SEAT_COUNTS, SIT_AND_GO

MOST_ENTRANTS = 16_384
MOST_ENTRY_CHIPS = 1_000_000


class Kind(models.TextChoices):
    """How an event starts."""

    SIT_AND_GO = SIT_AND_GO, _("Sit&Go")
    SCHEDULED = SCHEDULED, _("scheduled")


class RemainderRule(models.TextChoices):
    """What becomes of the part of a satellite's pool that does not make a ticket."""

    TRY_AGAIN = "try_again", _("tickets for another try, the rest to the target")
    CHIPS = "chips", _("chips, twice the entry each, to the next places")


class SecondTicketRule(models.TextChoices):
    """What becomes of a ticket whose winner already has one to the same target."""

    FLEXIBLE = "flexible", _("a ticket to any event of that price, for 90 days")
    NEXT = "next", _("passes to the next place")
    NO_ENTRY = "no_entry", _("whoever has a ticket cannot enter")


class Series(models.Model):
    """A template of events.

    While `is_open`, one Sit&Go of it always takes entries, and the scheduled events of the
    next two weeks are announced.
    """

    name = models.CharField(_("name"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.SIT_AND_GO)
    is_open = models.BooleanField(
        _("open"),
        default=True,
        help_text=_("Keep one Sit&Go of this kind open, or announce the coming events."),
    )
    is_private = models.BooleanField(
        _("private"), default=False, help_text=_("Only who has the address finds its events.")
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("organiser"),
        help_text=_("A player who made it for his own people. Empty: the house."),
    )
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    # --- how it is played
    format = models.CharField(_("format"), max_length=20, default="knockout")
    seats = models.PositiveIntegerField(
        _("seats"),
        default=4,
        validators=[MinValueValidator(2), MaxValueValidator(MOST_ENTRANTS)],
        help_text=_(
            "A Sit&Go starts with exactly so many; a scheduled event takes at most so many."
        ),
    )
    min_entrants = models.PositiveIntegerField(
        _("fewest entrants"),
        default=4,
        validators=[MinValueValidator(2), MaxValueValidator(MOST_ENTRANTS)],
        help_text=_("With fewer a scheduled event waits, and is then cancelled."),
    )
    round_count = models.PositiveSmallIntegerField(
        _("rounds"),
        default=0,
        validators=[MaxValueValidator(30)],
        help_text=_("Of a Swiss. 0: as many as find one winner."),
    )
    tie_breaks = models.CharField(
        _("tie-breaks"),
        max_length=200,
        blank=True,
        help_text=_("In their order, such as buchholz sonneborn_berger. Empty: the house's."),
    )
    apart = models.CharField(
        _("never paired"),
        max_length=300,
        blank=True,
        help_text=_("Of a Swiss, such as alice:bob carol:dave: these do not meet each other."),
    )
    variant = models.CharField(_("game"), max_length=40, default="backgammon")
    length_points = models.PositiveSmallIntegerField(
        _("match length"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(25)],
        help_text=_("Points to win a match."),
    )
    round_lengths = models.CharField(
        _("lengths by round"),
        max_length=100,
        blank=True,
        help_text=_("Such as 3 3 5 7; the last holds for all later rounds. Empty: all the same."),
    )
    reserve_s = models.PositiveIntegerField(
        _("time reserve"),
        default=120,
        validators=[MinValueValidator(1), MaxValueValidator(3600)],
        help_text=_("Seconds for each point of the match."),
    )
    delay_s = models.PositiveSmallIntegerField(
        _("free time"),
        default=12,
        validators=[MaxValueValidator(3600)],
        help_text=_("Seconds of each turn that cost no reserve."),
    )
    pause_s = models.PositiveSmallIntegerField(
        _("pause"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(3600)],
        help_text=_(
            "Seconds between two matches of a player. Empty: the house's, 60, and 120 where a"
            " whole round begins together."
        ),
    )
    breaks = models.CharField(
        _("breaks"),
        max_length=100,
        blank=True,
        help_text=_("Such as 3:10 6:20, ten minutes after round 3 and twenty after round 6."),
    )
    is_rated = models.BooleanField(_("rated"), default=False)
    has_house_bots = models.BooleanField(
        _("house bots"), default=True, help_text=_("House bots fill seats that stay empty.")
    )
    swing_stack = models.PositiveIntegerField(
        _("swing stack"),
        default=100,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ENTRY_CHIPS)],
        help_text=_("What each entrant of a swing begins with; it counts in the event alone."),
    )
    swing_rate = models.PositiveIntegerField(
        _("swing rate"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ENTRY_CHIPS)],
        help_text=_("What a point is worth at the start; it doubles by the clock."),
    )
    swing_doubles_s = models.PositiveIntegerField(
        _("swing doubles every"),
        default=600,
        validators=[MinValueValidator(60), MaxValueValidator(86_400)],
        help_text=_("Seconds."),
    )

    # --- what it costs and pays
    buy_in_chips = models.PositiveIntegerField(
        _("buy-in"), default=50, validators=[MaxValueValidator(MOST_ENTRY_CHIPS)]
    )
    fee_chips = models.PositiveIntegerField(
        _("fee"), default=0, validators=[MaxValueValidator(MOST_ENTRY_CHIPS)]
    )
    guarantee_chips = models.PositiveIntegerField(
        _("guaranteed pool"),
        default=0,
        help_text=_("The house adds what the entries fall short of. 0: no guarantee."),
    )
    prize_shares = models.CharField(
        _("prize shares"),
        max_length=200,
        blank=True,
        help_text=_("Percent by place, such as 60 40. Empty: the house's shares for the field."),
    )
    target_series = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="satellites",
        verbose_name=_("tickets to"),
        help_text=_(
            "Makes it a satellite: its prizes are tickets to the next event of this series."
        ),
    )
    guaranteed_tickets = models.PositiveSmallIntegerField(_("guaranteed tickets"), default=0)
    remainder = models.CharField(
        _("remainder"), max_length=12, choices=RemainderRule, default=RemainderRule.TRY_AGAIN
    )
    second_ticket = models.CharField(
        _("second ticket"),
        max_length=12,
        choices=SecondTicketRule,
        default=SecondTicketRule.FLEXIBLE,
    )

    # --- who may enter, and when
    rating_min = models.PositiveSmallIntegerField(_("lowest rating"), default=0)
    rating_max = models.PositiveSmallIntegerField(
        _("highest rating"), default=0, help_text=_("0: no limit.")
    )
    min_matches = models.PositiveSmallIntegerField(_("matches played"), default=0)
    min_account_days = models.PositiveSmallIntegerField(_("days a member"), default=0)
    invitation_code = models.CharField(
        _("invitation code"),
        max_length=40,
        blank=True,
        help_text=_("Whoever enters must know it. Empty: nobody is asked."),
    )
    allowed_names = models.TextField(
        _("invited players"),
        blank=True,
        help_text=_("Names, with spaces or line breaks between. Empty: anybody."),
    )
    needs_ticket = models.BooleanField(_("by ticket only"), default=False)
    has_late_entry = models.BooleanField(_("late entry"), default=False)
    buy_back_min = models.PositiveSmallIntegerField(
        _("buy-back"),
        default=0,
        validators=[MaxValueValidator(600)],
        help_text=_("Minutes after the start in which a first loser may come back at half price."),
    )

    # --- when it happens: scheduled events only
    first_date = models.DateField(
        _("first day"), null=True, blank=True, help_text=_("In the time zone below.")
    )
    start_time = models.TimeField(_("start time"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/Tallinn")
    recurrence = models.CharField(
        _("repeats"),
        max_length=200,
        blank=True,
        help_text=_(
            "An RFC 5545 rule, such as FREQ=DAILY or FREQ=WEEKLY;BYDAY=MO,TH. Empty: once."
        ),
    )
    opens_before_h = models.PositiveSmallIntegerField(
        _("entries open"),
        default=72,
        validators=[MinValueValidator(1), MaxValueValidator(14 * 24)],
        help_text=_("Hours before the start."),
    )

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["name"]
        permissions = (("organise_event", gettext_noop("Can make private events")),)
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=Kind.values), name="tournaments_series_kind_known"
            ),
            models.CheckConstraint(
                condition=~Q(kind=SIT_AND_GO) | Q(seats__in=SEAT_COUNTS),
                name="tournaments_series_seats_are_known",
            ),
            models.CheckConstraint(
                condition=Q(kind=SIT_AND_GO)
                | Q(first_date__isnull=False, start_time__isnull=False),
                name="tournaments_series_has_start",
            ),
        ]

    def __str__(self) -> str:
        return self.name
