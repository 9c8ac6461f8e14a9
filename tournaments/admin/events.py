"""Events for staff to watch. The secret of a draw is shown nowhere here.

What is decided in an event is decided at the director's desk, which says what would follow.
"""

from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk import MOST_ROWS, ReadOnlyAdmin, table_of
from tournaments.admin.desk import DirectorPages
from tournaments.formats.base import Outcome
from tournaments.models import (
    Appeal,
    Entry,
    Pairing,
    PairingResult,
    Ruling,
    Series,
    Tournament,
)

#: Templates a list can be filtered by.
MOST_SERIES = 200


class SeriesFilter(admin.SimpleListFilter):
    """The templates of the house; those of organisers have one event each."""

    title = _("series")
    parameter_name = "series"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Their names."""
        own = Series.objects.filter(organiser__isnull=True).order_by("name")
        return [(str(pk), name) for pk, name in own.values_list("pk", "name")[:MOST_SERIES]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The events of one."""
        pk = self.value() or ""
        return queryset.filter(series_id=int(pk)) if pk.isdecimal() and len(pk) < 18 else queryset


@admin.register(Tournament)
class TournamentAdmin(DirectorPages, ReadOnlyAdmin):
    """Events, newest first, and the director's desk."""

    list_display = ("public_id", "name", "state", "taken_seats", "seats", "opened_at")
    list_filter = ("state", SeriesFilter, "opened_at")
    search_fields = ("=public_id", "name")
    search_people = ("entries__user",)
    change_list_template = "tournaments/admin/events.html"
    change_form_template = "tournaments/admin/event_row.html"
    fields = (
        "public_id",
        "series",
        "state",
        "state_since",
        "opened_at",
        "taken_seats",
        "seats",
        "next_bot_at",
        "card",
        "commitment",
        "draw",
        "who_entered",
        "who_met",
        "what_was_paid",
    )
    readonly_fields = ("who_entered", "who_met", "what_was_paid")

    def get_urls(self) -> list[URLPattern]:
        """The pages of the director's desk, ahead of those of the rows."""
        return self.director_urls() + super().get_urls()

    @admin.display(description=_("entries"))
    def who_entered(self, event: Tournament) -> SafeString:
        """Who has registered."""
        rows = event.entries.select_related("user").order_by("number")[:MOST_ROWS]
        heads = (_("number"), _("player"), _("state"), _("reason"), _("seat"), _("place"))
        return table_of(heads, [_entry_cells(each) for each in rows])

    @admin.display(description=_("pairings"))
    def who_met(self, event: Tournament) -> SafeString:
        """Who met whom, the first rounds; the director's desk has every round."""
        rows = event.pairings.select_related("white__user", "black__user", "match", "result")
        heads = (_("round"), _("slot"), _("White"), _("Black"), _("match"), _("outcome"))
        shown = rows.order_by("round", "slot")[:MOST_ROWS]
        return table_of(heads, [_pairing_cells(each) for each in shown])

    @admin.display(description=_("awards"))
    def what_was_paid(self, event: Tournament) -> SafeString:
        """What was paid, from the first place on."""
        rows = event.awards.select_related("entry__user").order_by("place")[:MOST_ROWS]
        cells = [(each.place, name_of(each.entry), each.chips) for each in rows]
        return table_of((_("place"), _("player"), _("chips")), cells)


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    """Every ruling, newest first."""

    list_display = ("at", "tournament", "kind", "public_text", "actor", "reason")
    list_select_related = ("tournament", "actor")
    list_filter = ("kind", "at")
    search_fields = ("=tournament__public_id", "reason", "public_text")
    search_people = ("actor",)


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    """Every appeal, newest first, with the ruling that answered it."""

    list_display = ("opened_at", "pairing", "player", "state", "text", "ruling")
    list_select_related = ("pairing", "entry__user", "ruling")
    list_filter = ("state",)
    search_fields = ("=pairing__tournament__public_id",)
    search_people = ("entry__user",)

    @admin.display(description=_("player"))
    def player(self, appeal: Appeal) -> str:
        return name_of(appeal.entry)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Every registration, newest first."""

    list_display = ("tournament", "number", "user", "state", "reason", "seat", "place", "joined_at")
    list_select_related = ("tournament", "user")
    list_filter = ("state", "reason")
    search_fields = ("=tournament__public_id",)
    search_people = ("user",)


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    """Every pairing, newest first."""

    list_display = ("tournament", "round", "slot", "white_name", "black_name", "match", "outcome")
    list_select_related = ("tournament", "white__user", "black__user", "match", "result")
    search_fields = ("=tournament__public_id",)
    search_people = ("white__user", "black__user")

    @admin.display(description=_("White"))
    def white_name(self, pairing: Pairing) -> str:
        return name_of(pairing.white)

    @admin.display(description=_("Black"))
    def black_name(self, pairing: Pairing) -> str:
        return name_of(pairing.black)

    @admin.display(description=_("outcome"))
    def outcome(self, pairing: Pairing) -> str:
        return outcome_of(pairing)


def name_of(entry: Entry | None) -> str:
    """The player of an entry; a dash for nobody."""
    return entry.user.username if entry else "–"


def _entry_cells(entry: Entry) -> tuple[Any, ...]:
    state, reason = entry.get_state_display(), entry.get_reason_display()
    return (entry.number, name_of(entry), state, reason, entry.seat, entry.place)


def _pairing_cells(pairing: Pairing) -> tuple[Any, ...]:
    white, black = name_of(pairing.white), name_of(pairing.black)
    return (
        pairing.round,
        pairing.slot,
        white,
        black,
        pairing.match or "–",
        outcome_of(pairing),
    )


def outcome_of(pairing: Pairing) -> str:
    """How a pairing ended; empty while it has not."""
    result: PairingResult | None = getattr(pairing, "result", None)
    return str(_OUTCOMES[Outcome(result.outcome)]) if result else ""


_OUTCOMES: Final = {
    Outcome.PLAYED: _("played"),
    Outcome.BYE: _("bye"),
    Outcome.WALKOVER: _("walkover"),
    Outcome.BOTH_OUT: _("both out"),
}
