"""Who met whom, round by round, and what came of it."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.formats.base import Outcome
from tournaments.models.entries import Entry
from tournaments.models.tournament import Tournament
from wire.time import now


class Round(models.Model):
    """A round of an event; in a swing, each moment at which free players were paired.

    present: the seats that could be paired when it was drawn, published so that anybody can
    repeat the pairing. Knock-outs, whose pairings follow from results alone, note everybody.
    rate: what a point was worth in it, in a swing; 0 elsewhere.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("event")
    )
    number = models.PositiveIntegerField(_("number"))
    present = models.JSONField(_("present"), default=list)
    rate = models.PositiveIntegerField(_("rate"), default=0)
    drawn_at = models.DateTimeField(_("drawn at"), default=now)
    starts_at = models.DateTimeField(_("starts at"), default=now)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_round_one_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class Pairing(models.Model):
    """Two entrants who meet, or one who has a free pass, or a slot nobody reached."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="pairings", verbose_name=_("event")
    )
    round = models.PositiveIntegerField(_("round"))
    slot = models.PositiveIntegerField(_("slot"))
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
    """What came of a pairing, the result that stands. A ruling that overturns it keeps the old one.

    white_points, black_points: of the match; in a swing the stacks after the game.
    is_counted: the director has drawn its consequences.
    """

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
    white_points = models.PositiveIntegerField(_("White's points"), default=0)
    black_points = models.PositiveIntegerField(_("Black's points"), default=0)
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
