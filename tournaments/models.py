"""The tables of events: templates, events, entries, pairings, results, awards.

What must never happen is refused here by the database as well: two live
entries of one player, a seat too many, a second match, result or award.
`tournaments.services` is the only writer.
"""

import secrets
from functools import cached_property

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.card import SIT_AND_GO, RulesCard, card_from_dict
from tournaments.formats.base import Outcome
from tournaments.states import TournamentState
from wire.time import now

SEAT_COUNTS = (2, 4, 6, 8, 12, 16)
MOST_ENTRY_CHIPS = 1_000_000


def new_public_id() -> str:
    """An id for addresses and messages; it tells nothing about how many there are."""
    return secrets.token_hex(6)


class Kind(models.TextChoices):
    """How an event starts."""

    SIT_AND_GO = SIT_AND_GO, _("Sit&Go")


class EntryState(models.TextChoices):
    """Where an entrant stands in his event."""

    ACTIVE = "active", _("in")
    OUT = "out", _("plays no more")
    WITHDRAWN = "withdrawn", _("withdrawn")


class WithdrawReason(models.TextChoices):
    """Why an entry ended before the start. Its chips always went back."""

    NONE = "", "—"
    LEFT = "left", _("left")
    ABSENT = "absent", _("connection lost")
    CANCELLED = "cancelled", _("event cancelled")
    NO_PEOPLE = "no_people", _("nobody to play with")


