"""The first evening: from the front door to a Sit&Go won, by hand, in Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import serious
from tests.stories.browsers import WIDE, NewContext, Person
from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse

pytestmark = pytest.mark.story

EVENT = "Evening Four"
GUEST_CHIPS, ENTRY, FIRST_PRIZE = 200, 50, 120


@pytest.fixture(scope="module")
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    """A house as a newcomer finds it, but quick, and with luck for whoever plays a house bot."""
    return open_story_house(HOUSE_BOT_WAIT_S=0, HOUSE_BOT_PACE_MS=0, LOADED_DICE="luck_for_people")


@pytest.fixture
def alice(house: StoryHouse, new_context: NewContext) -> Iterator[Person]:
    """A newcomer. Neither script errors nor a breach of the policy go unnoticed."""
    alice = Person(new_context(viewport=WIDE), house.url)
    yield alice
    assert alice.complaints == []


def test_a_guest_wins_the_sit_and_go(house: StoryHouse, alice: Person) -> None:
    alice.go("/accounts/signup/")
    expect_accessible(alice)
    alice.go("/")
    expect_accessible(alice)
    alice.become_guest()
    alice.take_seat(EVENT)

    alice.wait_for_board()
    expect_accessible(alice)
    alice.play_match()
    alice.sees("result-title", "You win the match!")
    event = alice.go_back()
    expect(alice.page.get_by_text("You are through.").or_(next_opponent(alice))).to_be_visible()

    alice.go("/wallet/")
    expect_chips(alice, available=GUEST_CHIPS - ENTRY, in_play=ENTRY)
    alice.wait_for_board()
    alice.play_match()
    alice.sees("result-title", "You win the match!")

    assert alice.go_back() == event
    expect(alice.page.get_by_text("You finished in place 1.")).to_be_visible()
    final = alice.page.locator(".bracket-round", has_text="Final").last
    expect(final.locator(".is-winner")).to_contain_text(alice.name)
    expect_accessible(alice)
    alice.go("/wallet/")
    expect_chips(alice, available=GUEST_CHIPS - ENTRY + FIRST_PRIZE, in_play=0)
    expect_accessible(alice)
    alice.go("/")
    expect(alice.row_of(EVENT).get_by_role("button", name="Take a seat")).to_be_visible()
    expect_accessible(alice)
    house.manage("audit_books")


def test_a_guest_who_loses_the_semi_final_is_told_so(house: StoryHouse, alice: Person) -> None:
    alice.become_guest()
    alice.take_seat(EVENT)
    alice.wait_for_board()
    alice.resign("backgammon")

    alice.sees("result-title", "wins the match.")
    alice.go_back()
    expect(alice.page.get_by_text("You are out of this event.")).to_be_visible()
    alice.go("/wallet/")
    expect_chips(alice, available=GUEST_CHIPS - ENTRY, in_play=ENTRY)
    alice.go("/")
    expect(alice.row_of(EVENT).get_by_role("button", name="Take a seat")).to_be_visible()


def next_opponent(person: Person) -> Locator:
    return person.page.get_by_text("Your next opponent is known.")


def expect_chips(person: Person, *, available: int, in_play: int) -> None:
    for name, chips in (("available", available), ("in-play", in_play)):
        expect(person.page.locator(f"[data-wallet='{name}']")).to_have_text(str(chips))


def expect_accessible(person: Person) -> None:
    """Axe finds nothing on this page that keeps anybody out."""
    assert serious(person.page) == []
