"""The books for staff: to read, to search, never to write."""

from django.contrib import admin

from accounts.desk import ReadOnlyAdmin, nobody
from bankroll.models import Account, Posting, Transfer


class PostingInline(admin.TabularInline):
    """The movements of a transfer."""

    model = Posting
    fields = ("source", "target", "chips")
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    """Where chips lie."""

    list_display = ("ref", "kind", "owner", "balance_chips")
    list_select_related = ("owner",)
    list_filter = ("kind",)
    search_fields = ("ref", "owner__username")
    ordering = ("pk",)


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    """What happened to chips, newest first."""

    list_display = ("created_at", "kind", "note", "key")
    list_filter = ("kind",)
    search_fields = ("key", "note")
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    inlines = (PostingInline,)


@admin.register(Posting)
class PostingAdmin(ReadOnlyAdmin):
    """Every movement, newest first. Searched by player or by account."""

    list_display = ("pk", "transfer", "source", "target", "chips")
    list_select_related = ("transfer", "source", "target")
    list_filter = ("transfer__kind",)
    search_fields = (
        "source__ref",
        "target__ref",
        "source__owner__username",
        "target__owner__username",
    )
    ordering = ("-pk",)
