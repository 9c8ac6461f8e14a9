"""One furnished house, and a browser of each of the people in it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.support.house import House

FURNISH = "from tests.browser.access.furnishing import furnish; furnish()"


@dataclass(frozen=True, slots=True)
class Furnished:
    """A house with something on every page: where things are, and who is signed in."""

    house: House
    places: dict[str, str]
    sessions: dict[str, str]

    @property
    def url(self) -> str:
        """The address of the front door, without the slash."""
        return self.house.url.rstrip("/")

    def context(self, browser: Browser, person: str = "", **how: Any) -> BrowserContext:
        """A browser of somebody's own; of a stranger if no person is named."""
        context = browser.new_context(reduced_motion="reduce", **how)
        if person:
            key = self.sessions[person]
            context.add_cookies([{"name": "sessionid", "value": key, "url": self.url}])
        return context

    def visitor(self, person: str = "") -> httpx.Client:
        """An HTTP client with somebody's session that follows no redirect."""
        cookies = {"sessionid": self.sessions[person]} if person else {}
        return httpx.Client(base_url=self.house.url, cookies=cookies, timeout=20)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    """The house that all of these tests walk through."""
    with House(tmp_path_factory.mktemp("furnished"), {"HOUSE_BOT_WAIT_S": 3600}) as house:
        facts = json.loads(house.manage("shell", "--no-imports", "-c", FURNISH).splitlines()[-1])
        yield Furnished(house, facts["places"], facts["sessions"])
