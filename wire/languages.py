"""The language and the clock of whoever is at the other end of a socket: those of his pages."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, unquote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from wire.zones import zone_names

#: Where a page's script keeps the zone of its browser.
ZONE_COOKIE: Final = "zone"

#: Where a browser keeps what a visitor has chosen in it: `look=dark&time_zone=Europe%2FOslo`.
PREFERENCES_COOKIE: Final = "preferences"
LONGEST_PREFERENCES: Final = 1_000


def language_of(scope: Mapping[str, Any]) -> str:
    """What the cookie says that a page set, else what the browser asks for, else English."""
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            request.META["HTTP_ACCEPT_LANGUAGE"] = value.decode("latin1")
    return get_language_from_request(request)


def zone_of(scope: Mapping[str, Any]) -> ZoneInfo:
    """The zone he has chosen, else his browser's, else the house's."""
    cookies = scope.get("cookies", {})
    chosen = getattr(scope.get("user"), "preferences", None)
    if chosen is None:
        chosen = chosen_in_browser(cookies)
    return known_zone(chosen.get("time_zone", ""), cookies.get(ZONE_COOKIE, ""))


def chosen_in_browser(cookies: Mapping[str, str]) -> dict[str, str]:
    """What a visitor has chosen, as his cookie has it: unknown keys and nonsense included."""
    return dict(parse_qsl(cookies.get(PREFERENCES_COOKIE, "")[:LONGEST_PREFERENCES]))


def known_zone(chosen: str, told: str) -> ZoneInfo:
    """The first of these that is the name of a zone; `told` as a cookie brings it."""
    known = (name for name in (chosen, unquote(told)) if name in zone_names())
    return ZoneInfo(next(known, settings.TIME_ZONE))
