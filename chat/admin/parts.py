"""What the pages of talk share: moments, links, and a page for whoever holds a permission."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin
from chat.rooms import rooms_closed_to
from wire.time import at, now_ms

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it reads all that was said.
VIEW = "chat.view_message"


def guarded(site: admin.AdminSite, view: Any, permission: str) -> Any:
    """A page of the desk for whoever holds the permission."""

    def page(request: HttpRequest, **named: Any) -> HttpResponse:
        if not request.user.has_perm(permission):
            raise PermissionDenied
        answer: HttpResponse = view(request, **named)
        return answer

    return site.admin_view(page)


class TalkAdmin(ReadOnlyAdmin):
    """Rows of rooms. Those of a room that its reader must not read now are not there for him."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What this person may read at this moment."""
        rows = super().get_queryset(request)
        closed = rooms_closed_to(cast("User", request.user))
        return rows.exclude(room__in=closed) if closed else rows


def came_from(request: HttpRequest, *, otherwise: str) -> str:
    """The page of the desk that led here, as `next` of the address or the form says."""
    wished = request.POST.get("next") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wished, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wished if is_ours else otherwise


def moment(at_ms: int) -> str:
    """A moment as the desk writes it."""
    return f"{at(at_ms):%Y-%m-%d %H:%M:%S}"


def room_link(room: str) -> SafeString:
    """A room, and the way to its page."""
    return format_html('<a href="{}">{}</a>', reverse("admin:chat_room", args=[room]), room)


def person_link(name: str) -> SafeString:
    """A person, and the way to all that moderation knows of him."""
    try:
        address = reverse("admin:moderation_card", args=[name])
    except NoReverseMatch:
        return format_html("{}", name)
    return format_html('<a href="{}">{}</a>', address, name)


class WhenFilter(admin.SimpleListFilter):
    """Lines of the last so many days."""

    title = _("when")
    parameter_name = "days"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The spans there are."""
        return [("1", _("last 24 hours")), ("7", _("last 7 days")), ("30", _("last 30 days"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """What was written since."""
        if self.value() not in {"1", "7", "30"}:
            return queryset
        span = timedelta(days=int(self.value() or 0))
        return queryset.filter(at_ms__gte=now_ms() - span // timedelta(milliseconds=1))
