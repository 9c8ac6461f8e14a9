"""Matches for staff: to look at, with every event; never to edit. The dice's secret is not here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.desk import ReadOnlyAdmin, choice_filter, nobody, table_of
from matches.models import Match, MatchEvent, Seat
from wire.time import at

#: Events a page of a match shows; a long one has about a thousand.
MOST_EVENTS = 3_000

OwnerFilter = choice_filter("owner", _("owner"), {"table": _("table"), "tournament": _("event")})


class SeatInline(admin.TabularInline):
    """Who sits where."""

    model = Seat
    extra = 0
    fields = ("side", "user", "is_bot", "has_come", "contribution")
    has_add_permission = has_change_permission = has_delete_permission = nobody

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches newest first."""

    list_display = ("public_id", "title_shown", "players", "status", "seq", "created_at")
    list_filter = ("status", OwnerFilter)
    search_fields = ("=public_id", "^title")
    search_people = ("seats__user",)
    inlines = (SeatInline,)
    fields = (
        "public_id",
        "title_shown",
        "owner",
        "owner_ref",
        "status",
        "seq",
        "rules",
        "snapshot",
        "commitment",
        "events",
    )
    readonly_fields = ("title_shown", "events")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("seats__user")

    @admin.display(description=_("title"), ordering="title")
    def title_shown(self, match: Match) -> str:
        return match.shown_title

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        return " - ".join(str(seat.user) for seat in match.seats.all())

    @admin.display(description=_("what happened"))
    def events(self, match: Match) -> SafeString:
        """Every event, in order; of an endless match the last ones."""
        latest = MatchEvent.objects.filter(match=match).order_by("-seq")
        rows = latest.values_list("seq", "kind", "actor", "body")[:MOST_EVENTS]
        return table_of(
            (_("number"), _("kind"), _("actor"), pgettext_lazy("of a match", "event")),
            list(rows)[::-1],
        )

    @admin.display(description=_("created"))
    def created_at(self, match: Match) -> str:
        return f"{at(match.created_ms):%Y-%m-%d %H:%M:%S} UTC"
