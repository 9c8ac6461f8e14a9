"""Every page of the house, by day and by night, on a desk and on a phone: axe finds nothing.

Each address answers with what its row says, so that nothing is left out by being called a part.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.access.conftest import Furnished
from tests.browser.access.looks import faults_of
from tests.browser.access.registry import AREAS, Kind, Row

Faults = list[tuple[str, str, str]]


class Walk:
    """The pages of several people, each opened once and led from address to address."""

    def __init__(self, furnished: Furnished, browser: Browser) -> None:
        self._furnished, self._browser = furnished, browser
        self._pages: dict[str, Page] = {}

    def faults(self, rows: tuple[Row, ...]) -> Faults:
        """What is wrong with the pages of these rows."""
        found: Faults = []
        for row in rows:
            if row.kind is Kind.PAGE:
                path = row.path(self._furnished.places)
                found += [(row.who, path, fault) for fault in self._look_at(row.who, path)]
        return found

    def _look_at(self, who: str, path: str) -> list[str]:
        page = self._page_of(who)
        page.emulate_media(color_scheme="light")
        answer = page.goto(self._furnished.url + path)
        if answer is None or not answer.ok or urlsplit(page.url).path != urlsplit(path).path:
            return [f"is not there: {answer.status if answer else ''} {page.url}"]
        return faults_of(page)

    def _page_of(self, who: str) -> Page:
        if who not in self._pages:
            self._pages[who] = self._furnished.context(self._browser, who).new_page()
        return self._pages[who]

    def close(self) -> None:
        """Everybody goes home."""
        contexts: list[BrowserContext] = [page.context for page in self._pages.values()]
        for context in contexts:
            context.close()


@pytest.fixture
def walk(furnished: Furnished, browser: Browser) -> Iterator[Walk]:
    walk = Walk(furnished, browser)
    yield walk
    walk.close()


@pytest.mark.parametrize("area", AREAS)
def test_nothing_on_its_pages_keeps_anybody_out(walk: Walk, area: str) -> None:
    assert walk.faults(AREAS[area]) == []


@pytest.mark.parametrize("area", AREAS)
def test_every_address_answers_with_what_its_row_says(furnished: Furnished, area: str) -> None:
    wrong = []
    for row in AREAS[area]:
        with furnished.visitor(row.who) as visitor:
            answer = visitor.get(row.path(furnished.places))
        if (kind := kind_of(answer)) is not row.kind:
            wrong.append((row.route, row.who, str(kind), answer.status_code))
    assert wrong == []


def kind_of(answer: httpx.Response) -> Kind:
    """What an address has answered with."""
    if answer.status_code == 405:
        return Kind.ORDER
    if answer.has_redirect_location:
        return Kind.LEADS
    if answer.is_error:
        return Kind.NOBODY
    is_page = answer.headers["content-type"].startswith("text/html")
    if not is_page or "attachment" in answer.headers.get("content-disposition", ""):
        return Kind.FILE
    return Kind.PAGE if "<html" in answer.text else Kind.PART
