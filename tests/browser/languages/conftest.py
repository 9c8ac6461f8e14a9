"""One real house for all of these tests, and people who ask it for their language."""

from collections.abc import Callable, Iterator

import pytest

from tests.stories.browsers import WIDE, NewContext, Person
from tests.stories.houses import StoryHouse

PATIENCE_MS = 30_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoryHouse]:
    """A house in which who plays a bot begins: at his board the cube lies in the middle."""
    settings = {"HOUSE_BOT_PACE_MS": 0, "LOADED_DICE": "luck_for_people"}
    with StoryHouse(tmp_path_factory.mktemp("house"), settings) as house:
        yield house


@pytest.fixture
def reader(house: StoryHouse, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`reader("fi")` is a stranger whose browser asks for Finnish, and who lives in Helsinki.

    Neither script errors nor a breach of the policy go unnoticed.
    """
    people: list[Person] = []

    def one(code: str, **how: object) -> Person:
        given = {"viewport": WIDE, "locale": code, "timezone_id": "Europe/Helsinki", **how}
        somebody = Person(new_context(**given), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []
