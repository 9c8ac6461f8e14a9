"""Staff pages about people: who they are, what rank they have, and who may change that."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.user_form import RANKS, DeskUserForm
from accounts.desk import BoundedAdmin, nobody
from accounts.forms import NewDeskUserForm
from accounts.models import User
from accounts.ranks import rank_held, senior_refusal
from accounts.services import name_change, sessions_end
from accounts.services.ranks import (
    CHANGE,
    rank_give,
    single_permissions_set,
    user_change_record,
)
from wire.errors import PlatformError
from wire.pages import explain

#: Columns whose change is written down with what was before and after.
LOGGED = ("username", "is_active")


@admin.register(User)
class PlayerAdmin(BoundedAdmin, UserAdmin):
    """Members, guests and house bots. Passwords can be set, never seen.

    Nobody is deleted, for the books and the records name him: an account is closed by
    taking `active` away. Only who stands above somebody may change anything about him.
    """

    form = DeskUserForm
    add_form = NewDeskUserForm
    list_display = ("username", "is_guest", "is_bot", "is_staff", "is_active", "created_at")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "created_at")
    search_fields = ("email",)
    search_people = ("pk",)
    readonly_fields = (
        "is_guest",
        "is_bot",
        "last_login",
        "created_at",
        "barred",
        "standing",
        "card",
    )
    has_delete_permission = nobody

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """What can be changed for whoever may; for others a page to read, without the address."""
        if obj is None:
            return self.add_fieldsets
        may = self.has_change_permission(request, obj)
        rights = ("rank", "single", "reason") if may else ("standing",)
        return (
            (None, {"fields": ("username", *(("email",) if may else ()), "is_active", "card")}),
            (_("Kind"), {"fields": ("is_guest", "is_bot")}),
            (_("Rights"), {"fields": rights}),
            (_("Dates"), {"fields": ("last_login", "created_at", "barred")}),
        )

    def get_form(
        self,
        request: HttpRequest,
        obj: User | None = None,
        change: bool = False,  # noqa: FBT001, FBT002  as Django calls it
        **kwargs: Any,
    ) -> Any:
        """The form, in the hands of whoever asks for it."""
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        form.actor = request.user
        return form

    def get_text_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """E-mail addresses are looked for by whoever may see them."""
        return super().get_text_fields(request) if request.user.has_perm(CHANGE) else ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Nobody finds out an address, or a hash, letter by letter."""
        if lookup.startswith("email") and not request.user.has_perm(CHANGE):
            return False
        return super().lookup_allowed(lookup, value, request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether the person may change people at all, and this one in particular."""
        if not super().has_change_permission(request, obj):
            return False
        return obj is None or senior_refusal(cast("User", request.user), obj) is None

    @admin.display(description=_("rank"))
    def standing(self, user: User) -> str:
        """The rank somebody has."""
        return str(RANKS[rank_held(user)])

    @admin.display(description=_("barred until"))
    def barred(self, user: User) -> str:
        """When he may come back, where he is kept out."""
        return f"{user.barred_until:%Y-%m-%d %H:%M} UTC" if user.is_barred else "–"

    @admin.display(description=_("reports and sanctions"))
    def card(self, user: User) -> str:
        """The way to all that moderation knows of him."""
        try:
            address = reverse("admin:moderation_card", args=[user.username])
        except NoReverseMatch:
            return "–"
        return format_html('<a href="{}">{}</a>', address, _("Player card"))

    def save_model(
        self,
        request: HttpRequest,
        obj: User,
        form: ModelForm,
        change: bool,  # noqa: FBT001  as Django calls it
    ) -> None:
        """Save; a name that is changed stays its bearer's, a closed account is signed out."""
        if change and "username" in form.changed_data:
            chosen, obj.username = obj.username, form.initial["username"]
            name_change(user=obj, name=chosen)
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            sessions_end(user=obj)
        if change:
            _change_log(cast("User", request.user), obj, form)

    def save_related(
        self,
        request: HttpRequest,
        form: Any,
        formsets: Any,
        change: bool,  # noqa: FBT001  as Django calls it
    ) -> None:
        """Rank and single permissions, by their services; a refusal is said, the rest is saved."""
        super().save_related(request, form, formsets, change)
        if not change:
            return
        actor, user, asked = cast("User", request.user), form.instance, form.cleaned_data
        names = [f"{row.content_type.app_label}.{row.codename}" for row in asked["single"]]
        try:
            if "rank" in form.changed_data:
                rank_give(actor=actor, user=user, rank=asked["rank"], reason=asked["reason"])
            if "single" in form.changed_data:
                single_permissions_set(
                    actor=actor, user=user, permissions=names, reason=asked["reason"]
                )
        except PlatformError as refused:
            explain(request, refused)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002  as Django names it
        form_url: str = "",
    ) -> HttpResponse:
        """Set a password; that it was done is written down, and he signs in anew."""
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        if request.method == "POST" and answer.status_code == 302:
            user = User.objects.get(pk=id)
            sessions_end(user=user)
            user_change_record(
                actor=cast("User", request.user),
                user=user,
                reason=gettext("Set at the desk."),
                before={},
                after={"password": gettext("another")},
            )
            messages.info(request, gettext("All his sessions have ended."))
        return answer


def _change_log(actor: User, user: User, form: ModelForm) -> None:
    """What was changed in his row. Of an e-mail address the log keeps only that it changed."""
    changed = [name for name in LOGGED if name in form.changed_data]
    before = {name: form.initial.get(name) for name in changed}
    after = {name: getattr(user, name) for name in changed}
    if "email" in form.changed_data:
        before["email"] = gettext("an address") if form.initial.get("email") else ""
        after["email"] = gettext("another address") if user.email else ""
    if before:
        reason = form.cleaned_data["reason"]
        user_change_record(actor=actor, user=user, reason=reason, before=before, after=after)
