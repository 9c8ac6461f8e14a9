"""The page of the board by itself: any position, played by hand, in every look."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, WebSocket, expect

from tests.browser.axe import violations
from tests.browser.board.conftest import ORIGIN, POLICY, serve_static
from tests.browser.board.hands import point

HYPERGAMMON = "hypergammon; white 24:1 23:1 22:1; black 24:1 23:1 22:1; white to play 2-1"


@pytest.fixture
def open_demo(db: None, client: Client, page: Page) -> Callable[[str], Page]:
    """`open_demo("?first=6")` gives the page once its board stands."""

    def open_one(query: str = "") -> Page:
        html = client.get(f"/board/{query}").content
        headers = {"Content-Security-Policy": POLICY}

        def serve(route: Route) -> None:
            path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
            if path == "/board/":
                route.fulfill(body=html, content_type="text/html", headers=headers)
            else:
                serve_static(route, path)

        page.route(f"{ORIGIN}/**", serve)
        page.goto(f"{ORIGIN}/board/{query}")
        page.wait_for_selector("bg-board svg")
        return page

    return open_one


def test_a_turn_is_played_by_hand_without_a_socket(open_demo) -> None:
    page = open_demo()
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    said = page.locator("[data-demo-part=play]")
    expect(said).to_have_text("Your move.")
    point(page, 8).dblclick()
    point(page, 6).dblclick()
    expect(said).to_have_text("8/5 6/5")
    page.get_by_role("button", name="Undo").click()
    expect(said).to_have_text("8/5")
    assert sockets == []


def test_every_look_can_be_tried(open_demo) -> None:
    page = open_demo()
    board = page.locator("bg-board")
    page.get_by_label("Board theme").select_option("meadow")
    page.get_by_label("Side of my home board").select_option("left")
    page.get_by_label("Colour of my checkers").select_option("dark")
    expect(board).to_have_attribute("theme", "meadow")
    expect(board).to_have_attribute("mirrored", "")
    expect(page.locator(".checker-white.is-dark")).to_have_count(15)


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("?first=6&second=5", "Point 24: yours 2"),
        ("?game=long_nardy", "Point 24: yours 15"),
        ("?position=4HPwATDgc/ABMA", "Point 13: yours 5"),
        (f"?position={HYPERGAMMON}", "Point 23: yours 1"),
    ],
)
def test_a_position_comes_from_the_address(open_demo, query, seen) -> None:
    page = open_demo(query)
    number = int(seen.removeprefix("Point ").partition(":")[0])
    expect(point(page, number)).to_have_attribute("aria-label", seen)


def test_what_is_no_position_is_told(open_demo) -> None:
    page = open_demo("?position=nonsense")
    expect(page.locator(".field-error")).to_contain_text("This could not be read")
    expect(page.get_by_label("Position (empty: the start)")).to_have_value("nonsense")
    expect(point(page, 6)).to_have_attribute("aria-label", "Point 6: yours 5")


def test_demo_dice_are_thrown_by_the_browser(open_demo) -> None:
    page = open_demo()
    with page.expect_navigation():
        page.get_by_role("button", name="Throw demo dice").click()
    assert "first=" in page.url
    expect(page.locator("body")).to_contain_text("count for nothing")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_the_page_keeps_the_rules_of_access(open_demo, page, width, height) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_demo()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
