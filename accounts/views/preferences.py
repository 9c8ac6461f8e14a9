"""Choosing: the language at the foot of a page, and whatever else one chooses for oneself."""

from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts.preference_texts import SECTIONS, choices_of, zones
from accounts.preferences import PREFERENCES, Preferences, preferences_text
from accounts.preview import preview_scene
from accounts.reading import preferences_of
from accounts.services import preferences_set
from wire.errors import PlatformError
from wire.languages import PREFERENCES_COOKIE, ZONE_COOKIE
from wire.pages import explain, way_back
from wire.texts import error_body

#: What a form says besides choices.
NO_CHOICES = frozenset({"csrfmiddlewaretoken", "next"})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Read the site in another language from now on, on every device one signs in."""
    response = set_language(request)
    code = request.POST.get("language", "")
    if code in dict(settings.LANGUAGES):
        choose(request, response, {"language": code})
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """All one can choose, in sections; what cannot be chosen is refused beside its own field."""
    chosen: Preferences = preferences_of(request)
    refusal: PlatformError | None = None
    if request.method == "POST":
        changes = {key: str(request.POST[key]) for key in PREFERENCES if key in request.POST}
        response = HttpResponseRedirect(reverse("accounts:preferences"))
        try:
            language_said = choose(request, response, changes)["language"]
        except PlatformError as error:
            refusal = error
        else:
            with translation.override(language_said or translation.get_language()):
                messages.success(request, _("Your choices are kept."))
            return response
    context = {"sections": _sections(chosen, refusal), "scene": preview_scene()}
    told = unquote(request.COOKIES.get(ZONE_COOKIE, ""))
    if told and PREFERENCES["time_zone"].allows(told):
        context["browser_zone"] = _("as my browser ({zone})").format(zone=told)
    return render(
        request, "accounts/preferences.html", context, status=refusal.status if refusal else 200
    )


def _sections(chosen: Preferences, refusal: PlatformError | None) -> list[dict[str, Any]]:
    """What the page draws: each preference with its choices, and the refusal at its field."""
    error_key = refusal.facts["key"] if refusal else None
    error = error_body(refusal)["message"] if refusal else ""
    return [
        {
            "key": section.key,
            "title": section.title,
            "fields": [
                {
                    "key": each.key,
                    "name": each.name,
                    "about": each.about,
                    "choices": list(choices_of(each, chosen[each.key])),
                    "zones": [] if each.choices else zones(chosen[each.key]),
                    "value": chosen[each.key],
                    "error": error if each.key == error_key else "",
                }
                for each in section.preferences
            ],
        }
        for section in SECTIONS
    ]


@require_POST
def preferences_save(request: HttpRequest) -> HttpResponse:
    """Choose something beside a board, without leaving it: keys and values of a form, JSON back.

    The answer holds every choice as it is now, or a coded error. A form that says where it stands
    (`next`) runs without scripts: it leads back there.
    """
    changes = {key: str(value) for key, value in request.POST.items() if key not in NO_CHOICES}
    if "next" in request.POST:
        return _saved_there(request, changes)
    response = JsonResponse({})
    try:
        chosen = choose(request, response, changes)
    except PlatformError as refusal:
        return JsonResponse(error_body(refusal), status=refusal.status)
    response.content = chosen.json
    return response


def _saved_there(request: HttpRequest, changes: dict[str, str]) -> HttpResponse:
    response = HttpResponseRedirect(way_back(request, otherwise=reverse("accounts:preferences")))
    try:
        choose(request, response, changes)
    except PlatformError as refusal:
        explain(request, refusal)
    return response


def choose(request: HttpRequest, response: HttpResponse, changes: dict[str, str]) -> Preferences:
    """Keep choices where they belong: with the account, or in a visitor's browser.

    Raises Refused as `Preferences.with_changes`.
    """
    user: Any = request.user
    if user.is_authenticated:
        chosen = preferences_set(user=user, changes=changes)
    else:
        chosen = preferences_of(request).with_changes(changes)
        _cookie_set(response, chosen)
    if changes.get("language") == "":
        # The browser asks for itself again.
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, settings.LANGUAGE_COOKIE_PATH)
    return chosen


def _cookie_set(response: HttpResponse, chosen: Preferences) -> None:
    response.set_cookie(
        PREFERENCES_COOKIE,
        preferences_text(chosen),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
