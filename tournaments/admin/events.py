"""Events for staff, to watch and to cancel. The secret of a draw is shown nowhere here."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin, nobody
from tournaments.models import Award, Entry, Pairing, PairingResult, Tournament
from tournaments.services import tournament_cancel
from wire.errors import PlatformError
from wire.texts import error_body


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
class TournamentAdmin(ReadOnlyAdmin):
    """Events, newest first. One that has not begun can be cancelled, with a reason."""

    list_display = ("public_id", "name", "state", "taken_seats", "seats", "opened_at")
    list_filter = ("state", "series")
    search_fields = ("public_id", "name", "entries__user__username")
    date_hierarchy = "opened_at"
    inlines = (EntryInline, PairingInline, AwardInline)
    actions = ("cancel",)
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

    @admin.action(description=_("Cancel and give every entry back"))
    def cancel(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> HttpResponse | None:
        """Ask for the reason first, then cancel each event by itself."""
        events = list(queryset)
        if "reason" not in request.POST:
            context = {**self.admin_site.each_context(request), "events": events}
            return render(request, "tournaments/admin_cancel.html", context)
        assert request.user.is_authenticated  # the desk lets nobody else in
        for event in events:
            try:
                tournament_cancel(
                    tournament_id=event.public_id,
                    actor=request.user,
                    reason=request.POST["reason"],
                )
                messages.success(request, _("{event} is cancelled.").format(event=event))
            except PlatformError as error:
                messages.error(request, f"{event}: {error_body(error)['message']}")
        return None


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
