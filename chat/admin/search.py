"""Looking for lines: by words, person, room and time. It says how far it has looked."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.selectors import people_like
from chat.admin.parts import moment, person_link, room_link
from chat.rooms import HIDE, rooms_closed_to
from chat.selectors.desk import MOST_WORDS, Found, Wanted, lines_found
from wire.plain import visible

if TYPE_CHECKING:
    from accounts.models import User


class SearchForm(forms.Form):
    """What is looked for; whatever is left empty does not matter."""

    words = forms.CharField(
        label=_("Words"),
        max_length=200,
        required=False,
        help_text=_("All of them must be in the line, in any order."),
    )
    person = forms.CharField(label=_("Player"), max_length=20, required=False)
    room = forms.CharField(
        label=_("Room"), max_length=60, required=False, help_text=_("As in lobby:main.")
    )
    since = forms.DateTimeField(
        label=_("From (UTC)"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    until = forms.DateTimeField(
        label=_("Until (UTC)"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    before = forms.IntegerField(
        required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput
    )

    def wanted(self, reader: "User") -> Wanted:
        """The form as a question to the record."""
        asked = self.cleaned_data
        return Wanted(
            words=asked["words"].split()[:MOST_WORDS],
            user_pks=people_like(asked["person"]) if asked["person"] else None,
            room=asked["room"],
            since_ms=_ms(asked["since"]),
            until_ms=_ms(asked["until"]),
            before=asked["before"] or 0,
            but_rooms=rooms_closed_to(reader),
        )


def search_page(site: admin.AdminSite) -> Any:
    """The page of the search."""

    def page(request: HttpRequest) -> HttpResponse:
        form = SearchForm(request.GET or None)
        found = lines_found(form.wanted(cast("User", request.user))) if form.is_valid() else None
        context = {
            **site.each_context(request),
            "title": _("Search the chat"),
            "form": form,
            "found": found,
            "back_to": moment(found.back_to_ms) if found and found.back_to_ms else "",
            "lines": _rows(found) if found else [],
            "further": _further(request, found) if found else "",
            "here_address": request.get_full_path(),
            "may_hide": request.user.has_perm(HIDE),
        }
        return render(request, "chat/admin/search.html", context)

    return page


def _rows(found: Found) -> list[dict[str, Any]]:
    return [
        {
            "line": line,
            "at": moment(line.at_ms),
            "room": room_link(line.room),
            "by": person_link(line.user.username),
            "text": visible(line.text),
        }
        for line in found.lines
    ]


def _further(request: HttpRequest, found: Found) -> str:
    """The address of the same question about what is older."""
    if not found.before:
        return ""
    asked = request.GET.copy()
    asked["before"] = str(found.before)
    return f"?{asked.urlencode()}"


def _ms(moment_asked: datetime | None) -> int | None:
    return None if moment_asked is None else round(moment_asked.timestamp() * 1000)
