"""Staff pages about people."""

from typing import cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin, nobody
from accounts.forms import DeskUserForm, NewDeskUserForm
from accounts.models import RatingChange, StaffAction, User
from accounts.services import name_change, sessions_end, staff_action_record


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


# allauth's own pages show secrets as they rest, keys of sessions, and let anything be edited.
for table in (Authenticator, EmailAddress, UserSession):
    admin.site.unregister(table)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyAdmin):
    """Which address belongs to whom, and whether he has confirmed it."""

    list_display = ("email", "user", "verified", "primary")
    list_select_related = ("user",)
    list_filter = ("verified",)
    search_fields = ("email", "user__username")


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """Who signs in with a second factor; never its secret.

    It can be taken off for somebody who has lost his phone and his codes, once staff are
    sure that it is he. The act is recorded.
    """

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type",)
    search_fields = ("user__username",)
    fields = list_display
    has_delete_permission = admin.ModelAdmin.has_delete_permission

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        """Take one off."""
        self.delete_queryset(request, Authenticator.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Authenticator]) -> None:
        """Take several off, an act in the log for each."""
        for authenticator in queryset.select_related("user"):
            staff_action_record(
                actor=cast("User", request.user),
                act="second_factor.remove",
                subject=f"user:{authenticator.user.username}",
                reason=gettext("Taken off at the desk."),
                details={"type": authenticator.type},
            )
        super().delete_queryset(request, queryset)


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
