"""D-CHT-05 in browsers: markup in talk, reports and notices is shown as it was written."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.talk.hands import LOBBY, choose, in_house, line, panel, sit_down_together, write
from tests.stories.browsers import SMALL, Person
from tests.support.house import House

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]

MARKUP = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(2)</script>",
    '"><b onmouseover=alert(3)>bold</b>',
    "<a href='javascript:alert(4)'>press me</a>",
)

#: An event whose name is markup; its id.
EVENT = """
from tournaments.models import Series
from tournaments.services import series_store
series = Series(name={name}, seats=8, length_points=3, buy_in_chips=0, fee_chips=0,
                has_house_bots=False)
print(series_store(series=series).tournaments.get().public_id)
"""

#: Lines as if no filter had looked at them, in a room somebody may have open.
SAID = """
import json
from accounts.models import User
from chat.models import Message
from chat.rooms import room_stream
from chat.selectors import as_seen
from wire.publish import publish_on_commit
from wire.time import now_ms
speaker = User.objects.get(username={name})
for text in json.loads({texts}):
    line = Message.objects.create(room={room}, user=speaker, text=text, at_ms=now_ms())
    told = {{"type": "chat.message", "room": {room}, "message": as_seen(line, speaker, ())}}
    publish_on_commit(room_stream({room}), told)
"""

#: A reminder of an event with such a name.
REMINDER = """
from accounts.models import User
from wire.publish import publish_on_commit, user_stream
from wire.time import now_ms
publish_on_commit(user_stream(User.objects.get(username={name}).pk), {{
    "type": "reminder", "kind": "card", "event": "none", "name": {markup},
    "url": "/event/none/", "at": now_ms(),
}})
"""


def expect_text_only(page: Page) -> None:
    """Nothing on the page came out of what somebody wrote."""
    assert page.locator("img[src='x'], b[onmouseover], a[href^='javascript']").count() == 0
    assert page.locator("main script").count() == 0


@pytest.fixture
def no_dialogs() -> Callable[[Page], None]:
    """`no_dialogs(page)`: a dialog of the browser on it fails the test."""

    def watch(page: Page) -> None:
        page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))

    return watch


def test_markup_is_shown_literally_wherever_people_talk(
    house: House, person: Somebody, no_dialogs: Callable[[Page], None]
) -> None:
    alice, bob, carol = person(), person(**SMALL), person()
    for each in (alice, bob, carol):
        no_dialogs(each.page)
    event = in_house(house, EVENT, name=MARKUP[0])
    table = sit_down_together(alice, bob)
    pages = {LOBBY: carol.page, f"event:{event}": carol.context.new_page(), table: alice.page}
    pages[LOBBY].goto(f"{carol.url}/")
    pages[f"event:{event}"].goto(f"{carol.url}/event/{event}/")
    no_dialogs(pages[f"event:{event}"])
    expect(pages[f"event:{event}"].get_by_role("heading", name=MARKUP[0])).to_be_visible()

    for room, page in pages.items():
        expect(panel(page, room)).to_have_attribute("data-state", "open")
        in_house(house, SAID, name=bob.name, room=room, texts=json.dumps(MARKUP))
        for text in MARKUP:
            expect(line(page, text, room)).to_have_count(1)
        expect_text_only(page)
        page.reload()
        expect(line(page, MARKUP[0], room)).to_have_count(1)
        expect_text_only(page)


def test_markup_in_a_report_and_in_a_notice_is_shown_literally(
    house: House, person: Somebody, no_dialogs: Callable[[Page], None]
) -> None:
    alice, bob = person(), person()
    no_dialogs(alice.page)
    for each in (alice, bob):
        each.go("/")
    expect(panel(alice.page)).to_have_attribute("data-state", "open")
    in_house(house, SAID, name=bob.name, room=LOBBY, texts=json.dumps(["<b>Report me</b>"]))
    choose(alice.page, "<b>Report me</b>", "Report this line")
    dialog = alice.page.get_by_role("dialog")
    expect(dialog.locator("blockquote")).to_have_text("<b>Report me</b>")
    dialog.get_by_label("Something else").check()
    dialog.get_by_label("Anything staff should know").fill(MARKUP[0])
    dialog.get_by_role("button", name="Report").click()
    expect(dialog.get_by_text("Staff will look at it.")).to_be_visible()

    alice.go("/reports/")
    expect(alice.page.get_by_text("<b>Report me</b>")).to_be_visible()
    expect(alice.page.get_by_text(MARKUP[0])).to_be_visible()
    expect_text_only(alice.page)
    in_house(house, REMINDER, name=alice.name, markup=MARKUP[0])
    expect(alice.page.get_by_role("status").get_by_text(MARKUP[0])).to_be_visible()
    expect_text_only(alice.page)


def test_ten_thousand_signs_come_back_with_the_reason(person: Somebody) -> None:
    alice = person()
    alice.go("/")
    long = "word " * 2_000
    write(alice.page, long)
    expect(panel(alice.page).get_by_role("alert")).to_contain_text("too long")
    expect(panel(alice.page).get_by_role("textbox", name="Message")).to_have_value(long.strip())
