"""A real house in which Alice and Bob have played, and somebody who looks at their pages."""

from collections.abc import Iterator

import pytest

from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House

PLAYED = """
from accounts.models import User
from tests.matches.pastmatches import a_past_match
alice, bob = User.objects.create_user("alice"), User.objects.create_user("bob")
for number in range(25):
    a_past_match(*((bob, alice) if number % 3 else (alice, bob)), is_rated=number % 5 != 0)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house as anybody runs it, with a past."""
    with House(tmp_path_factory.mktemp("house"), {}) as house:
        house.manage("shell", "--verbosity", "0", "--command", PLAYED)
        yield house


@pytest.fixture
def carol(house: House, new_context: NewContext) -> Iterator[Person]:
    """Somebody nobody knows. Neither script errors nor a breach of the policy go unnoticed."""
    visitor = Person(new_context(viewport=WIDE), house.url)
    yield visitor
    assert visitor.complaints == []
