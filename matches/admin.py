"""Matches for staff: to look at, with every event; never to edit. The dice's secret is not here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from matches.models import Match, MatchEvent, Seat
from wire.time import at


class ReadOnly:
    """Nothing can be added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    """Who sits where."""

    model = Seat
    extra = 0
    fields = ("side", "user", "is_bot", "has_come", "contribution")


class EventInline(ReadOnly, admin.TabularInline):
    """What happened, in order."""

    model = MatchEvent
    extra = 0
    fields = ("seq", "kind", "actor", "body")
    ordering = ("seq",)


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    """Matches newest first."""

    list_display = ("public_id", "title", "players", "status", "seq", "created_at")
    list_filter = ("status", "owner")
    search_fields = ("public_id", "title", "seats__user__username")
    ordering = ("-created_ms",)
    inlines = (SeatInline, EventInline)
    show_full_result_count = False
    fields = (
        "public_id",
        "title",
        "owner",
        "owner_ref",
        "status",
        "seq",
        "rules",
        "snapshot",
        "commitment",
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("seats__user")

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        return " - ".join(str(seat.user) for seat in match.seats.all())

    @admin.display(description=_("created"), ordering="created_ms")
    def created_at(self, match: Match) -> str:
        return f"{at(match.created_ms):%Y-%m-%d %H:%M:%S} UTC"
