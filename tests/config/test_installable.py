"""The house as an app: what a device is told, what its worker keeps, the page without a line.

tests/browser/settings/test_installable.py has a real browser install the worker.
"""

import json
import re
import struct
from pathlib import Path

import pytest
from django.test import Client

from config.environment import ROOT
from tests.support.draw_icons import DRAWN, ICONS


def manifest(client: Client, language: str = "en") -> dict[str, object]:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer["Content-Type"] == "application/manifest+json"
    assert answer["Cache-Control"] == "no-cache"
    return dict(json.loads(answer.content))


def side_of(path: Path) -> tuple[int, int]:
    """Width and height of a PNG."""
    start = path.read_bytes()[:24]
    assert start.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", start[16:24])
    return width, height


@pytest.mark.django_db
class TestManifest:
    def test_it_says_what_a_device_must_know(self, client: Client) -> None:
        told = manifest(client)
        assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
        assert told["name"] == "Backgammon House"

    def test_its_icons_are_as_large_as_it_says(self, client: Client) -> None:
        icons = manifest(client)["icons"]
        assert isinstance(icons, list)
        assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
            ("192x192", "any"),
            ("512x512", "any"),
            ("512x512", "maskable"),
        }
        for icon in icons:
            width, height = side_of(ROOT / icon["src"].lstrip("/"))
            assert icon["sizes"] == f"{width}x{height}"

    def test_it_is_in_the_language_of_its_reader(self, client: Client) -> None:
        assert manifest(client, "et")["lang"] == "et"

    def test_its_shortcuts_lead_somewhere(self, client: Client) -> None:
        shortcuts = manifest(client)["shortcuts"]
        assert isinstance(shortcuts, list)
        assert all(client.get(each["url"]).status_code in (200, 302) for each in shortcuts)

    def test_every_page_names_it(self, client: Client) -> None:
        page = client.get("/rules/").content.decode()
        assert '<link rel="manifest" href="/manifest.webmanifest"' in page


def test_every_icon_was_drawn_at_its_size() -> None:
    assert {name: side_of(ICONS / name) for name in DRAWN} == {
        name: (side, side) for name, (side, _part) in DRAWN.items()
    }


@pytest.mark.django_db
class TestWorker:
    def text(self, client: Client) -> str:
        answer = client.get("/sw.js")
        assert answer["Content-Type"] == "text/javascript; charset=utf-8"
        assert answer["Cache-Control"] == "no-cache", "a new release is noticed at once"
        return answer.content.decode()

    def house(self, client: Client) -> dict[str, object]:
        first, _, _ = self.text(client).partition("\n")
        return dict(json.loads(first.removeprefix("self.HOUSE = ").removesuffix(";")))

    def test_it_is_allowed_the_whole_site_by_where_it_stands(self, client: Client) -> None:
        assert 'addEventListener("fetch"' in self.text(client)
        answer = client.get("/sw.js")
        assert "default-src 'self'" in answer["Content-Security-Policy"]

    def test_it_keeps_the_page_without_a_line_and_what_that_is_made_of(
        self, client: Client
    ) -> None:
        house = self.house(client)
        page = client.get(str(house["offline"])).content.decode()
        made_of = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
        assert set(house["files"]) == made_of  # type: ignore[call-overload]

    def test_a_release_has_a_name_of_its_own(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = self.house(client)["version"]
        assert self.house(client)["version"] == now
        monkeypatch.setattr(
            "config.installable.staticfiles_storage.manifest_hash", "another", raising=False
        )
        assert self.house(client)["version"] != now

    def test_nothing_personal_is_asked_to_be_kept(self, client: Client) -> None:
        kept = self.house(client)
        files = kept["files"]
        assert isinstance(files, list)
        assert all(name.startswith("/static/") for name in files)


@pytest.mark.django_db
class TestOffline:
    def test_it_is_the_same_whoever_reads_it(self, client: Client, admin_client: Client) -> None:
        assert client.get("/offline/").content == admin_client.get("/offline/").content

    def test_it_speaks_the_language_of_its_reader(self, client: Client) -> None:
        page = client.get("/offline/", headers={"Accept-Language": "et"})
        assert page["Content-Language"] == "et"
        assert '<html lang="et"' in page.content.decode()
