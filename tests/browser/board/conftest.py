"""Opens the real board page on a table of `table.py`, under the policy the house serves it with."""

import mimetypes
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import reverse
from playwright.sync_api import Page, Route

from tests.browser.board.table import MATCH_ID, Table

ORIGIN = "http://house.test"
POLICY = "default-src 'self'; base-uri 'self'; form-action 'self'; object-src 'none'"
ALICE = SimpleNamespace(
    username="Alice", is_authenticated=True, is_guest=False, is_staff=False, is_bot=False
)


def _page_html() -> str:
    context = {
        "match_id": MATCH_ID,
        "title": "Sit&Go of four: semi-final",
        "is_player": True,
        "back_text": "Back to the event",
        "user": ALICE,
    }
    return render_to_string("matches/board.html", context)


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    if path == f"/match/{MATCH_ID}/":
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=_page_html(), content_type="text/html", headers=headers)
        return
    if path == reverse("moderation:banner"):  # read again after a lost connection
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
    """`open_board(table)` gives the page once the board stands; complaints fail the test."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.route(f"{ORIGIN}/**", _serve)

    def open_one(table: Table, *, width: int = 1280, height: int = 800) -> Page:
        page.set_viewport_size({"width": width, "height": height})
        page.route_web_socket(f"ws://house.test/ws/match/{MATCH_ID}/", table.connect)
        page.goto(f"{ORIGIN}/match/{MATCH_ID}/")
        page.wait_for_selector("bg-board svg")
        return page

    yield open_one
    assert complaints == []
