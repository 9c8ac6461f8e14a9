"""Every theme can be read: on checkers, cube, frame and tray, in the light and in the dark look."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.preferences import PREFERENCES
from backgammon import Position, Rules, Side
from backgammon.position import points
from tests.browser.board.hands import button, first_play, part, point
from tests.browser.board.players import tab_to
from tests.browser.board.table import Table

THEMES = PREFERENCES["board_theme"].choices
STYLES = (Path(settings.BASE_DIR) / "static/css/themes.css").read_text()
TEXT, MARK = 4.5, 3.0
SIDES = ("white", "black")
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
#: What is drawn in two tones, and all it may lie on: one of the two stands out there.
POINTS = ("board-field", "board-point-dark", "board-point-light")
CHECKERS = ("checker-light", "checker-dark")
WOOD = ("board-frame", "board-tray", "cube")
TWO_TONES = {
    ("board-focus", "board-focus-edge"): (*POINTS, *CHECKERS, *WOOD),
    ("mark-last", "mark-edge"): (*POINTS, *CHECKERS, *WOOD),
    ("mark-source", "mark-edge"): CHECKERS,
    ("mark-selected", "mark-edge"): CHECKERS,
    ("mark-hit", "mark-hit-edge"): CHECKERS,
}


def luminance(channels: list[int]) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def shades(page: Page, theme: str) -> dict[str, float]:
    """How light each colour of a theme is, by the name of its custom property."""
    names = {name for one, two, _least in PAIRS for name in (one, two)}
    names |= {name for tones, grounds in TWO_TONES.items() for name in (*tones, *grounds)}
    colours = page.locator("bg-board").evaluate(
        """(board, [theme, names]) => {
            board.theme = theme;
            const patch = document.createElement("i");
            board.append(patch);
            const seen = (name) => {
                patch.style.color = `var(--${name})`;
                return getComputedStyle(patch).color;
            };
            const colours = Object.fromEntries(names.map((name) => [name, seen(name)]));
            patch.remove();
            return colours;
        }""",
        [theme, sorted(names)],
    )
    return {
        name: luminance([int(channel) for channel in re.findall(r"\d+", colour)[:3]])
        for name, colour in colours.items()
    }


def contrast(one: float, two: float) -> float:
    """How much two lights differ."""
    darker, lighter = sorted((one, two))
    return (lighter + 0.05) / (darker + 0.05)


def weak_pairs(lights: dict[str, float]) -> list[str]:
    """What does not stand out enough from what it lies on."""
    weak = [
        f"{one} on {two} is {found:.1f}"
        for one, two, least in PAIRS
        if (found := contrast(lights[one], lights[two])) < least
    ]
    for tones, grounds in TWO_TONES.items():
        first, second = (lights[tone] for tone in tones)
        if contrast(first, second) < MARK:
            weak.append(f"the tones of {tones[0]} are too near each other")
        weak += [
            f"{tones[0]} on {ground} is {found:.1f}"
            for ground in grounds
            if (found := max(contrast(tone, lights[ground]) for tone in (first, second))) < MARK
        ]
    return weak


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_stands_on_something_stands_out(open_board, page, scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    open_board(table)
    weak = {theme: weak_pairs(shades(page, theme)) for theme in THEMES}
    assert weak == {theme: [] for theme in THEMES}


def test_what_has_the_focus_wears_a_ring_in_two_tones(open_board) -> None:
    table = Table(Rules.match(3), [(1, 3), (6, 4)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    page = open_board(table)
    rings = page.locator(".ring:visible")
    expect(rings).to_have_count(0)
    expect(button(page, "double")).to_be_enabled()
    tab_to(page, page.locator(".cube-place"))
    expect(rings).to_have_count(2)
    page.keyboard.press("r")
    for place in (page.locator(".dice"), point(page, 24)):
        expect(part(page, "status")).to_have_text("Your move.")
        tab_to(page, place)
        expect(place.locator(".ring:visible")).to_have_count(2)
        expect(rings).to_have_count(2)
    ring = "ring => { const { stroke } = getComputedStyle(ring); return stroke }"
    assert rings.first.evaluate(ring) != rings.last.evaluate(ring)


def test_a_theme_is_one_rule() -> None:
    selectors = re.findall(r"^(bg-board.*) \{$", STYLES, re.MULTILINE)
    named = [f'bg-board[theme="{theme}"], [data-board="{theme}"]' for theme in THEMES[1:]]
    assert selectors == ["bg-board, [data-board]", *named], "walnut holds where no theme is named"


def test_a_page_shows_the_theme_its_reader_has_chosen(open_board) -> None:
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    page = open_board(table, preferences={"board_theme": "slate"})
    assert page.locator("bg-board").get_attribute("theme") == "slate"
    frame = page.locator(".board-frame").evaluate("frame => getComputedStyle(frame).fill")
    assert frame == "rgb(43, 52, 64)"


@pytest.mark.parametrize("colours", ["none", "active"], ids=["own colours", "high contrast"])
@pytest.mark.parametrize("own", ["dealt", "dark"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_checker_beside_a_name_looks_as_on_the_board(
    open_board, page, colours, own, scheme
) -> None:
    page.emulate_media(forced_colors=colours, color_scheme=scheme)
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    table.set_up(Position(points(p6=15), points(p6=14, off=1)))
    open_board(table, preferences={"board_theme": "slate", "own_checkers": own})
    beside = [page.locator(f".strip-{seat} .strip-checker") for seat in ("own", "enemy")]
    on_board = [page.locator(f".checker-{side}").first for side in ("white", "black")]
    painted = [checker.evaluate(_PAINT_BESIDE) for checker in beside]
    assert painted == [checker.evaluate(_PAINT_ON_BOARD) for checker in on_board]
    assert painted[0] != painted[1]
    slab = page.locator(".slab-black").evaluate("slab => getComputedStyle(slab).fill")
    assert slab == painted[1][0]


def test_in_high_contrast_numbers_keep_to_what_they_stand_on(open_board, page) -> None:
    page.emulate_media(forced_colors="active", color_scheme="dark")
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    table.set_up(Position(points(p6=8, p5=7), points(p6=8, p5=7)))
    open_board(table)
    ink = "text => getComputedStyle(text).fill"
    assert page.locator(".board-number").first.evaluate(ink) == "rgb(236, 219, 185)"
    assert page.locator(".cube-value").evaluate(ink) == "rgb(93, 29, 22)"
    counts = [page.locator(f".checker-{side} .checker-count", has_text="8") for side in SIDES]
    assert counts[0].evaluate(ink) != counts[1].evaluate(ink)


#: Its colour, that of its grooves, and how many there are.
_PAINT_BESIDE = """checker => {
    const rings = [getComputedStyle(checker, "::before"), getComputedStyle(checker, "::after")];
    const seen = rings.filter(({ display }) => display !== "none");
    return [getComputedStyle(checker).backgroundColor, seen[0].borderTopColor, seen.length];
}"""
_PAINT_ON_BOARD = """checker => {
    const grooves = checker.querySelectorAll(".checker-groove");
    const { stroke } = getComputedStyle(grooves[0]);
    const patch = document.createElement("i");
    patch.style.cssText = "color: var(--body); forced-color-adjust: none";
    checker.closest("bg-board").append(patch);
    patch.style.setProperty("--body", getComputedStyle(checker).getPropertyValue("--body"));
    const { color } = getComputedStyle(patch);
    patch.remove();
    return [color, stroke, grooves.length];
}"""
