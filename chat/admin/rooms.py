"""The page of a room: everything that was said in it, who is there, and its two switches.

What a switch does is shown before it is set: the first answer to the form says it and carries the
same form to be confirmed.
"""

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin
from chat.admin.parts import VIEW, guarded, moment, person_link, room_link
from chat.models import Message, RefusedLine, RoomState
from chat.presence import company_of
from chat.rooms import CALM, HIDE, policy_of, rooms_closed_to
from chat.selectors import room_pace
from chat.selectors.desk import room_lines
from chat.services import MOST_SLOW_S, room_set
from wire.errors import PlatformError
from wire.pages import explain
from wire.plain import visible

if TYPE_CHECKING:
    from accounts.models import User


class RoomForm(forms.Form):
    """How fast people speak in a room, whether freely, and why."""

    slow_s = forms.IntegerField(
        label=_("Slow mode: seconds between two lines of one person"),
        min_value=0,
        max_value=MOST_SLOW_S,
        help_text=_("0 switches it off."),
    )
    is_calm = forms.BooleanField(label=_("Calm: only quick phrases are said"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60}),
        help_text=_("Kept in the staff log; nobody in the room reads it."),
    )


class RoomPages:
    """The page of a room, mixed into the staff page of lines."""

    admin_site: Any

    def room_urls(self) -> list[URLPattern]:
        """Ahead of those of the rows."""
        page = guarded(self.admin_site, self.room, VIEW)
        return [path("room/<str:room>/", page, name="chat_room")]

    def room(self, request: HttpRequest, room: str) -> HttpResponse:
        """A room with everything in it; where its switches are set, what that does."""
        title, pace = _title_of(room), room_pace(room)
        if room in rooms_closed_to(cast("User", request.user)):
            raise PermissionDenied
        form = RoomForm(request.POST or None, initial={"slow_s": pace[0], "is_calm": pace[1]})
        preview = None
        may_calm = request.user.has_perm(CALM)
        if may_calm and form.is_valid() and "edit" not in request.POST:
            if "confirmed" in request.POST and _set(request, room, form):
                return redirect("admin:chat_room", room=room)
            preview = consequences(pace, form.cleaned_data)
        before = request.GET.get("before", "")
        lines, more = room_lines(
            room, before=int(before) if before.isdecimal() and len(before) < 18 else 0
        )
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "room": room,
            "lines": [_line(line) for line in lines],
            "before": more,
            "is_latest": not before,
            "here": company_of(room),
            "slow_s": pace[0],
            "is_calm": pace[1],
            "form": form,
            "preview": preview,
            "may_calm": may_calm,
            "may_hide": request.user.has_perm(HIDE),
            "here_address": reverse("admin:chat_room", args=[room]),
        }
        return render(request, "chat/admin/room.html", context)


@admin.register(RoomState)
class RoomStateAdmin(ReadOnlyAdmin):
    """Rooms whose switches were ever set, and the way to the page of each."""

    list_display = ("to_page", "slow_s", "is_calm", "updated_at")
    list_display_links = None
    list_filter = ("is_calm",)
    search_fields = ("room",)

    @admin.display(description=_("room"))
    def to_page(self, state: RoomState) -> SafeString:
        """The room's page, where it is set."""
        return room_link(state.room)


def consequences(pace: tuple[int, bool], asked: dict[str, Any]) -> list[str]:
    """What setting the switches like this does, in sentences. Empty where nothing changes."""
    slow_s, is_calm = pace
    told = []
    if asked["slow_s"] != slow_s and asked["slow_s"]:
        text = ngettext(
            "Each person may say one line in {seconds} second here.",
            "Each person may say one line in {seconds} seconds here.",
            asked["slow_s"],
        )
        told.append(text.format(seconds=asked["slow_s"]))
    elif asked["slow_s"] != slow_s:
        told.append(gettext("Everybody may speak as fast here as anywhere else."))
    if asked["is_calm"] and not is_calm:
        told.append(gettext("Only quick phrases are said here, until the room is set free again."))
    elif is_calm and not asked["is_calm"]:
        told.append(gettext("Everybody may speak freely here again."))
    if told:
        told.append(gettext("Everybody who has the room open is told at once, but not who did it."))
    return told


def _title_of(room: str) -> str:
    """What a room is called. Raises Http404 where there is none."""
    try:
        policy, ref = policy_of(room)
        return str(policy.title(ref))
    except PlatformError as missing:
        raise Http404 from missing


def _line(line: Message | RefusedLine) -> dict[str, Any]:
    """A line as the page shows it."""
    return {
        "line": line,
        "at": moment(line.at_ms),
        "by": person_link(line.user.username),
        "text": visible(line.text),
        "found": visible(line.evidence) if isinstance(line, RefusedLine) else "",
        "is_refused": isinstance(line, RefusedLine),
    }


def _set(request: HttpRequest, room: str, form: RoomForm) -> bool:
    """Whether the service did it; where not, it says why."""
    try:
        room_set(actor=cast("User", request.user), room=room, **form.cleaned_data)
    except PlatformError as error:
        explain(request, error)
        return False
    messages.success(request, gettext("The room is set."))
    return True
