"""Lobby, board and learn page in each language: its words, and room for them on every screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.languages.clocks import MOMENT_MS, TOLD, ZONE
from tests.languages.numbers import CHIPS, COUNTS, LARGE
from tests.stories.browsers import Person

WIDTHS = ((360, 640), (768, 1024), (1440, 900))

#: By language: what the field calls the cube and long nardy, as the lobby and the board say it.
WORDS = {
    "en": ("Cube in the middle", "Long nardy"),
    "et": ("Kuubik keskel", "Pikad nardid"),
    "lv": ("Kubs vidū", "Garās nardas"),
    "fi": ("Kuutio keskellä", "Pitkä nardi"),
    "nb": ("Kuben i midten", "Lang nardy"),
}

#: By language: what who adds 0, 1, 2, 10, 11 and 21 chips is told by his board.
ADDED = {
    "en": [f"You add {chips}." for chips in CHIPS["en"]],
    "et": [f"Sa lisad {n} žetooni." for n in COUNTS],
    "lv": [
        f"Tu pievieno {n} {word}."
        for n, word in zip(COUNTS, ["žetonu", "žetonu", "žetonus", *["žetonu"] * 3], strict=True)
    ],
    "fi": [f"Lisäät {n} {'pelimerkin' if n == 1 else 'pelimerkkiä'}." for n in COUNTS],
    "nb": [f"Du legger til {chips}." for chips in CHIPS["nb"]],
}

_SAID = """async (counts) => {
  const { readTexts, say } = await import("/static/js/texts.js");
  const texts = readTexts("board-texts");
  return counts.map((chips) => say(texts, "topped_up_you", { chips }));
}"""
_NUMBER = "async (number) => (await import('/static/js/texts.js')).numberText(number)"

#: What sticks out of the page to the right, or out of a button, unless it is there to scroll.
_TOO_LONG = """() => {
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  const places = document.querySelectorAll(
    "main button, main a.button, main h1, main h2, header a, .badge");
  const isCut = (each) => {
    const style = getComputedStyle(each);
    const isMeant = style.textOverflow === "ellipsis" || each.closest(".visually-hidden");
    const isShown = each.offsetParent !== null && style.visibility === "visible";
    const isSeen = isShown && style.clipPath === "none";
    const isBox = style.display !== "inline";
    return isSeen && isBox && !isMeant && each.scrollWidth > each.clientWidth + 1;
  };
  const cut = [...places].filter(isCut).map((each) => each.textContent.trim());
  const sticksOut = (each) => each.getBoundingClientRect().right > window.innerWidth + 1;
  const all = [...document.querySelectorAll("body *")];
  const out = all.filter(sticksOut).map((each) => each.className);
  return [...(wide > 0 ? [`the page by ${wide} px: ${out}`] : []), ...cut];
}"""


def read(person: Person, path: str) -> Page:
    """One of our pages in somebody's browser."""
    person.go(path)
    return person.page


def assert_fits(page: Page) -> None:
    """Nothing is wider than its place, on a phone, a tablet and a desktop."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_TOO_LONG) == [], f"at {width} px"


@pytest.mark.parametrize("code", WORDS)
def test_the_lobby_speaks_the_language_and_has_room_for_it(
    reader: Callable[..., Person], code: str
) -> None:
    page = read(reader(code), "/matches/")
    expect(page.locator("html")).to_have_attribute("lang", code)
    _cube, nardy = WORDS[code]
    expect(page.locator("main option", has_text=nardy).first).to_be_attached()
    assert_fits(page)


@pytest.mark.parametrize("code", WORDS)
def test_the_board_speaks_the_language_and_has_room_for_it(
    reader: Callable[..., Person], code: str
) -> None:
    page = read(reader(code), "/")
    page.locator("form[action='/play/'] button").first.click()
    page.wait_for_url("**/match/**")
    expect(page.locator("html")).to_have_attribute("lang", code)
    cube, _nardy = WORDS[code]
    expect(page.locator("bg-board").get_by_label(cube, exact=True)).to_be_visible()
    assert_fits(page)


@pytest.mark.parametrize("code", WORDS)
def test_a_script_counts_as_the_language_counts_and_writes_numbers_as_the_server_does(
    reader: Callable[..., Person], code: str
) -> None:
    page = read(reader(code), "/board/")
    assert page.evaluate(_SAID, list(COUNTS)) == list(ADDED[code])
    assert page.evaluate(_NUMBER, 12_500) == LARGE[code]


@pytest.mark.parametrize("code", WORDS)
def test_a_learn_page_speaks_the_language_and_has_room_for_it(
    reader: Callable[..., Person], code: str
) -> None:
    page = read(reader(code), "/learn/")
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.locator("main .learn-card a").first.click()
    expect(page.locator("html")).to_have_attribute("lang", code)
    assert_fits(page)


@pytest.mark.parametrize("code", TOLD)
def test_the_browser_writes_a_moment_as_the_server_does(
    reader: Callable[..., Person], code: str
) -> None:
    page = read(reader(code, timezone_id=ZONE), "/leaderboard/")
    script = "async (ms) => (await import('/static/js/moments.js')).clockText(ms)"
    assert page.evaluate(script, MOMENT_MS) == TOLD[code]


def test_a_language_that_is_chosen_stays_on_every_page(reader: Callable[..., Person]) -> None:
    page = read(reader("en"), "/")
    page.locator(".language-choice select").select_option("fi")
    page.locator(".language-choice button").click()
    expect(page.locator("html")).to_have_attribute("lang", "fi")
    page.goto(page.url.rstrip("/") + "/leaderboard/")
    expect(page.locator("html")).to_have_attribute("lang", "fi")
