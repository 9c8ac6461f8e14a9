"""What belongs to a person, to look at: addresses, second factors, changes of ratings."""

from typing import cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.desk import ReadOnlyAdmin
from accounts.models import RatingChange, User
from accounts.services import staff_action_record

# allauth's own pages show secrets as they rest, keys of sessions, and let anything be edited.
for table in (Authenticator, EmailAddress, UserSession):
    admin.site.unregister(table)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyAdmin):
    """Which address belongs to whom, and whether he has confirmed it."""

    list_display = ("email", "user", "verified", "primary")
    list_select_related = ("user",)
    list_filter = ("verified",)
    search_fields = ("email",)
    search_people = ("user",)


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """Who signs in with a second factor; never its secret.

    It can be taken off for somebody who has lost his phone and his codes, once staff are
    sure that it is he. The act is recorded.
    """

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type",)
    search_people = ("user",)
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


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """What matches have done to ratings, newest first."""

    list_display = ("created_at", "match_id", "kind", "ladder", "user", "opponent", "change")
    list_select_related = ("user", "opponent")
    list_filter = ("ladder", "kind")
    search_fields = ("=match_id",)
    search_people = ("user",)
