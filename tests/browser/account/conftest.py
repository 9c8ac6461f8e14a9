"""One real house for all of these tests, and people whose consoles are watched."""

from collections.abc import Callable, Iterator

import pytest

from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House

PATIENCE_MS = 20_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house as anybody runs it."""
    with House(tmp_path_factory.mktemp("house"), {}) as house:
        yield house


@pytest.fixture
def stranger(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`stranger()` is somebody with a browser of his own, and nobody signed in.

    Neither script errors nor a breach of the policy go unnoticed.
    """
    people: list[Person] = []

    def one(**size: int) -> Person:
        somebody = Person(new_context(viewport=size or WIDE), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []
