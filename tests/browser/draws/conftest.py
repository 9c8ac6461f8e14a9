"""Opens the draw of an event on a page of its own, without a house, under the policy of one."""

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from playwright.sync_api import Page, Route

from tests.browser.board.conftest import ORIGIN, POLICY, serve_static
from wire.time import at

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Draw</title>
<link rel="stylesheet" href="/static/css/site.css">
<script type="module" src="/static/js/drawproof.js"></script></head>
<body>{texts}<main><section class="card">{part}</section></main></body></html>"""


def page_html(document: dict[str, Any]) -> str:
    """The part of the event's page about the draw, as the house makes it."""
    tournament = SimpleNamespace(
        public_id=document["id"],
        commitment=document["commitment"],
        opened_at=at(document["committed_ms"]),
        draw={"names": document["names"], "seats": document["seats"]},
    )
    page = SimpleNamespace(tournament=tournament, secret=document["secret"], zone="UTC")
    part = render_to_string("tournaments/parts/draw.html", {"page": page})
    return PAGE.format(texts=render_to_string("tournaments/draw_texts.html"), part=part)


@pytest.fixture
def open_draw(page: Page) -> Iterator[Callable[..., Page]]:
    """`open_draw(document)` gives the page with its button; complaints fail the test.

    `published` is what the house hands out, where it differs from what the page was made from.
    """
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def open_one(document: dict[str, Any], *, published: Any = None) -> Page:
        event = reverse("tournaments:detail", args=[document["id"]])
        draw = reverse("tournaments:draw_json", args=[document["id"]])

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
            if path == event:
                headers = {"Content-Security-Policy": POLICY}
                route.fulfill(body=page_html(document), content_type="text/html", headers=headers)
            elif path == draw:
                body = json.dumps(document if published is None else published)
                route.fulfill(body=body, content_type="application/json")
            else:
                serve_static(route, path)

        page.route(f"{ORIGIN}/**", answer)
        page.goto(f"{ORIGIN}{event}")
        return page

    yield open_one
    assert complaints == []
