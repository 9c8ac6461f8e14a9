"""Talk on a page: `{% talk_panel "lobby:main" %}` for each room, and `{% talk_kit %}` once.

The panel is the place of one room; the kit is what all panels of a page share: words, phrases,
menus and the report form, in the reader's language. `static/js/talk.js` does the rest.
"""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from chat.phrases import phrases_for_reader
from moderation.cases import ReportReason

register = template.Library()

#: What a room of each kind is called on its page, and what it says while it is empty.
_HEADINGS = {
    "lobby": (_("Lobby talk"), _("Nobody has said anything yet. English, please.")),
    "event": (_("Talk"), _("Nobody has said anything yet. English, please.")),
    "match": (_("Table talk"), _("Nobody has said anything yet. English, please.")),
    "watch": (
        _("Watchers' talk"),
        _("Nobody has said anything yet. The players read it after the match. English, please."),
    ),
}


@register.inclusion_tag("includes/talk_panel.html", takes_context=True)
def talk_panel(
    context: template.Context, room: str, *, is_drawer: bool = False, is_later: bool = False
) -> dict[str, Any]:
    """The place of one room.

    is_drawer: it lies in a drawer where the page has no room beside it. is_later: nobody asks for
    the room before the page's script wants it (`talk-wanted`).
    """
    heading, empty = _HEADINGS[room.partition(":")[0]]
    request = context.get("request")
    return {
        "room": room,
        "heading": heading,
        "empty": empty,
        "is_drawer": is_drawer,
        "is_later": is_later,
        "user": context.get("user"),
        "path": request.get_full_path() if request is not None else "/",
    }


@register.inclusion_tag("includes/talk_kit.html", takes_context=True)
def talk_kit(context: template.Context) -> dict[str, Any]:
    """What the panels of a page share; once a page, after them."""
    return {
        "phrases": phrases_for_reader(),
        "reasons": ReportReason.choices,
        "user": context.get("user"),
    }
