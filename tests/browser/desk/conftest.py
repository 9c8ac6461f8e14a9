"""One real house with an evening behind it, and people with browsers whose consoles are watched."""

from collections.abc import Callable, Iterator

import pytest

from tests.browser.desk.setting import EVENING, PASSWORD
from tests.browser.talk.conftest import PATIENCE_MS
from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which people have talked, reported and been muted."""
    with House(tmp_path_factory.mktemp("house"), {"HOUSE_BOT_PACE_MS": 0}) as house:
        house.manage("shell", "--no-imports", "-c", EVENING)
        yield house


@pytest.fixture
def signed_in(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`signed_in("Mara")` is Mara with a browser of her own.

    Neither script errors nor a breach of the policy go unnoticed.
    """
    people: list[Person] = []

    def one(name: str, **size: int) -> Person:
        somebody = Person(new_context(viewport=size or WIDE), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        somebody.go("/accounts/login/?next=/reports/")
        somebody.page.get_by_label("Name").fill(name)
        somebody.page.get_by_label("Password").fill(PASSWORD)
        somebody.page.get_by_role("button", name="Sign in").click()
        somebody.page.wait_for_url(f"{somebody.url}/reports/")
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []
