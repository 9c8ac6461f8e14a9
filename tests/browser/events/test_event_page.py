"""An evening seen in Chromium: entering, checking in, being called, following the rounds live."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import violations
from tests.browser.waiting import wait_until_live
from tests.stories.browsers import SMALL, WIDE, NewContext, Person
from tests.support.house import House

pytestmark = pytest.mark.services

PATIENCE_MS = 30_000

#: A tournament that begins in a little while: two places are for people, two for house bots.
SOON = """
import json
from datetime import timedelta
from tournaments.models import Series
from tournaments.director import tournament_advance
from tournaments.services import series_store
from wire.time import now

starts_at = now() + timedelta(seconds={seconds})
event = series_store(series=Series(
    name={name!r}, kind="scheduled", format={format!r}, seats=16, min_entrants=4,
    length_points=1, buy_in_chips=20, fee_chips=2, pause_s=5, has_house_bots=True,
    first_date=starts_at.date(), start_time=starts_at.time(), time_zone="UTC", opens_before_h=1,
)).tournaments.get()
tournament_advance(tournament_id=event.public_id)
print(json.dumps({{"id": event.public_id}}))
"""

#: Its hour has come; the house looks at what is due by itself.
NOW = """
from tournaments.models import Tournament
from wire.time import now

Tournament.objects.filter(public_id={event!r}).update(starts_at=now())
"""

#: One that has just been drawn, with more players than are drawn whole.
LARGE = """
import json
from datetime import timedelta
from accounts.models import User
from tournaments.director import tournament_advance
from tournaments.models import Entry, Series, Tournament
from tournaments.services import series_store
from wire.time import now

starts_at = now() + timedelta(minutes=10)
event = series_store(series=Series(
    name="Great Hall", kind="scheduled", seats=64, min_entrants=4, length_points=3,
    buy_in_chips=0, fee_chips=0, has_house_bots=False,
    first_date=starts_at.date(), start_time=starts_at.time(), time_zone="UTC", opens_before_h=1,
)).tournaments.get()
tournament_advance(tournament_id=event.public_id)
people = [User.objects.create_user(f"hall-{number}") for number in range(48)]
Entry.objects.bulk_create([
    Entry(tournament=event, user=user, number=number, is_exclusive=False, is_checked_in=True)
    for number, user in enumerate(people, start=1)
])
Tournament.objects.filter(pk=event.pk).update(taken_seats=48, starts_at=now())
tournament_advance(tournament_id=event.public_id)
print(json.dumps({"id": event.public_id}))
"""

REMIND = """
from accounts.models import User
from tournaments.models import Tournament
from tournaments.services.reminders import ReminderKind, reminder_send