class Series(models.Model):
    """A template of events. While `is_open`, one Sit&Go of it always takes entries."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    is_open = models.BooleanField(
        _("open"), default=True, help_text=_("Keep one Sit&Go of this kind open.")
    )
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    seats = models.PositiveSmallIntegerField(
        _("seats"), choices=[(count, str(count)) for count in SEAT_COUNTS], default=4
    )
    length_points = models.PositiveSmallIntegerField(
        _("match length"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(25)],
        help_text=_("Points to win a match."),
    )
    buy_in_chips = models.PositiveIntegerField(
        _("buy-in"), default=50, validators=[MaxValueValidator(MOST_ENTRY_CHIPS)]
    )
    fee_chips = models.PositiveIntegerField(
        _("fee"), default=0, validators=[MaxValueValidator(MOST_ENTRY_CHIPS)]
    )
    prize_shares = models.CharField(
        _("prize shares"),
        max_length=200,
        blank=True,
        help_text=_("Percent by place, such as 60 40. Empty: the house's shares for the size."),
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
        default=60,
        validators=[MaxValueValidator(3600)],
        help_text=_("Seconds between two matches of a player."),
    )
    has_house_bots = models.BooleanField(
        _("house bots"), default=True, help_text=_("House bots fill seats that stay empty.")
    )

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(seats__in=SEAT_COUNTS), name="tournaments_series_seats_are_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """One event. Its row is the lock for everything that happens in it."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="tournaments", verbose_name=_("series")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.SIT_AND_GO)
    state = models.CharField(
        _("state"), max_length=12, choices=TournamentState, default=TournamentState.REGISTERING
    )
    state_since = models.DateTimeField(_("since"), default=now)
    opened_at = models.DateTimeField(_("opened at"), default=now)
    name = models.CharField(_("name"), max_length=60)
    card = models.JSONField(_("rules card"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    taken_seats = models.PositiveSmallIntegerField(_("seats taken"), default=0)
    next_bot_at = models.DateTimeField(
        _("next house bot"), default=now, help_text=_("No house bot sits down before this time.")
    )
    sealed_secret = models.BinaryField(editable=False)
    commitment = models.CharField(_("commitment"), max_length=64)
    draw = models.JSONField(_("draw"), default=dict, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["state"],
                condition=Q(state__in=("announced", "registering", "seated", "playing")),
                name="tournaments_event_live",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=TournamentState.values), name="tournaments_event_state_known"
            ),
            models.CheckConstraint(
                condition=Q(taken_seats__lte=F("seats")), name="tournaments_event_not_overfilled"
            ),
            models.UniqueConstraint(
                fields=["series"],
                condition=Q(kind="sit_and_go", state="registering"),
                name="tournaments_series_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.public_id}"

    @cached_property
    def rules_card(self) -> RulesCard:
        """The stored card as a value."""
        return card_from_dict(self.card)

    @property
    def escrow_ref(self) -> str:
        """Where the chips of this event lie."""
        return f"tournament:{self.public_id}"


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries by what they mean."""

    def active(self) -> "EntryQuerySet":
        """Those whose players are in the event, by number."""
        return self.filter(state=EntryState.ACTIVE).select_related("user").order_by("number")

    def drawn(self) -> "EntryQuerySet":
        """Those that were given a seat in the draw, by seat."""
        return self.filter(seat__gt=0).select_related("user").order_by("seat")


class Entry(models.Model):
    """One player's registration. Coming back after leaving makes a new one.

    number: counts the registrations of the event and names its transfers.
    seat: the drawn seat, 0 before the draw.
    place: the final place, 0 before the end; tied entrants share the best.
    is_exclusive: whether this is the one live seat its player may hold;
    house bots may sit anywhere.
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
        _("reason"), max_length=10, choices=WithdrawReason, default=WithdrawReason.NONE, blank=True
    )
    is_exclusive = models.BooleanField(_("exclusive"), default=True)
    seat = models.PositiveSmallIntegerField(_("seat"), default=0)
    place = models.PositiveSmallIntegerField(_("place"), default=0)
    joined_at = models.DateTimeField(_("joined at"), default=now)
    last_seen_at = models.DateTimeField(_("last seen"), default=now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=~Q(state="withdrawn"),
                name="tournaments_entry_one_a_player",
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
            models.CheckConstraint(
                condition=Q(state__in=EntryState.values), name="tournaments_entry_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Pairing(models.Model):
    """Two entrants who meet, or one who has a free pass, or a slot nobody reached."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="pairings", verbose_name=_("event")
    )
    round = models.PositiveSmallIntegerField(_("round"))
    slot = models.PositiveSmallIntegerField(_("slot"))
    white = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("White")
    )
    black = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("Black")
    )
    match = models.OneToOneField(
        "matches.Match",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("match"),
    )
    starts_at = models.DateTimeField(_("starts at"), default=now)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["tournament", "round", "slot"]
        indexes = [
            models.Index(
                fields=["starts_at"],
                condition=Q(match__isnull=True, black__isnull=False),
                name="tournaments_pairing_to_start",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "slot"], name="tournaments_pairing_one_a_slot"
            ),
            models.CheckConstraint(
                condition=Q(black__isnull=True) | (Q(white__isnull=False) & ~Q(white=F("black"))),
                name="tournaments_pairing_two_people",
            ),
            models.CheckConstraint(
                condition=Q(round__gte=1, slot__gte=1), name="tournaments_pairing_counts_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.round}.{self.slot}"

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Who stands here, White first: two, one or nobody."""
        return tuple(entry for entry in (self.white, self.black) if entry is not None)


class PairingResult(models.Model):
    """What came of a pairing, once. `is_counted` when the director has drawn its consequences."""

    pairing = models.OneToOneField(
        Pairing,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="result",
        verbose_name=_("pairing"),
    )
    outcome = models.CharField(
        _("outcome"), max_length=10, choices=[(each.value, each.value) for each in Outcome]
    )
    winner = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("winner")
    )
    white_points = models.PositiveSmallIntegerField(_("White's points"), default=0)
    black_points = models.PositiveSmallIntegerField(_("Black's points"), default=0)
    recorded_at = models.DateTimeField(_("recorded at"), default=now)
    is_counted = models.BooleanField(_("counted"), default=False)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes = [
            models.Index(
                fields=["pairing"], condition=Q(is_counted=False), name="tournaments_result_new"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome=Outcome.BOTH_OUT.value, winner__isnull=True)
                | (~Q(outcome=Outcome.BOTH_OUT.value) & Q(winner__isnull=False)),
                name="tournaments_result_has_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.outcome}"


class Award(models.Model):
    """A prize that was paid. One a place and one an entrant, tied or not."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="awards", verbose_name=_("event")
    )
    place = models.PositiveSmallIntegerField(_("place"))
    entry = models.OneToOneField(
        Entry, on_delete=models.PROTECT, related_name="award", verbose_name=_("entry")
    )
    chips = models.PositiveIntegerField(_("chips"))

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering = ["tournament", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "place"], name="tournaments_award_one_a_place"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.place}"
