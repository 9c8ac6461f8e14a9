"""A house that only has to show its pages, and somebody who reads them."""

from collections.abc import Iterator

import pytest

from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house as anybody runs it."""
    with House(tmp_path_factory.mktemp("house"), {}) as house:
        yield house


@pytest.fixture
def carol(house: House, new_context: NewContext) -> Iterator[Person]:
    """Somebody who has never played. Neither script errors nor a breach of the policy go
    unnoticed."""
    reader = Person(new_context(viewport=WIDE, reduced_motion="reduce"), house.url)
    yield reader
    assert reader.complaints == []


@pytest.fixture
def carol_without_scripts(house: House, new_context: NewContext) -> Person:
    """The same with scripts switched off."""
    return Person(new_context(viewport=WIDE, java_script_enabled=False), house.url)
