"""One real house for all of these tests, and people with browsers whose consoles are watched."""

from collections.abc import Callable, Iterator

import pytest

from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House

PATIENCE_MS = 20_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose bots think fast, and where nobody is waited for long."""
    with House(
        tmp_path_factory.mktemp("house"), {"HOUSE_BOT_PACE_MS": 0, "HOUSE_SEAT_GRACE_S": 6}
    ) as house:
        yield house


@pytest.fixture
def person(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`person()` is a guest with a browser of his own, `person(is_guest=False)` a stranger.

    Neither script errors nor a breach of the policy go unnoticed.
    """
    people: list[Person] = []

    def one(*, is_guest: bool = True, **size: int) -> Person:
        somebody = Person(new_context(viewport=size or WIDE), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        if is_guest:
            somebody.become_guest()
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []
