"""What was said, for staff: to read, to look for, to hide and to bring back, never to rewrite."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from chat.admin.parts import (
    VIEW,
    TalkAdmin,
    WhenFilter,
    came_from,
    guarded,
    moment,
    person_link,
    room_link,
)
from chat.admin.rooms import RoomPages
from chat.admin.search import search_page
from chat.admin.statistics import statistics_csv, statistics_page
from chat.models import Message
from chat.rooms import HIDE
from chat.services import message_hide, message_show
from wire.errors import PlatformError
from wire.pages import explain, form_text
from wire.plain import visible

if TYPE_CHECKING:
    from accounts.models import User

#: Lines that are hidden or shown with one reason.
MOST_AT_ONCE = 100


@admin.register(Message)
class MessageAdmin(RoomPages, TalkAdmin):
    """Lines newest first. Only their visibility can be changed, with a reason."""

    list_display = ("said_at", "in_room", "by", "said", "is_hidden")
    list_select_related = ("user",)
    list_filter = ("is_hidden", WhenFilter)
    search_fields = ("=room",)
    search_people = ("user",)
    search_help_text = _("A player, or a room as in lobby:main. Words: on the page “Search”.")
    fields = readonly_fields = (
        "said_at",
        "in_room",
        "by",
        "said",
        "came_in",
        "phrase",
        "answers",
        "is_hidden",
    )
    actions = ("hide", "show")
    change_list_template = "chat/admin/lines.html"
    change_form_template = "chat/admin/line.html"

    def get_urls(self) -> list[URLPattern]:
        """The pages of talk, ahead of those of the rows."""
        site = self.admin_site
        pages = [
            path("search/", guarded(site, search_page(site), VIEW), name="chat_search"),
            path("statistics/", guarded(site, statistics_page(site), VIEW), name="chat_statistics"),
            path("statistics.csv", guarded(site, statistics_csv, VIEW), name="chat_statistics_csv"),
            path("hide/", guarded(site, self.hide_page, HIDE), name="chat_hide"),
            path("show/", guarded(site, self.show_page, HIDE), name="chat_show"),
        ]
        return pages + self.room_urls() + super().get_urls()

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Who sees the actions."""
        return request.user.has_perm(HIDE)

    @admin.display(description=_("at"))
    def said_at(self, line: Message) -> str:
        """When, in UTC."""
        return moment(line.at_ms)

    @admin.display(description=_("room"))
    def in_room(self, line: Message) -> SafeString:
        """Where."""
        return room_link(line.room)

    @admin.display(description=_("player"))
    def by(self, line: Message) -> SafeString:
        """Who."""
        return person_link(line.user.username)

    @admin.display(description=_("text"))
    def said(self, line: Message) -> str:
        """What."""
        return visible(line.text)

    @admin.display(description=_("as it came in"))
    def came_in(self, line: Message) -> str:
        """What was written, where that was something else."""
        return visible(line.original) or "–"

    @admin.display(description=_("in reply to"))
    def answers(self, line: Message) -> str:
        """The line it answers."""
        return str(line.reply_to) if line.reply_to else "–"

    @admin.action(description=_("Hide with a reason"), permissions=["hide"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Message]) -> HttpResponse:
        """Lead to the page that asks why."""
        return _asking("admin:chat_hide", queryset)

    @admin.action(description=_("Bring back with a reason"), permissions=["hide"])
    def show(self, request: HttpRequest, queryset: QuerySet[Message]) -> HttpResponse:
        """Lead to the page that asks why."""
        return _asking("admin:chat_show", queryset)

    def hide_page(self, request: HttpRequest) -> HttpResponse:
        """Say what hiding does and ask why, then hide."""
        return self._act(request, message_hide, is_hidden=True)

    def show_page(self, request: HttpRequest) -> HttpResponse:
        """Say what bringing back does and ask why, then do it."""
        return self._act(request, message_show, is_hidden=False)

    def _act(self, request: HttpRequest, service: Any, *, is_hidden: bool) -> HttpResponse:
        asked = request.POST if request.method == "POST" else request.GET
        pks = [int(each) for each in asked.getlist("line") if each.isdecimal() and len(each) < 18]
        rows = self.get_queryset(request).filter(pk__in=pks[:MOST_AT_ONCE])
        rows = rows.filter(is_hidden=not is_hidden)
        lines = list(rows.select_related("user").order_by("pk"))
        back = came_from(request, otherwise=reverse("admin:chat_message_changelist"))
        if request.method == "POST" and _done(request, service, lines):
            return redirect(back)
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Hide lines") if is_hidden else gettext("Bring lines back"),
            "lines": [(line, moment(line.at_ms), visible(line.text)) for line in lines],
            "is_hiding": is_hidden,
            "reason": form_text(request, "reason"),
            "next": back,
        }
        return render(request, "chat/admin/act.html", context)


def _asking(address: str, queryset: QuerySet[Message]) -> HttpResponse:
    """The page that asks why, about these lines."""
    pks = queryset.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE]
    asked = "&".join(f"line={pk}" for pk in pks)
    return redirect(f"{reverse(address)}?{asked}")


def _done(request: HttpRequest, service: Any, lines: list[Message]) -> bool:
    """Whether the service took every line; it says why not at the first that it did not take."""
    actor, reason = cast("User", request.user), form_text(request, "reason")
    for line in lines:
        try:
            service(actor=actor, message_pk=line.pk, reason=reason)
        except PlatformError as error:
            explain(request, error)
            return False
    count = len(lines)
    messages.success(
        request,
        ngettext("{count} line is done.", "{count} lines are done.", count).format(count=count),
    )
    return True
