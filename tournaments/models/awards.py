"""What is won: prizes, and tickets as objects with a history of their own."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.series import Series
from tournaments.models.tournament import Tournament, new_public_id
from tournaments.ticket_states import TicketState
from wire.time import now


class TicketKind(models.TextChoices):
    """Where a ticket lets its holder in."""

    TARGET = "target", _("one event")
    SERIES = "series", _("the next events of a series")
    FLEXIBLE = "flexible", _("any event of its price")


class Ticket(models.Model):
    """A right to enter. Its price lies on an escrow of its own until it is used or lapses.

    event: the one it leads to, or that it is used for. series: for tickets of that kind.
    value_chips: what an entry it pays for costs, buy-in and fee.
    key: what it was issued for; nothing is issued twice for one.
    """

    public_id = models.CharField(
        _("id"), max_length=12, unique=True, default=new_public_id, editable=False
    )
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("holder"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=TicketKind)
    state = models.CharField(
        _("state"), max_length=10, choices=TicketState, default=TicketState.ISSUED
    )
    event = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tickets",
        verbose_name=_("event"),
    )
    series = models.ForeignKey(
        Series,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tickets",
        verbose_name=_("series"),
    )
    value_chips = models.PositiveIntegerField(_("price it pays"))
    key = models.CharField(_("key"), max_length=120, unique=True)
    won_in = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tickets_won",
        verbose_name=_("won in"),
    )
    issued_at = models.DateTimeField(_("issued at"), default=now)
    expires_at = models.DateTimeField(_("expires at"))

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["expires_at"],
                condition=Q(state__in=("issued", "returned")),
                name="tournaments_ticket_usable",
            ),
            models.Index(fields=["holder"], name="tournaments_ticket_holder"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=TicketState.values), name="tournaments_ticket_state_known"
            ),
            models.CheckConstraint(
                condition=~Q(kind="target") | Q(event__isnull=False),
                name="tournaments_ticket_has_event",
            ),
            models.CheckConstraint(
                condition=~Q(kind="series") | Q(series__isnull=False),
                name="tournaments_ticket_has_series",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=("reserved", "used")) | Q(event__isnull=False),
                name="tournaments_ticket_is_used_somewhere",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def escrow_ref(self) -> str:
        """Where its price lies while nobody has used it."""
        return f"ticket:{self.public_id}"


class TicketEvent(models.Model):
    """One change of a ticket, with its reason in a few words. Only added to."""

    ticket = models.ForeignKey(
        Ticket, on_delete=models.PROTECT, related_name="history", verbose_name=_("ticket")
    )
    state = models.CharField(_("became"), max_length=10, choices=TicketState)
    event = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("event")
    )
    note = models.CharField(_("why"), max_length=200, blank=True)
    at = models.DateTimeField(_("at"), default=now)

    class Meta:
        verbose_name = _("change of a ticket")
        verbose_name_plural = _("changes of tickets")
        ordering = ["ticket", "pk"]

    def __str__(self) -> str:
        return f"{self.ticket_id}: {self.get_state_display()}"


class Award(models.Model):
    """A prize that was paid, in chips or as a ticket. One a place and one an entrant."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="awards", verbose_name=_("event")
    )
    place = models.PositiveIntegerField(_("place"))
    entry = models.OneToOneField(
        Entry, on_delete=models.PROTECT, related_name="award", verbose_name=_("entry")
    )
    chips = models.PositiveIntegerField(_("chips"), default=0)
    ticket = models.OneToOneField(
        Ticket,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="award",
        verbose_name=_("ticket"),
    )

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
