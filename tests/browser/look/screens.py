"""The pictures of docs/screens/, taken of a real house: `make screens`.

A person looks at them before they are committed.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from config.environment import ROOT
from tests.browser.look.viewer import PASSWORD, VIEWER
from tests.browser.waiting import wait_until_still
from tests.support.chromium import find_chromium
from tests.support.house import House

SCREENS = ROOT / "docs" / "screens"

#: Nobody is sent home or hurried while the pictures are taken.
CALM = {"HOUSE_BOT_PACE_MS": 0, "HOUSE_SEAT_GRACE_S": 21_600}

TELL_EVENING = "from tests.browser.look.evening import main; main()"

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}

#: By name: how a picture is taken.
WAYS: dict[str, dict[str, Any]] = {
    "light": {"viewport": DESK, "color_scheme": "light"},
    "dark": {"viewport": DESK, "color_scheme": "dark"},
    "phone": {
        "viewport": PHONE,
        "color_scheme": "light",
        "device_scale_factor": 1.5,
        "has_touch": True,
    },
}

#: By name: the address, with the ids of the evening. Strangers see the first.
PAGES = {
    "home": "/",
    "lobby": "/matches/",
    "board": "/match/{board}/",
    "watch": "/match/{watched}/watch/",
    "event": "/event/{event}/",
    "tournaments": "/tournaments/",
    "table": "/table/new/",
    "wallet": "/wallet/",
    "leaderboard": "/leaderboard/",
    "learn": "/learn/cube/",
    "settings": "/settings/",
}


def sign_in(page: Page, name: str) -> None:
    """A member's way in."""
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")


def picture(page: Page, path: str, name: str) -> None:
    """What is seen at first of a page, once it stands still."""
    page.goto(path)
    wait_until_still(page)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=SCREENS / f"{name}.png", animations="disabled")


def bring(browser: Browser, house: House, ids: dict[str, str]) -> None:
    """The others sit at their boards, as they would."""
    for name, board in (("Aino", "board"), ("Kalev", "watched"), ("Sigrid", "watched")):
        page = browser.new_context(base_url=house.url).new_page()
        sign_in(page, name)
        page.goto(f"/match/{ids[board]}/")


def pictures(browser: Browser, house: House, ids: dict[str, str]) -> None:
    """Each page in each way."""
    member = browser.new_context(base_url=house.url)
    sign_in(member.new_page(), VIEWER)
    signed_in = member.storage_state()
    for way, how in WAYS.items():
        for name, path in PAGES.items():
            state = None if name == "home" else signed_in
            context = browser.new_context(base_url=house.url, storage_state=state, **how)
            picture(context.new_page(), path.format(**ids), f"{name}-{way}")
            context.close()


def main() -> None:
    """Take them all."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), CALM, is_prepared=False)
        house.start()
        try:
            ids = json.loads(house.manage("shell", "--no-imports", "-c", TELL_EVENING))
            chromium = playwright.chromium
            arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            browser = chromium.launch(executable_path=find_chromium(), args=arguments)
            bring(browser, house, ids)
            pictures(browser, house, ids)
        finally:
            house.stop()


if __name__ == "__main__":
    main()