reminder_send(
    user=User.objects.get(username={name!r}),
    kind=ReminderKind.STARTS,
    key="once more",
    tournament=Tournament.objects.get(public_id={event!r}),
)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose bots think fast."""
    with House(tmp_path_factory.mktemp("house"), {"HOUSE_BOT_PACE_MS": 0}) as house:
        yield house


@pytest.fixture
def person(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`person()` is a guest in New York, `person(is_guest=False)` a stranger there; nothing their
    consoles say goes unnoticed."""
    people: list[Person] = []

    def one(*, is_guest: bool = True, **size: int) -> Person:
        context = new_context(viewport=size or WIDE, timezone_id="America/New_York")
        somebody = Person(context, house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        if is_guest:
            somebody.become_guest()
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []


def made(house: House, script: str) -> str:
    """The address of the event that a script makes."""
    event: str = json.loads(in_house(house, script))["id"]
    return f"/event/{event}/"


def in_house(house: House, script: str) -> str:
    """What a script prints that runs in the house."""
    return house.manage("shell", "--no-imports", "-c", script)


def part(of: Person, name: str) -> Locator:
    """A live part of the page."""
    return of.page.locator(f"[data-part='{name}']")


def expect_fit(one: Person) -> None:
    """axe finds nothing, and nothing sticks out at the side."""
    found = violations(one.page)
    assert [(one.page.url, each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert one.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_two_enter_are_called_and_followed_round_by_round(
    house: House, person: Callable[..., Person]
) -> None:
    event = made(house, SOON.format(seconds=600, name="Evening Soon", format="knockout"))
    alice, bob, carol = person(), person(**SMALL), person(is_guest=False, **SMALL)
    carol.arrive(event)
    expect(part(carol, "state")).to_contain_text("Begins in")
    expect(carol.page.locator(".event-start")).to_contain_text("your time")
    expect_fit(carol)

    alice.go("/tournaments/")
    row = alice.page.locator("[data-row^='tournament:']", has_text="Evening Soon")
    row.get_by_role("button", name="Enter").click()
    expect(alice.page.get_by_text("You are in. Be here at the start")).to_be_visible()
    expect(row).to_contain_text("you are in")
    expect(part(carol, "entrants")).to_contain_text(alice.name)

    bob.arrive(event)
    bob.page.get_by_role("button", name="Enter for 22 chips").click()
    expect(part(carol, "entrants")).to_contain_text(bob.name)
    expect(part(carol, "prizes")).to_contain_text("entrants (4)")
    wait_until_live(bob.page)
    bob.page.get_by_role("button", name="Check in").click()
    expect(part(bob, "state")).to_contain_text("You are in and checked in.")
    expect(part(carol, "entrants")).to_contain_text("checked in")
    expect_fit(bob)

    alice.go("/wallet/")
    bob.go("/my/events/")
    expect(bob.page.locator("[data-event]")).to_contain_text("Evening Soon")

    # The start calls both, from wherever they are; the watcher sees the rounds by themselves.
    in_house(house, NOW.format(event=event.split("/")[2]))
    for each in (alice, bob):
        each.wait_for_board()
    hers = part(carol, "bracket").locator(".bracket-match", has_text=alice.name)
    expect(hers).to_contain_text("being played")
    alice.resign("backgammon")
    expect(hers).to_have_class(re.compile("is-done"))
    expect_fit(carol)
    alice.go(event)
    expect(part(alice, "state")).to_contain_text("You are out of this event.")
    expect_fit(alice)


def test_a_reminder_stands_on_every_page_until_it_is_dismissed(
    house: House, person: Callable[..., Person]
) -> None:
    event = made(house, SOON.format(seconds=900, name="Evening Far", format="groups"))
    alice = person(**SMALL)
    alice.go("/wallet/")
    expect(alice.page.locator("[data-connection]")).to_have_attribute("data-state", "open")
    remind = REMIND.format(name=alice.name, event=event.split("/")[2])
    in_house(house, remind)
    notice = alice.page.get_by_text("Evening Far begins at")
    expect(notice).to_be_visible()
    expect_fit(alice)
    alice.go("/leaderboard/")
    expect(notice).to_be_visible()
    alice.page.get_by_role("link", name="Have a look").click()
    alice.page.wait_for_url(f"**{event}")
    expect(notice).to_have_count(0)
    alice.go("/leaderboard/")
    alice.page.get_by_role("button", name="Dismiss").click()
    alice.go("/wallet/")
    expect(notice).to_have_count(0)


def test_a_large_event_is_unfolded_by_keyboard_and_stays_so(
    house: House, person: Callable[..., Person]
) -> None:
    event = made(house, LARGE)
    carol = person(is_guest=False, **SMALL)
    carol.arrive(event)
    rounds = part(carol, "bracket")
    first = rounds.locator("details", has_text=re.compile("^\\s*Round 1"))
    first.locator("summary").focus()
    carol.page.keyboard.press("Enter")
    expect(first.locator(".bracket-match")).to_have_count(32)
    expect_fit(carol)
    with carol.page.expect_response("**/parts/bracket/"):
        rounds.dispatch_event("part-changed")
    wait_until_live(carol.page)
    expect(first.locator(".bracket-match")).to_have_count(32)

    search = carol.page.get_by_label("Find a player")
    expect(search).to_have_count(0)
    expect(part(carol, "entrants").locator("li")).to_have_count(48)


def test_without_scripts_an_event_is_entered_read_and_left(
    house: House, new_context: NewContext
) -> None:
    event = made(house, SOON.format(seconds=900, name="Evening Later", format="swiss"))
    page = new_context(java_script_enabled=False, viewport=SMALL).new_page()
    page.goto(f"{house.url.rstrip('/')}{event}")
    page.get_by_role("main").get_by_role("button", name="Play as a guest").click()
    page.get_by_role("button", name="Enter for 22 chips").click()
    expect(page.get_by_text("You are in. Be here at the start")).to_be_visible()
    page.get_by_role("navigation", name="On this page").get_by_role(
        "link", name="Rules card"
    ).click()
    expect(page.get_by_text("In this order: Buchholz")).to_be_visible()
    page.get_by_role("button", name="Give the entry back").click()
    expect(page.get_by_text("You have left, and your chips are back.")).to_be_visible()
