"""Events for staff to watch. The secret of a draw is shown nowhere here.

What is decided in an event is decided at the director's desk, which says what would follow.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin, nobody
from tournaments.admin.desk import DirectorPages
from tournaments.models import (
    Appeal,
    Award,
    Entry,
    Pairing,
    PairingResult,
    Ruling,
    Tournament,
)


class EntryInline(admin.TabularInline):
    """Who has registered."""

    model = Entry
    fields = ("number", "user", "state", "reason", "seat", "place", "joined_at")
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("user").order_by("number")


class PairingInline(admin.TabularInline):
    """Who met whom."""

    model = Pairing
    fields = readonly_fields = ("round", "slot", "white_name", "black_name", "match", "outcome")
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        pairings = super().get_queryset(request)
        return pairings.select_related("white__user", "black__user", "match", "result").order_by(
            "round", "slot"
        )

    @admin.display(description=_("White"))
    def white_name(self, pairing: Pairing) -> str:
        return name_of(pairing.white)

    @admin.display(description=_("Black"))
    def black_name(self, pairing: Pairing) -> str:
        return name_of(pairing.black)

    @admin.display(description=_("outcome"))
    def outcome(self, pairing: Pairing) -> str:
        return outcome_of(pairing)


class AwardInline(admin.TabularInline):
    """What was paid."""

    model = Award
    fields = readonly_fields = ("place", "player", "chips")
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody

    def get_queryset(self, request: HttpRequest) -> QuerySet[Award]:
        return super().get_queryset(request).select_related("entry__user").order_by("place")

    @admin.display(description=_("player"))
    def player(self, award: Award) -> str:
        return name_of(award.entry)


@admin.register(Tournament)
class TournamentAdmin(DirectorPages, ReadOnlyAdmin):
    """Events, newest first, and the director's desk."""

    list_display = ("public_id", "name", "state", "taken_seats", "seats", "opened_at")
    list_filter = ("state", "series")
    search_fields = ("public_id", "name", "entries__user__username")
    date_hierarchy = "opened_at"
    inlines = (EntryInline, PairingInline, AwardInline)
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
    )

    def get_urls(self) -> list[URLPattern]:
        """The pages of the director's desk, ahead of those of the rows."""
        return self.director_urls() + super().get_urls()


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    """Every ruling, newest first."""

    list_display = ("at", "tournament", "kind", "public_text", "actor", "reason")
    list_select_related = ("tournament", "actor")
    list_filter = ("kind",)
    search_fields = ("tournament__public_id", "actor__username", "reason", "public_text")
    date_hierarchy = "at"


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    """Every appeal, newest first, with the ruling that answered it."""

    list_display = ("opened_at", "pairing", "player", "state", "text", "ruling")
    list_select_related = ("pairing", "entry__user", "ruling")
    list_filter = ("state",)
    search_fields = ("entry__user__username", "pairing__tournament__public_id")

    @admin.display(description=_("player"))
    def player(self, appeal: Appeal) -> str:
        return name_of(appeal.entry)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Every registration, newest first."""

    list_display = ("tournament", "number", "user", "state", "reason", "seat", "place", "joined_at")
    list_select_related = ("tournament", "user")
    list_filter = ("state", "reason")
    search_fields = ("user__username", "tournament__public_id")
    ordering = ("-pk",)


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    """Every pairing, newest first."""

    list_display = ("tournament", "round", "slot", "white_name", "black_name", "match", "outcome")
    list_select_related = ("tournament", "white__user", "black__user", "match", "result")
    search_fields = ("white__user__username", "black__user__username", "tournament__public_id")
    ordering = ("-pk",)

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


def outcome_of(pairing: Pairing) -> str:
    """How a pairing ended; empty while it has not."""
    result: PairingResult | None = getattr(pairing, "result", None)
    return result.outcome if result else ""
