"""Staff pages about people."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin, nobody
from accounts.forms import DeskUserForm, NewDeskUserForm
from accounts.models import RatingChange, StaffAction, User
from accounts.services import name_change, sessions_end


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Members, guests and house bots. Passwords can be set, never seen.

    Nobody is deleted, for the books and the records name him: an account is closed by
    taking `active` away.
    """

    form = DeskUserForm
    add_form = NewDeskUserForm
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

    def save_model(
        self,
        request: HttpRequest,
        obj: User,
        form: ModelForm,
        change: bool,  # noqa: FBT001
    ) -> None:
        """Save; a name that is changed stays its bearer's, a closed account is signed out."""
        if change and "username" in form.changed_data:
            chosen, obj.username = obj.username, form.initial["username"]
            name_change(user=obj, name=chosen)
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            sessions_end(user=obj)


@admin.register(StaffAction)
class StaffActionAdmin(ReadOnlyAdmin):
    """What staff have done, newest first."""

    list_display = ("created_at", "actor", "act", "subject", "reason")
    list_select_related = ("actor",)
    list_filter = ("act",)
    search_fields = ("subject", "actor__username", "reason")
    date_hierarchy = "created_at"


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """What matches have done to ratings, newest first."""

    list_display = ("created_at", "match_id", "kind", "ladder", "user", "opponent", "change")
    list_select_related = ("user", "opponent")
    list_filter = ("ladder", "kind")
    search_fields = ("match_id", "user__username")
    date_hierarchy = "created_at"
