"""One real house for these tests, people with browsers of their own, and pages nobody looks at."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.waiting import wait_until_live
from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House

PATIENCE_MS = 20_000

_LOOK = """isHidden => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

_TELL = """
from accounts.models import User
from tournaments.models import Tournament
from tournaments.services import ReminderKind, reminder_send

event = Tournament.objects.filter(kind="sit_and_go", state="registering").first()
reminder_send(
    user=User.objects.get(username="{name}"),
    kind=ReminderKind.CARD,
    key="card:{key}",
    tournament=event,
)
print(event.name)
"""


def look_away(page: Page) -> None:
    """Another tab is in front now."""
    page.evaluate(_LOOK, arg=True)


def look_again(page: Page) -> None:
    """This tab is in front again."""
    page.evaluate(_LOOK, arg=False)


def install(page: Page) -> None:
    """Waits until the worker of the house answers for this page."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def expect_fit_for_everybody(person: Person, path: str) -> None:
    """By day and by night, on a phone and on a desk, axe finds nothing and nothing sticks out."""
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        for width, height in ((360, 640), (768, 1024), (1440, 900)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.go(path)
            # It would fetch what style sheets import by an address of its own making.
            found = violations(person.page)
            assert [(path, scheme, width, one["id"]) for one in found] == []
            assert person.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose bots think fast."""
    with House(tmp_path_factory.mktemp("house"), {"HOUSE_BOT_PACE_MS": 0}) as house:
        yield house


@pytest.fixture
def tell(house: House) -> Callable[[Person, str], str]:
    """`tell(alice, "1")` tells her that a rules card has changed; the name of its event.

    Her page must be open by then.
    """

    def about(person: Person, key: str) -> str:
        wait_until_live(person.page)
        script = _TELL.format(name=person.name, key=key)
        return house.manage("shell", "--no-imports", "-c", script).strip()

    return about


@pytest.fixture
def person(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`person()` is a guest with a browser of his own, `person(is_guest=False)` a stranger.

    What is said besides is about the browser. Neither script errors nor a breach of the policy go
    unnoticed.
    """
    people: list[Person] = []

    def one(*, is_guest: bool = True, **browser: object) -> Person:
        somebody = Person(new_context(viewport=WIDE, **browser), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        if is_guest:
            somebody.become_guest()
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []
