"""Bad light and bad eyes: large letters, wide spacing, a system's own colours, other scripts."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access.conftest import Furnished
from tests.browser.access.furnishing import LONG_NAME
from tests.browser.access.furnishing_events import ARABIC_TITLE
from tests.browser.access.looks import sticking_out
from tests.browser.waiting import wait_until_still

#: The pages on which everything of the house's look is met at least once.
MAIN: tuple[tuple[str, str], ...] = (
    ("", "/"),
    ("alice", "/tournaments/"),
    ("alice", "/my/tickets/"),
    ("alice", "/table/new/"),
    ("alice", "/wallet/"),
    ("alice", "/settings/"),
    ("alice", "/players/Bob/"),
    ("", "/leaderboard/"),
    ("", "/learn/cube/"),
    ("alice", "/event/{target_event}/"),
    ("", "/event/{running_event}/"),
    ("bob", "/match/{running_match}/"),
    ("", "/match/{running_match}/watch/"),
    ("", "/match/{finished_match}/replay/"),
    ("dora", "/admin/moderation/case/queue/"),
)

#: What WCAG 1.4.12 lets readers ask for.
SPACING = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"""

#: Words that a box of a fixed height or width has cut off.
_CUT = """() => [...document.querySelectorAll("button, a, label, h1, h2, h3, p, td, th, dt, dd")]
  .filter((each) => each.checkVisibility() && each.textContent.trim())
  .filter((each) => {
    const style = getComputedStyle(each);
    const isCut = /hidden|clip/.test(style.overflowX) && !style.clipPath.includes("inset");
    const isWide = each.scrollWidth > each.clientWidth + 1 && style.textOverflow !== "ellipsis";
    return isCut && (isWide || each.scrollHeight > each.clientHeight + 2);
  })
  .map((each) => each.outerHTML.slice(0, 140))"""

Opened = Callable[..., Page]


@pytest.fixture
def opened(furnished: Furnished, browser: Browser) -> Iterator[Opened]:
    """`opened("alice", "/event/{target_event}/", …)`: the page in a browser set up like that."""
    contexts = []

    def one(who: str, path: str, **how: Any) -> Page:
        context = furnished.context(browser, who, **how)
        contexts.append(context)
        page = context.new_page()
        page.goto(furnished.url + path.format(**furnished.places))
        wait_until_still(page)
        return page

    yield one
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("who", "path"), MAIN)
def test_at_200_and_at_400_percent_one_scrolls_one_way(opened: Opened, who: str, path: str) -> None:
    page = opened(who, path, viewport={"width": 640, "height": 450}, device_scale_factor=2)
    assert sticking_out(page) == []
    page.set_viewport_size({"width": 320, "height": 256})
    assert sticking_out(page) == []


@pytest.mark.parametrize(("who", "path"), MAIN)
def test_wide_spacing_cuts_nothing_off(opened: Opened, who: str, path: str) -> None:
    page = opened(who, path, viewport={"width": 360, "height": 640}, bypass_csp=True)
    before = set(page.evaluate(_CUT))
    page.add_style_tag(content=SPACING)
    assert sticking_out(page) == []
    assert set(page.evaluate(_CUT)) - before == set()


def test_a_title_from_right_to_left_keeps_to_itself(opened: Opened) -> None:
    for width in (1440, 360):
        viewport = {"width": width, "height": 640}
        page = opened("alice", "/event/{target_event}/", viewport=viewport)
        title = page.get_by_role("heading", level=1).locator("bdi")
        expect(title).to_have_text(ARABIC_TITLE)
        assert sticking_out(page) == []
    assert f"\u2068{ARABIC_TITLE}\u2069 ·" in page.title()
    row = opened("alice", "/tournaments/").get_by_role("link", name=ARABIC_TITLE)
    expect(row).to_have_attribute("dir", "auto")


def test_the_longest_name_breaks_nothing(opened: Opened) -> None:
    for path in ("/matches/", "/", f"/players/{LONG_NAME}/", "/table/{waiting_table}/"):
        page = opened("long", path, viewport={"width": 360, "height": 640})
        expect(page.get_by_text(LONG_NAME).first).to_be_attached()
        assert sticking_out(page) == []


class TestColoursOfTheSystem:
    """High contrast: the system paints everything; what was said by colour alone would be gone."""

    @pytest.fixture
    def high_contrast(self, opened: Opened) -> Opened:
        def one(who: str, path: str) -> Page:
            return opened(who, path, forced_colors="active")

        return one

    def test_buttons_have_an_edge(self, high_contrast: Opened) -> None:
        button = high_contrast("", "/").locator("main .button").first
        edge = button.evaluate("(it) => getComputedStyle(it).borderTopWidth")
        assert float(edge.removesuffix("px")) >= 1

    def test_the_page_one_is_on_is_marked_in_tabs(self, high_contrast: Opened) -> None:
        page = high_contrast("alice", "/tournaments/")
        here = page.locator(".tabs [aria-current='page']")
        other = page.locator(".tabs a:not([aria-current])").first
        line = "(it) => getComputedStyle(it).borderBottomColor"
        assert here.evaluate(line) != other.evaluate(line)

    def test_the_focus_has_an_outline(self, high_contrast: Opened) -> None:
        page = high_contrast("", "/accounts/login/")
        field = page.get_by_label("Name")
        field.focus()
        assert field.evaluate("(it) => getComputedStyle(it).outlineStyle") != "none"

    def test_checkers_of_both_sides_are_told_apart(self, high_contrast: Opened) -> None:
        page = high_contrast("bob", "/match/{running_match}/")
        checkers = page.locator("bg-board .checker")
        expect(checkers.first).to_be_visible()
        paint = """(all) => [...new Set(all.map((it) => {
          const disc = it.matches("circle") ? it : it.querySelector("circle") ?? it;
          const {fill, stroke} = getComputedStyle(disc);
          return `${fill} ${stroke}`;
        }))]"""
        assert len(checkers.evaluate_all(paint)) >= 2
