"""One real house for all of these tests, and people who look at its pages."""

from collections.abc import Callable, Iterator

import pytest

from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House

PATIENCE_MS = 20_000


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house as anybody runs it; its bots think fast."""
    with House(tmp_path_factory.mktemp("house"), {"HOUSE_BOT_PACE_MS": 0}) as house:
        yield house


@pytest.fixture
def visitor(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`visitor()` is a stranger; what a browser context takes may be given along.

    Neither script errors nor a breach of the policy go unnoticed.
    """
    people: list[Person] = []

    def one(**how: object) -> Person:
        somebody = Person(new_context(**{"viewport": WIDE, **how}), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []
