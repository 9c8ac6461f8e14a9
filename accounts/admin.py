"""Staff pages about people."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin, nobody
from accounts.models import StaffAction, User


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Members, guests and house bots. Passwords can be set, never seen.

    Nobody is deleted, for the books and the records name him: an account is closed by
    taking `active` away.
    """

    list_display = ("username", "is_guest", "is_bot", "is_staff", "is_active", "created_at")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-created_at",)
    date_hierarchy = "created_at"
    show_full_result_count = False
    readonly_fields = ("is_guest", "is_bot", "last_login", "created_at")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_active")}),
        (_("Kind"), {"fields": ("is_guest", "is_bot")}),
        (_("Rights"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "created_at")}),
    )
    has_delete_permission = nobody


@admin.register(StaffAction)
class StaffActionAdmin(ReadOnlyAdmin):
    """What staff have done, newest first."""

    list_display = ("created_at", "actor", "act", "subject", "reason")
    list_select_related = ("actor",)
    list_filter = ("act",)
    search_fields = ("subject", "actor__username", "reason")
    date_hierarchy = "created_at"
