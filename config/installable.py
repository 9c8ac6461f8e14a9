"""What makes the house an app one can install: manifest, worker, and the page without a line.

The worker itself is static/js/worker.js. It keeps files that are named after their contents, and
the one page below, which says nothing about anybody. Pages and sockets always come from the house.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

#: The colour of the header and of the mark.
FELT: Final = "#15362d"
PAPER: Final = "#f8f3e8"

#: What the page without a line is made of.
OFFLINE_FILES: Final = ("css/offline.css", "icons/house.svg", "js/offline.js")

WORKER: Final = "js/worker.js"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a device needs to know to install the house, in the reader's language."""
    content = {
        "id": "/",
        "name": _("Backgammon House"),
        "short_name": _("Backgammon"),
        "description": _(
            "Backgammon with people: matches, table stakes, Sit&Gos, tournaments, for play chips."
        ),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("lobby:index"),
        "scope": "/",
        "display": "standalone",
        "orientation": "any",
        "theme_color": FELT,
        "background_color": PAPER,
        "categories": ["games", "social"],
        "icons": [
            _icon("icons/app-192.png", 192),
            _icon("icons/app-512.png", 512),
            _icon("icons/app-maskable-512.png", 512, purpose="maskable"),
        ],
        "shortcuts": [
            {"name": name, "url": reverse(where), "icons": [_icon("icons/app-192.png", 192)]}
            for name, where in (
                (_("Tournaments"), "lobby:tournaments"),
                (_("My events"), "lobby:my_events"),
                (_("Notices"), "accounts:notices"),
            )
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


def _icon(path: str, size: int, *, purpose: str = "any") -> dict[str, str]:
    return {
        "src": static(path),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: its own text after what this house is made of.

    It changes with every release, so that browsers take the new one and drop what the old one kept.
    """
    response = HttpResponse(_worker_text(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _worker_text() -> str:
    house: dict[str, Any] = {
        "offline": reverse("offline"),
        "files": [static(path) for path in OFFLINE_FILES],
        "static": settings.STATIC_URL,
    }
    source = _source(WORKER)
    house["version"] = _version(json.dumps(house), source)
    return f"self.HOUSE = {json.dumps(house)};\n{source}"


def _version(*parts: str) -> str:
    """Names a release: by all its static files where they are collected."""
    collected = getattr(staticfiles_storage, "manifest_hash", "")
    return sha256("\n".join([collected, *parts]).encode()).hexdigest()[:12]


def _source(path: str) -> str:
    """A script of ours as it was written."""
    found = finders.find(path)
    assert isinstance(found, str), f"{path} is missing"
    return Path(found).read_text(encoding="utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows where the house cannot be reached; the same for every reader."""
    response = render(request, "offline.html")
    response["Cache-Control"] = "no-cache"
    return response
