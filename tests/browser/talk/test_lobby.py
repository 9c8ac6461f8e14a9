"""Talk in the lobby: what staff take away, markup, choices, reports, a lost connection."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.talk.hands import (
    LOBBY,
    choose,
    expect_accessible,
    in_house,
    line,
    panel,
    say,
    write,
)
from tests.stories.browsers import SMALL, Person
from tests.support.house import House

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]

#: Dora, a chief, takes away what says this.
HIDE = """
from accounts.models import User
from chat.models import Message
from chat.services import message_hide
dora = User.objects.filter(username="Dora").first() or User.objects.create_superuser("Dora")
message_hide(actor=dora, message_pk=Message.objects.get(text={text}).pk, reason="Not for here.")
"""

#: Dora mutes somebody for so many seconds.
MUTE = """
from datetime import timedelta
from accounts.models import User
from moderation.sanctions import Offence, SanctionKind
from moderation.services import sanction_impose
dora = User.objects.filter(username="Dora").first() or User.objects.create_superuser("Dora")
sanction_impose(
    actor=dora, user=User.objects.get(username={name}), kind=SanctionKind.MUTE,
    offence=Offence.SPAM, text="Too many lines.", reason="Asked by test.",
    lasts=timedelta(seconds={seconds}), key="mute-" + {name},
)
"""


def test_a_line_that_staff_take_away_goes_from_open_pages_and_stays_away(
    house: House, person: Somebody
) -> None:
    alice, bob = person(), person()
    for each in (alice, bob):
        each.go("/")
    say(alice.page, "This will not stay here.")
    expect(line(bob.page, "This will not stay here.")).to_be_visible()
    in_house(house, HIDE, text="This will not stay here.")
    for each in (alice, bob):
        expect(line(each.page, "This will not stay here.")).to_have_count(0)
    alice.page.reload()
    say(alice.page, "Something kinder.")
    expect(line(alice.page, "This will not stay here.")).to_have_count(0)


def test_whoever_is_muted_sees_why_and_for_how_long_on_every_page_until_it_ends(
    house: House, person: Somebody
) -> None:
    alice = person()
    alice.go("/")
    second = alice.context.new_page()
    second.goto(f"{alice.url}/leaderboard/")
    second.goto(f"{alice.url}/matches/")
    panel(alice.page).get_by_role("textbox", name="Message").fill("Not sent yet")
    in_house(house, MUTE, name=alice.name, seconds=15)
    for page in (alice.page, second):
        expect(panel(page).get_by_text("Too many lines.")).to_be_visible()
        expect(panel(page).get_by_role("timer")).to_contain_text("left")
        expect(panel(page).get_by_role("textbox", name="Message")).to_be_hidden()
    expect_accessible(second)
    box = panel(alice.page).get_by_role("textbox", name="Message")
    expect(box).to_be_visible(timeout=30_000)
    expect(box).to_have_value("Not sent yet")
    say(second, "Sorry for that.")


def test_a_reader_hides_the_room_and_switches_chat_off_and_on(person: Somebody) -> None:
    alice, bob = person(), person()
    for each in (alice, bob):
        each.go("/")
    second = alice.context.new_page()
    second.goto(f"{alice.url}/")
    panel(alice.page).get_by_role("button", name="Options of this room").click()
    alice.page.get_by_role("button", name="Switch chat off everywhere").click()
    for page in (alice.page, second):
        expect(panel(page).get_by_text("You have switched chat off.")).to_be_visible()
    say(bob.page, "Is anybody here?")
    panel(second).get_by_role("button", name="Switch chat on").click()
    for page in (alice.page, second):
        expect(line(page, "Is anybody here?")).to_be_visible()

    panel(alice.page).get_by_role("button", name="Options of this room").click()
    alice.page.get_by_role("button", name="Hide this room").click()
    for _ in range(2):
        expect(panel(alice.page).get_by_text("You have hidden this room.")).to_be_visible()
        alice.page.reload()
    panel(alice.page).get_by_role("button", name="Show it again").click()
    expect(line(alice.page, "Is anybody here?")).to_be_visible()


def test_a_line_is_reported_once_with_a_reason(person: Somebody) -> None:
    alice, bob = person(**SMALL), person()
    for each in (alice, bob):
        each.go("/")
    say(bob.page, "I am the one to be reported.")
    alice.page.get_by_role("button", name="Chat", exact=False).last.click()
    choose(alice.page, "I am the one to be reported.", "Report this line")
    dialog = alice.page.get_by_role("dialog")
    expect(dialog).to_contain_text("I am the one to be reported.")
    expect_accessible(alice.page)
    dialog.get_by_label("Spam or advertising").check()
    dialog.get_by_label("Anything staff should know").fill("Look at this.")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog.get_by_text("Staff will look at it.")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()

    choose(alice.page, "I am the one to be reported.", "Report this line")
    dialog.get_by_label("Spam or advertising").check()
    dialog.get_by_role("button", name="Report").click()
    expect(dialog.get_by_role("alert")).to_contain_text("already")


def test_talk_lies_in_a_drawer_on_a_phone_and_works_by_keys(person: Somebody) -> None:
    alice, bob = person(**SMALL), person()
    for each in (alice, bob):
        each.go("/")
    opener = alice.page.get_by_role("button", name="Chat")
    say(bob.page, "Hello from the large screen.")
    expect(opener.locator("[data-talk-unread]")).to_be_visible()
    opener.press("Enter")
    expect(line(alice.page, "Hello from the large screen.")).to_be_in_viewport()
    expect(opener.locator("[data-talk-unread]")).to_be_hidden()
    expect_accessible(alice.page)
    box = panel(alice.page).get_by_role("textbox", name="Message")
    box.press_sequentially("Hello from")
    say(bob.page, "Another one.")
    expect(line(alice.page, "Another one.")).to_be_visible()
    expect(box).to_be_focused()
    box.press_sequentially(" the small one.")
    box.press("Enter")
    expect(line(bob.page, "Hello from the small one.")).to_be_visible()

    more = line(alice.page, "Hello from the large screen.").get_by_role("button", name="More")
    more.press("Enter")
    expect(alice.page.get_by_role("button", name="Reply", exact=True)).to_be_focused()
    alice.page.keyboard.press("Escape")
    expect(more).to_be_focused()
    alice.page.keyboard.press("Escape")
    expect(panel(alice.page)).to_be_hidden()
    expect(opener).to_be_focused()


def test_fingers_find_everything_in_the_drawer(person: Somebody) -> None:
    alice, bob = person(**SMALL), person()
    for each in (alice, bob):
        each.go("/")
    say(bob.page, "Touch me.")
    alice.page.get_by_role("button", name="Chat").click()
    line(alice.page, "Touch me.").wait_for()
    small = panel(alice.page).evaluate(
        """panel => [...panel.querySelectorAll("button, input, a")]
          .filter((each) => each.checkVisibility())
          .map((each) => [each.outerHTML, each.getBoundingClientRect()])
          .filter(([, { width, height }]) => width < 44 || height < 44)
          .map(([html]) => html)"""
    )
    assert small == []


def test_after_a_lost_connection_nothing_stands_twice(house: House, person: Somebody) -> None:
    alice, bob = person(), person()
    for each in (alice, bob):
        each.go("/")
    say(alice.page, "Before the house closed.")
    house.restart()
    write(alice.page, "After it opened again.")
    for each in (alice, bob):
        expect(line(each.page, "After it opened again.")).to_have_count(1, timeout=30_000)
        expect(line(each.page, "Before the house closed.")).to_have_count(1)
        each.forgive_lost_connections()


def test_a_stranger_reads_and_is_asked_to_sign_in_before_he_speaks(person: Somebody) -> None:
    alice, carol = person(), person(is_guest=False)
    alice.go("/")
    say(alice.page, "Anybody may read this.")
    carol.go("/")
    expect(line(carol.page, "Anybody may read this.")).to_be_visible()
    expect(panel(carol.page).get_by_role("textbox")).to_have_count(0)
    expect(panel(carol.page).get_by_role("link", name="Sign in")).to_be_visible()
    expect(line(carol.page, "Anybody may read this.").get_by_role("button")).to_have_count(0)
    expect_accessible(carol.page)


def test_many_signs_in_one_line_do_not_break_the_page(person: Somebody) -> None:
    alice = person(**SMALL)
    alice.go("/")
    alice.page.get_by_role("button", name="Chat").click()
    for text in ("a" * 300, "👍" * 150):
        write(alice.page, text, LOBBY)
    panel(alice.page).get_by_role("button", name="Quick phrases").click()
    assert alice.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
