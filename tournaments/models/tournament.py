"""One event, and every version of its rules card."""

from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.card import RulesCard, card_from_dict
from tournaments.models.series import Kind, Series
from tournaments.states import TournamentState
from wire.ids import new_public_id
from wire.time import now


class Tournament(models.Model):
    """One event. Its row is the lock for everything that happens in it.

    opens_at, starts_at: when entries open and when it starts; a Sit&Go has the moment it was
    opened in both. is_paused: staff hold it; nothing new begins. added_chips: what the house
    and satellites have put into the pool beside the entries. target: the event to which a
    satellite's tickets lead. missing_entrants: how many more a scheduled event needs whose start
    has come. reminded_at: when its entrants were last told that it comes near. is_dropped: a
    change of its series took it out of the calendar before anybody had entered, so that the
    series may announce its time again.
    """

    public_id = models.CharField(
        _("id"), max_length=12, unique=True, default=new_public_id, editable=False
    )
    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, related_name="tournaments", verbose_name=_("series")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.SIT_AND_GO)
    state = models.CharField(
        _("state"), max_length=12, choices=TournamentState, default=TournamentState.REGISTERING
    )
    state_since = models.DateTimeField(_("since"), default=now)
    opened_at = models.DateTimeField(_("opened at"), default=now)
    opens_at = models.DateTimeField(_("entries open at"), default=now)
    starts_at = models.DateTimeField(_("starts at"), default=now)
    name = models.CharField(_("name"), max_length=60)
    card = models.JSONField(_("rules card"))
    seats = models.PositiveIntegerField(_("seats"))
    taken_seats = models.PositiveIntegerField(_("seats taken"), default=0)
    next_bot_at = models.DateTimeField(
        _("next house bot"), default=now, help_text=_("No house bot sits down before this time.")
    )
    is_dropped = models.BooleanField(pgettext_lazy("an open event", "dropped"), default=False)
    is_paused = models.BooleanField(_("held by staff"), default=False)
    paused_at = models.DateTimeField(_("held since"), default=now)
    added_chips = models.PositiveIntegerField(_("added to the pool"), default=0)
    target = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="satellites",
        verbose_name=_("tickets to"),
    )
    missing_entrants = models.PositiveIntegerField(_("entrants missing"), default=0)
    reminded_at = models.DateTimeField(_("reminded at"), default=now)
    is_private = models.BooleanField(_("private"), default=False)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("organiser"),
    )
    invitation_code = models.CharField(_("invitation code"), max_length=40, blank=True)
    allowed_names = models.JSONField(_("invited players"), default=list, blank=True)
    sealed_secret = models.BinaryField(editable=False)
    commitment = models.CharField(_("commitment"), max_length=64)
    draw = models.JSONField(pgettext_lazy("of lots", "draw"), default=dict, blank=True)

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
            models.Index(
                fields=["state_since"],
                condition=Q(state__in=("cancelled", "stopped")),
                name="tournaments_event_cut_short",
            ),
            models.Index(fields=["starts_at"], name="tournaments_event_starts"),
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
            models.UniqueConstraint(
                fields=["series", "starts_at"],
                condition=Q(kind="scheduled", is_dropped=False),
                name="tournaments_series_one_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.public_id}"

    @cached_property
    def rules_card(self) -> RulesCard:
        """The stored card as a value."""
        return card_from_dict(self.card)

    @property
    def zone(self) -> str:
        """The time zone the start was promised in; "" for a Sit&Go, which has none."""
        times = self.rules_card.times
        return times.zone if times else ""

    @property
    def escrow_ref(self) -> str:
        """Where the chips of this event lie."""
        return f"tournament:{self.public_id}"


class CardVersion(models.Model):
    """A rules card that was in force, from its moment until the next one's. Only added to."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="card_versions", verbose_name=_("event")
    )
    version = models.PositiveIntegerField(_("version"))
    card = models.JSONField(_("rules card"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    made_at = models.DateTimeField(_("made at"), default=now)

    class Meta:
        verbose_name = _("version of a rules card")
        verbose_name_plural = _("versions of rules cards")
        ordering = ["tournament", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "version"], name="tournaments_card_one_a_version"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.version}"
