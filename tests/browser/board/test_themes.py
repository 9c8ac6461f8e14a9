"""Every theme can be read: on checkers, cube, frame and tray, in the light and in the dark look."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page

from accounts.preferences import PREFERENCES
from backgammon import Rules
from tests.browser.board.table import Table

THEMES = PREFERENCES["board_theme"].choices
STYLES = (Path(settings.BASE_DIR) / "static/css/themes.css").read_text()
TEXT, MARK = 4.5, 3.0
#: What stands on what, and how much it must stand out.
PAIRS = [
    ("checker-light-ink", "checker-light", TEXT),
    ("checker-dark-ink", "checker-dark", TEXT),
    ("cube-ink", "cube", TEXT),
    ("board-number", "board-frame", TEXT),
    ("board-number", "board-tray", TEXT),
    ("checker-light", "checker-dark", MARK),
    ("checker-light-edge", "checker-light", MARK),
]


def luminance(channels: list[int]) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(page: Page, one: str, two: str) -> float:
    """How much two colours of the board differ, by their custom properties."""
    shades = []
    for name in (one, two):
        colour = page.locator("bg-board").evaluate(
            """(board, name) => {
                const patch = document.createElement("i");
                patch.style.color = `var(--${name})`;
                board.append(patch);
                const { color } = getComputedStyle(patch);
                patch.remove();
                return color;
            }""",
            name,
        )
        shades.append(luminance([int(channel) for channel in re.findall(r"\d+", colour)[:3]]))
    darker, lighter = sorted(shades)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_stands_on_something_stands_out(open_board, page, scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    open_board(table)
    weak = []
    for theme in THEMES:
        page.locator("bg-board").evaluate("(board, theme) => { board.theme = theme }", theme)
        weak += [
            f"{theme}: {one} on {two} is {found:.1f}"
            for one, two, least in PAIRS
            if (found := contrast(page, one, two)) < least
        ]
    assert weak == []


def test_a_theme_is_one_rule() -> None:
    rules = re.findall(r"^bg-board(?:\[theme=\"(\w+)\"\])? \{", STYLES, re.MULTILINE)
    assert ["walnut", *rules[1:]] == list(THEMES)
    assert rules[0] == "", "walnut is what holds where no theme is named"


def test_a_page_shows_the_theme_its_reader_has_chosen(open_board) -> None:
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    page = open_board(table, preferences={"board_theme": "slate"})
    assert page.locator("bg-board").get_attribute("theme") == "slate"
    frame = page.locator(".board-frame").evaluate("frame => getComputedStyle(frame).fill")
    assert frame == "rgb(43, 52, 64)"
