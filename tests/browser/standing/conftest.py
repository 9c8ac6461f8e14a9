"""One real house with a member of the staff in it, and people whose consoles are watched."""

from collections.abc import Callable, Iterator

import pytest

from tests.accounts.people import PASSWORD
from tests.stories.browsers import WIDE, NewContext, Person
from tests.support.house import House

PATIENCE_MS = 20_000

#: Dora stands above everybody. Walter and Wanda are from before there were house rules.
PEOPLE = f"""
from accounts.models import User
User.objects.create_superuser("Dora", password={PASSWORD!r}, rules_version=1)
for name in ("Eve", "Bob", "Carl", "Cleo", "Nils", "Nora"):
    User.objects.create_user(name, password={PASSWORD!r}, rules_version=1)
for name in ("Walter", "Wanda"):
    User.objects.create_user(name, password={PASSWORD!r})
"""

IMPOSED = """
from datetime import timedelta
from accounts.models import User
from moderation.sanctions import Offence, SanctionKind
from moderation.services import sanction_impose
sanction = sanction_impose(
    actor=User.objects.get(username="Dora"),
    user=User.objects.get(username={name!r}),
    kind=SanctionKind({kind!r}),
    offence=Offence.OFFENSIVE,
    text={text!r},
    reason="Seen in the lobby.",
    lasts=timedelta(seconds={lasts_s!r}),
    key={key!r},
)
print("imposed", sanction.public_id)
"""

Imposing = Callable[..., str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house as anybody runs it."""
    with House(tmp_path_factory.mktemp("house"), {}) as house:
        house.manage("shell", "--no-imports", "-c", PEOPLE)
        yield house


@pytest.fixture
def impose(house: House) -> Imposing:
    """`impose("Eve", "mute", text=…, lasts_s=…)`: staff do it, elsewhere; the sanction's id."""

    def one(name: str, kind: str, *, text: str, lasts_s: int, key: str) -> str:
        script = IMPOSED.format(name=name, kind=kind, text=text, lasts_s=lasts_s, key=key)
        return house.manage("shell", "--no-imports", "-c", script).split()[-1]

    return one


@pytest.fixture
def somebody(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`somebody("Eve")` is Eve with a browser of her own, at the door where she may not come in.

    Neither script errors nor a breach of the policy go unnoticed.
    """
    people: list[Person] = []

    def one(name: str, **size: int) -> Person:
        person = Person(new_context(viewport=size or WIDE), house.url)
        person.page.set_default_timeout(PATIENCE_MS)
        people.append(person)
        person.go("/accounts/login/?next=/wallet/")
        person.page.get_by_label("Name").fill(name)
        person.page.get_by_label("Password").fill(PASSWORD)
        person.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        person.page.wait_for_url(lambda url: "/accounts/login/" not in url)
        return person

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []
