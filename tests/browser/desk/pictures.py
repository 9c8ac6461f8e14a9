"""The pictures of docs/moderation.md, taken of a real house.

`python -m tests.browser.desk.pictures` takes them all again; a person looks at them before they
are committed.
"""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from config.environment import ROOT
from tests.browser.desk.setting import EVENING, PASSWORD
from tests.support.chromium import find_chromium
from tests.support.house import House

IMAGES = ROOT / "docs" / "images"
SIZE: ViewportSize = {"width": 1100, "height": 700}

IDS = """
import json
from moderation.models import Case, Sanction
print(json.dumps({
    "rex": Case.objects.get(about__username="Rex").public_id,
    "nora": Sanction.objects.get(user__username="Nora").public_id,
}))
"""

#: A month of talk, more of it towards the evenings of the week's end.
MONTH = """
from datetime import timedelta
from accounts.models import User
from chat.models import Message, RefusedLine
from wire.time import now_ms
anna = User.objects.get(username="Anna")
day_ms = timedelta(days=1) // timedelta(milliseconds=1)
each = {"room": "event:0123456789ab", "user": anna, "text": "good luck"}
said, refused = [], []
for day in range(1, 30):
    at_ms = now_ms() - day * day_ms
    said += [Message(**each, at_ms=at_ms) for _ in range(30 + 17 * (day % 7) + day % 5)]
    for found in ("et", "fi", "", "lv")[: day % 5]:
        code = "chat.not_english" if found else "chat.flood"
        refused.append(RefusedLine(**each, at_ms=at_ms, code=code, evidence=found))
Message.objects.bulk_create(said)
RefusedLine.objects.bulk_create(refused)
"""


def signed_in(browser: Browser, house: House, name: str) -> Page:
    """Somebody's page."""
    page = browser.new_context(viewport=SIZE, base_url=house.url).new_page()
    page.goto("/accounts/login/?next=/reports/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/reports/")
    return page


def picture(page: Page, name: str, address: str = "", *, is_whole: bool = True) -> None:
    """A page, or the one that is open; at the desk without the list of tables.

    is_whole: all of it, however long.
    """
    if address:
        page.goto(address)
    if page.locator("#main.shifted").count():
        page.locator("#toggle-nav-sidebar").click()
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=IMAGES / f"desk-{name}.png", full_page=is_whole)


def pictures(browser: Browser, house: House) -> None:
    """Mara's way from the queue to a mute, Bruno's to an appeal, and what players see of it."""
    ids = json.loads(house.manage("shell", "--no-imports", "-c", IDS))
    mara = signed_in(browser, house, "Mara")
    picture(mara, "queue", "/admin/moderation/case/queue/")
    picture(mara, "case", f"/admin/moderation/case/at/{ids['rex']}/")
    picture(mara, "card", "/admin/moderation/case/player/Max/")
    rex = signed_in(browser, house, "Rex")
    rex.goto("/")
    mara.goto(f"/admin/moderation/case/at/{ids['rex']}/")
    mara.get_by_role("link", name="Usual: Mute, 24 hours").click()
    mara.get_by_label("Reason").fill("Insults Clara twice within a minute; his second time.")
    picture(mara, "form")
    mara.get_by_role("button", name="Show what it does").click()
    picture(mara, "preview")
    mara.get_by_role("button", name="Mute: Rex, 24 hours").click()
    rex.get_by_text(re.compile("You insulted another player")).first.wait_for()
    rex.screenshot(path=IMAGES / "desk-muted.png")
    picture(mara, "room", "/admin/chat/message/room/lobby:main/")
    house.manage("shell", "--no-imports", "-c", MONTH)
    picture(mara, "statistics", "/admin/chat/message/statistics/", is_whole=False)
    picture(signed_in(browser, house, "Clara"), "answer")
    bruno = signed_in(browser, house, "Bruno")
    picture(bruno, "appeal", f"/admin/moderation/sanction/appeal/{ids['nora']}/")


def main() -> None:
    """Take them all."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), {"HOUSE_BOT_PACE_MS": 0}, is_prepared=False)
        house.start()
        try:
            house.manage("shell", "--no-imports", "-c", EVENING)
            pictures(playwright.chromium.launch(executable_path=find_chromium()), house)
        finally:
            house.stop()


if __name__ == "__main__":
    main()
