"""Who reads a page, and how: what he has chosen, in his language and by his clock.

A member's choices stand with his account, a visitor's in a cookie. The zone of a browser comes as
a cookie that site.js writes; whoever has chosen a zone is asked no browser.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject

from accounts.preferences import Preferences
from wire.languages import ZONE_COOKIE, chosen_in_browser, known_zone

_API: Final = "/api/"


def preferences_of(request: HttpRequest) -> Preferences:
    """What the reader of this page has chosen."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return Preferences(user.preferences)
    return preferences_of_browser(request)


def preferences_of_browser(request: HttpRequest) -> Preferences:
    """What was chosen in this browser by a visitor."""
    return Preferences(chosen_in_browser(request.COOKIES))


def preferences(request: HttpRequest) -> dict[str, Any]:
    """`preferences`: for every template."""
    return {"preferences": SimpleLazyObject(lambda: preferences_of(request))}


def keep_language(response: HttpResponse, code: str) -> None:
    """Have this browser ask for a language from now on; its sockets read the same cookie."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


@contextmanager
def spoken_to(user: Any) -> Iterator[None]:
    """Within it the house speaks to this member, who reads no page: in a mail, from a task."""
    chosen = Preferences(user.preferences)
    language = chosen["language"] or settings.LANGUAGE_CODE
    zone = known_zone(chosen["time_zone"], "")
    with translation.override(language), timezone.override(zone):
        yield


class ReaderKnown:
    """The middleware that speaks the language and shows the clock its reader has chosen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = preferences_of(request)
        code = chosen["language"]
        if code:
            translation.activate(code)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zone_of_reader(request, chosen)):
            response = self._get_response(request)
        is_said = settings.LANGUAGE_COOKIE_NAME in response.cookies
        if code and not is_said and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != code:
            keep_language(response, code)
        return response


def zone_of_reader(request: HttpRequest, chosen: Preferences) -> ZoneInfo:
    """The time zone he has chosen, else his browser's, else the house's.

    The desk has the house's for everybody: staff in several countries speak of the same moments.
    So have programs, whoever's session they use.
    """
    if request.path.startswith((reverse("admin:index"), _API)):
        return ZoneInfo(settings.TIME_ZONE)
    return known_zone(chosen["time_zone"], request.COOKIES.get(ZONE_COOKIE, ""))
