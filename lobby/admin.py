"""Tables for staff: to look at. Nobody edits them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin, choice_filter, nobody
from lobby.games import GAMES
from lobby.models import Seek, Table, TableGame, TableSeat
from matches.wording import lazy_name

GameFilter = choice_filter(
    "game", _("game"), {key: lazy_name(game.variant) for key, game in GAMES.items()}
)


class SeatInline(admin.TabularInline):
    """Who sits there."""

    model = TableSeat
    fields = (
        "side",
        "user",
        "is_exclusive",
        "last_seen_at",
        "brought_chips",
        "score",
        "is_winner",
    )
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableSeat]:
        return super().get_queryset(request).select_related("user").order_by("pk")


class GameInline(admin.TabularInline):
    """The receipts of its games, at table stakes."""

    model = TableGame
    fields = (
        "number",
        "winner_side",
        "kind",
        "cube_value",
        "points",
        "moved_chips",
        "white_chips",
        "black_chips",
        "ended_at",
    )
    readonly_fields = ("ended_at",)
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Every table, newest first."""

    list_display = (
        "public_id",
        "title_shown",
        "host",
        "access",
        "state",
        "close_reason",
        "opened_at",
    )
    list_select_related = ("host",)
    list_filter = ("state", "access", "close_reason", "opened_at")
    search_fields = ("=public_id", "=match__public_id")
    search_people = ("host", "invited", "seats__user")
    inlines = (SeatInline, GameInline)
    readonly_fields = ("title_shown",)
    fields = (
        "public_id",
        "title_shown",
        "host",
        "access",
        "invited",
        "state",
        "state_since",
        "opened_at",
        "close_reason",
        "ending",
        "match",
        "rematch_of",
        "clock",
        "is_rated",
        "has_different_sums",
        "rules",
    )

    @admin.display(description=_("title"), ordering="title")
    def title_shown(self, table: Table) -> str:
        return table.shown_title


@admin.register(Seek)
class SeekAdmin(ReadOnlyAdmin):
    """Every search for an opponent, newest first: who waited for what, and what came of it."""

    list_display = ("user", "game", "points", "clock", "is_rated", "rating", "state", "posted_at")
    list_select_related = ("user",)
    list_filter = ("state", GameFilter, "is_rated", "posted_at")
    search_fields = ("=table__public_id",)
    search_people = ("user",)
    fields = (*list_display, "last_seen_at", "table")
