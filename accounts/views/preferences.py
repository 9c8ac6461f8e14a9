"""Choosing: the language at the foot of a page, and whatever else one chooses for oneself."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.preferences import Preferences, preferences_text
from accounts.reading import PREFERENCES_COOKIE, preferences_of
from accounts.services import preferences_set
from wire.errors import PlatformError
from wire.texts import error_body


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Read the site in another language from now on, on every device one signs in."""
    response = set_language(request)
    code = request.POST.get("language", "")
    if code in dict(settings.LANGUAGES):
        choose(request, response, {"language": code})
    return response


@require_POST
def preferences_save(request: HttpRequest) -> HttpResponse:
    """Choose something beside a board, without leaving it: keys and values of a form, JSON back.

    The answer holds every choice as it is now, or a coded error.
    """
    changes = {key: value for key, value in request.POST.items() if key != "csrfmiddlewaretoken"}
    response = JsonResponse({})
    try:
        chosen = choose(request, response, {key: str(value) for key, value in changes.items()})
    except PlatformError as refusal:
        return JsonResponse(error_body(refusal), status=refusal.status)
    response.content = chosen.json
    return response


def choose(request: HttpRequest, response: HttpResponse, changes: dict[str, str]) -> Preferences:
    """Keep choices where they belong: with the account, or in a visitor's browser.

    Raises Refused as `Preferences.with_changes`.
    """
    user: Any = request.user
    if user.is_authenticated:
        return preferences_set(user=user, changes=changes)
    chosen = preferences_of(request).with_changes(changes)
    response.set_cookie(
        PREFERENCES_COOKIE,
        preferences_text(chosen),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return chosen
