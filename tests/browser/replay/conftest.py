"""Opens the real replay page on a published document, without a house, under the policy of one."""

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route

from backgammon import Side
from backgammon.notation.codec import event_from_dict, rules_from_dict
from matches.replay import games_of
from tests.browser.board.conftest import ORIGIN, POLICY, serve_static

NAMES = {Side.WHITE: "alice", Side.BLACK: "bob"}


def page_html(document: dict[str, Any], at: int) -> str:
    """The page as the house makes it."""
    people = {
        side.value: SimpleNamespace(username=name, is_guest=False, is_bot=False)
        for side, name in NAMES.items()
    }
    games = games_of(
        rules_from_dict(document["rules"]), map(event_from_dict, document["events"]), NAMES
    )
    context = {
        **people,
        "match": {
            "shown_title": document["title"],
            "public_id": document["id"],
            "commitment": document["dice"]["commitment"],
        },
        "user": SimpleNamespace(is_authenticated=False),
        "score": {"white": 5, "black": 3},
        "played_for": "to 5 points",
        "games": games,
        "at": at,
        "current": max(game.current(at) for game in games),
        "dice": document["dice"],
        "has_match_file": True,
    }
    return render_to_string("matches/replay.html", context)


@pytest.fixture
def open_replay(page: Page) -> Iterator[Callable[..., Page]]:
    """`open_replay(document)` gives the page once the board stands; complaints fail the test.

    `published` is what the house hands out, where it differs from what the page was made from.
    """
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )

    def open_one(
        document: dict[str, Any],
        *,
        at: int = 0,
        published: dict[str, Any] | None = None,
        width: int = 1280,
        height: int = 800,
    ) -> Page:
        address = f"/match/{document['id']}"

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
            if path == f"{address}/replay/":
                headers = {"Content-Security-Policy": POLICY}
                html = page_html(document, at)
                route.fulfill(body=html, content_type="text/html", headers=headers)
            elif path == f"{address}/match.json":
                body = json.dumps(document if published is None else published)
                route.fulfill(body=body, content_type="application/json")
            else:
                serve_static(route, path)

        page.route(f"{ORIGIN}/**", answer)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{ORIGIN}{address}/replay/" + (f"?at={at}" if at else ""))
        page.wait_for_selector("bg-board svg")
        return page

    yield open_one
    assert complaints == []
