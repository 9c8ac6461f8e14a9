"""Dora, who never saw the code, makes a daily tournament and a Sit&Go in the admin."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House
from wire.time import now

PATIENCE_MS = 20_000
PASSWORD = "a-password-of-dora"
DORA = f"""
from accounts.models import User
User.objects.create_superuser("Dora", password={PASSWORD!r})
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A new house with a member of staff."""
    with House(tmp_path_factory.mktemp("house"), {"HOUSE_BOT_PACE_MS": 0}) as house:
        house.manage("shell", "--no-imports", "-c", DORA)
        yield house


@pytest.fixture
def person(house: House, new_context: NewContext) -> Iterator[Callable[[], Person]]:
    """`person()` has a browser of his own; no script error or breach of the policy passes."""
    people: list[Person] = []

    def one() -> Person:
        somebody = Person(new_context(viewport=WIDE), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []


@pytest.fixture
def dora(person: Callable[[], Person]) -> Person:
    """Dora at the form of a new template."""
    dora = person()
    dora.go("/admin/tournaments/series/add/")
    dora.page.get_by_label("Name or e-mail").fill("Dora")
    dora.page.get_by_label("Password", exact=True).fill(PASSWORD)
    dora.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(dora.page.get_by_role("heading", name="How it is played")).to_be_visible()
    return dora


def test_staff_make_a_daily_tournament_and_a_guest_enters_it(
    dora: Person, person: Callable[[], Person]
) -> None:
    page = dora.page
    tomorrow = (now() + timedelta(days=1)).strftime("%Y-%m-%d")
    page.locator("[name=name]").fill("Nightly Swiss")
    page.locator("[name=kind]").select_option("scheduled")
    page.locator("[name=format]").select_option(label="Swiss")
    page.locator("[name=tie_breaks_0]").select_option(label="Sonneborn-Berger")
    page.locator("[name=seats]").fill("32")
    page.locator("[name=first_date]").fill(tomorrow)
    page.locator("[name=start_time]").fill("21:30")
    page.locator("[name=repeats]").select_option(label="every day")
    page.locator("[name=prize_shares]").fill("60 50")

    page.get_by_role("button", name="Preview").click()
    complaint = page.locator("#id_prize_shares_error, .field-prize_shares .errorlist")
    expect(complaint.first).to_contain_text("add up to 110, not 100")
    expect(page.locator("[name=name]")).to_have_value("Nightly Swiss")

    page.locator("[name=prize_shares]").fill("")
    page.get_by_role("button", name="Preview").click()
    preview = page.get_by_role("region", name="What comes of it")
    expect(preview.locator(".desk-starts li")).to_have_count(10)
    expect(preview.locator(".desk-starts li").first).to_contain_text("21:30 (Europe/Tallinn, UTC+")
    expect(preview).to_contain_text("In this order: Sonneborn-Berger")
    expect(preview).to_contain_text("400 (50 %), 200 (25 %), 2 × 100 (12.5 %)")

    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist")).to_contain_text("was added successfully")
    page.get_by_role("link", name="Nightly Swiss").first.click()
    coming = page.get_by_role("region", name="Events to come").locator("tbody tr")
    expect(coming.nth(12)).to_be_visible()

    alice = person()
    alice.become_guest()
    alice.page.goto(str(coming.first.get_by_role("link").first.evaluate("link => link.href")))
    expect(alice.page.get_by_role("heading", level=1)).to_contain_text("Nightly Swiss")
    alice.page.get_by_role("button", name="Enter for 50 chips").click()
    expect(alice.page.get_by_role("button", name="Give the entry back")).to_be_visible()


def test_staff_change_the_card_of_one_event_after_seeing_the_difference(dora: Person) -> None:
    page = dora.page
    dora.go("/admin/tournaments/series/")
    page.get_by_role("link", name="Sunday Open").first.click()
    page.get_by_role("link", name=re.compile("Version 1")).first.click()
    page.locator("[name=min_entrants]").fill("8")
    page.locator("[name=reason]").fill("More should come.")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("region", name="What would change")).to_contain_text("8 entrants")
    page.get_by_role("button", name="Change the card").click()
    expect(page.locator(".messagelist")).to_contain_text("its entrants are told")
    expect(page.get_by_role("link", name=re.compile("Version 2"))).to_be_visible()


def test_staff_make_a_sit_and_go_and_a_guest_takes_a_seat(
    dora: Person, person: Callable[[], Person]
) -> None:
    page = dora.page
    page.locator("[name=name]").fill("Quick Six")
    page.locator("[name=seats]").fill("5")
    page.locator("[name=length_points]").fill("1")
    page.locator("[name=has_house_bots]").uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".field-seats .errorlist").first).to_contain_text("2, 4, 6, 8, 12, 16")

    page.locator("[name=seats]").fill("6")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist")).to_contain_text("was added successfully")

    alice = person()
    alice.become_guest()
    alice.take_seat("Quick Six")
    expect(alice.row_of("Quick Six").get_by_text("1 / 6")).to_be_visible()
