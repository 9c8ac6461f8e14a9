"""By keyboard alone: every stop is seen, nothing covers it, nobody is caught, menus let one go."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access.conftest import Furnished
from tests.browser.waiting import wait_until_still

#: Pages with everything that takes the focus somewhere: who looks, and where.
STOPS: dict[str, tuple[str, Callable[[dict[str, str]], str]]] = {
    "home": ("", lambda places: "/"),
    "lobby": ("alice", lambda places: "/tournaments/"),
    "event": ("alice", lambda places: f"/event/{places['target_event']}/"),
    "new table": ("alice", lambda places: "/table/new/"),
    "board": ("bob", lambda places: f"/match/{places['running_match']}/"),
    "replay": ("", lambda places: f"/match/{places['finished_match']}/replay/"),
    "profile": ("alice", lambda places: "/players/Bob/"),
    "settings": ("alice", lambda places: "/settings/"),
    "wallet": ("alice", lambda places: "/wallet/"),
    "sign-in": ("", lambda places: "/accounts/login/"),
    "desk": ("dora", lambda places: "/admin/moderation/case/queue/"),
    "series": ("dora", lambda places: "/admin/tournaments/series/add/"),
}

MOST_STOPS = 260

#: What is said of the element that has the focus. A colour is [red, green, blue, alpha].
_STOP = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const style = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  const inside = [box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1)];
  const seen = document.elementFromPoint(...inside);
  const ink = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => {
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    return [...ink.getImageData(0, 0, 1, 1).data];
  };
  let ground = at.parentElement;
  while (ground && rgba(getComputedStyle(ground).backgroundColor)[3] < 255) {
    ground = ground.parentElement;
  }
  const label = at.closest("label");
  return {
    name: at.outerHTML.slice(0, 140),
    is_shown: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
    is_covered: Boolean(seen) && !at.contains(seen) && !seen.contains(at) && !label?.contains(seen),
    outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
    // Of a date the browser marks the part that one is in.
    has_ring: at.matches("[type=date], [type=time]") || style.boxShadow !== "none"
      || at.querySelector(".ring")?.checkVisibility() === true
      || (label !== null && getComputedStyle(label).outlineStyle !== "none"),
    outline_colour: rgba(style.outlineColor),
    ground: ground ? rgba(getComputedStyle(ground).backgroundColor) : [255, 255, 255, 255],
  };
}"""


def contrast(one: list[int], other: list[int]) -> float:
    """How far apart two colours are, as WCAG counts it."""

    def light(colour: list[int]) -> float:
        parts = [value / 255 for value in colour[:3]]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def faults_of(stop: dict[str, Any]) -> list[str]:
    """What is wrong with one stop of the focus."""
    faults = []
    if not stop["is_shown"]:
        faults.append("is out of sight")
    if stop["is_covered"]:
        faults.append("is covered")
    if stop["outline"] < 2 and not stop["has_ring"]:
        faults.append("is not seen to have the focus")
    if stop["outline"] and contrast(stop["outline_colour"], stop["ground"]) < 3:
        faults.append("has an outline that hardly differs from the ground")
    return [f"{fault}: {stop['name']}" for fault in faults]


@pytest.fixture
def pages(furnished: Furnished, browser: Browser) -> Iterator[Callable[..., Page]]:
    """`pages("alice", "/wallet/")` is the page as Alice has it open."""
    contexts = []

    def one(who: str, path: str, **how: Any) -> Page:
        context = furnished.context(browser, who, **how)
        contexts.append(context)
        page = context.new_page()
        page.goto(furnished.url + path)
        return page

    yield one
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", STOPS)
def test_every_stop_of_the_focus_is_seen_and_nobody_is_caught(
    pages: Callable[..., Page], furnished: Furnished, name: str, scheme: str
) -> None:
    who, path = STOPS[name]
    page = pages(who, path(furnished.places), color_scheme=scheme)
    expect(page.locator("h1").first).to_be_attached()
    wait_until_still(page)
    faults: list[str] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(_STOP)
        if stop is None:
            break
        faults += faults_of(stop)
    else:
        faults.append(f"after {MOST_STOPS} stops one has not come round")
    assert faults == []


def test_nothing_is_put_before_its_turn(pages: Callable[..., Page]) -> None:
    page = pages("alice", "/")
    positive = page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])")
    expect(positive).to_have_count(0)


def test_the_first_stop_leads_past_the_header(pages: Callable[..., Page]) -> None:
    page = pages("alice", "/wallet/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_the_menu_closes_by_escape_and_gives_the_focus_back(pages: Callable[..., Page]) -> None:
    page = pages("alice", "/wallet/")
    menu = page.locator("header details.menu").last
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
