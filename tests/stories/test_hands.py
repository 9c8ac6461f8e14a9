"""A match against a house bot by keyboard alone and by touch alone, in a real house."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.board.hands import part
from tests.browser.board.players import FINGERS, SPELLING, Hands, next_offer
from tests.stories.browsers import SMALL, WIDE, NewContext, Person
from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse

pytestmark = pytest.mark.story

GAME = {"game": "hypergammon", "kind": "match", "points": 2, "access": "bot", "clock": "untimed"}


@pytest.fixture(scope="module")
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    """A house whose bots think, but fast."""
    return open_story_house(HOUSE_BOT_PACE_MS=50)


@pytest.fixture
def sit_down(house: StoryHouse, new_context: NewContext) -> Iterator[Any]:
    """`sit_down(viewport=…)`: a guest at a board, opposite a house bot."""
    people: list[Person] = []

    def one(**context: object) -> Person:
        person = Person(new_context(reduced_motion="reduce", **context), house.url)
        people.append(person)
        person.become_guest()
        person.go(f"/table/new/?{urlencode(GAME)}")
        person.page.get_by_role("button", name="Open the table").press("Enter")
        person.wait_for_board()
        return person

    yield one
    assert [complaint for person in people for complaint in person.complaints] == []
    assert "Traceback" not in house.log


def play_to_the_end(person: Person, hands: Hands) -> None:
    while (offer := next_offer(person.page)) != "over":
        hands[offer](person.page)
    expect(part(person.page, "result-title")).to_contain_text("the match")


def test_a_bot_is_played_by_keyboard_alone(sit_down: Any) -> None:
    alice = sit_down(viewport=WIDE)
    play_to_the_end(alice, SPELLING)
    alice.page.reload()
    expect(part(alice.page, "log").locator("li").last).to_contain_text("begins")


def test_a_bot_is_played_by_touch_alone(sit_down: Any) -> None:
    play_to_the_end(sit_down(viewport=SMALL, has_touch=True), FINGERS)
