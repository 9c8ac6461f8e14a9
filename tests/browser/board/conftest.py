"""Opens the real board page on a table of `table.py`, under the policy the house serves it with."""

import json
import mimetypes
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qsl

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, Route

from accounts.preferences import Preferences
from tests.browser.board.table import MATCH_ID, Table

ORIGIN = "http://house.test"
POLICY = "default-src 'self'; base-uri 'self'; form-action 'self'; object-src 'none'"
ALICE = SimpleNamespace(
    username="Alice", is_authenticated=True, is_guest=False, is_staff=False, is_bot=False
)


def _page_html(preferences: Preferences, language: str) -> str:
    context = {
        "preferences": preferences,
        "match_id": MATCH_ID,
        "title": "Sit&Go of four: semi-final",
        "is_player": True,
        "has_clock": False,
        "back_text": "Back to the event",
        "user": ALICE,
    }
    with translation.override(language):
        return render_to_string("matches/board.html", context)


def _serve(route: Route, preferences: Preferences, language: str) -> None:
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    if path == f"/match/{MATCH_ID}/":
        headers = {"Content-Security-Policy": POLICY}
        body = _page_html(preferences, language)
        route.fulfill(body=body, content_type="text/html", headers=headers)
        return
    if path == reverse("accounts:preferences_save"):
        changes = dict(parse_qsl(route.request.post_data or ""))
        route.fulfill(body=json.dumps(dict(preferences.with_changes(changes))))
        return
    if path in map(reverse, ("moderation:banner", "accounts:bell")):  # read again after a cut
        route.fulfill(body="", content_type="text/html")
        return
    serve_static(route, path)


def serve_static(route: Route, path: str) -> None:
    """Our own file at this path, or 404."""
    found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
    if found is None:
        route.fulfill(status=404, body="")
        return
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    route.fulfill(body=Path(found).read_bytes(), content_type=kind)


@pytest.fixture
def open_board(page: Page) -> Iterator[Callable[..., Page]]:
    """`open_board(table)` gives the page once the board (`until`) stands; complaints fail the test.

    `preferences` are what Alice has chosen for herself, `language` is what she reads.
    """
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    chosen: dict[str, str] = {}
    read = "en"
    page.route(f"{ORIGIN}/**", lambda route: _serve(route, Preferences(chosen), read))

    def open_one(
        table: Table,
        *,
        width: int = 1280,
        height: int = 800,
        preferences: Mapping[str, str] | None = None,
        until: str = "bg-board svg",
        language: str = "en",
    ) -> Page:
        nonlocal read
        read = language
        chosen.update(preferences or {})
        page.set_viewport_size({"width": width, "height": height})
        page.route_web_socket(f"ws://house.test/ws/match/{MATCH_ID}/", table.connect)
        page.goto(f"{ORIGIN}/match/{MATCH_ID}/")
        page.wait_for_selector(until)
        return page

    yield open_one
    assert complaints == []
