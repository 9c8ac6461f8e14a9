"""Staff at their desk: everything can be looked at, and no page of it gives a secret away."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.stories.browsers import WIDE, NewContext, Person
from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse
from tests.stories.players import one_action, sit_down
from tests.stories.visits import take_seat

pytestmark = pytest.mark.story

SERIES = "Two for Dora"
PASSWORD = "a-password-of-dora"

#: What nobody may read at the desk, as the database and the folder of the house hold it.
SECRETS = """
import json
from django.conf import settings
from accounts.models import User
from matches.models import Match
from tournaments.models import Tournament
from wire.secrets import unseal
rows = [*Match.objects.all(), *Tournament.objects.all()]
sealed = [bytes(row.sealed_secret) for row in rows]
print(json.dumps([
    settings.SECRET_KEY,
    settings.DICE_KEY,
    *[unseal(each).hex() for each in sealed],
    *[each.decode() for each in sealed],
    *[user.password for user in User.objects.exclude(password="")],
]))
"""

DORA = f"""
from accounts.models import User
User.objects.create_superuser("Dora", password={PASSWORD!r})
"""


@pytest.fixture
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    """A house in which two guests are in the middle of a match and have talked."""
    house = open_story_house()
    house.open_series(SERIES, seats=2, length_points=3, buy_in_chips=50, has_house_bots=False)
    house.manage("shell", "--no-imports", "-c", DORA)
    event_id = house.open_event(SERIES)
    with ExitStack() as closing:
        guests = [closing.enter_context(house.guest()) for _ in range(2)]
        board = [take_seat(guest, event_id) for guest in guests][-1]
        players = sit_down(board.removeprefix("/match/").rstrip("/"), guests)
        for _ in range(6):
            assert one_action(players)
        for player in players:
            player.leave()
    return house


@pytest.fixture
def dora(house: StoryHouse, new_context: NewContext) -> Iterator[Person]:
    dora = Person(new_context(viewport=WIDE), house.url)
    yield dora
    assert dora.complaints == []


def test_staff_see_everything_but_secrets(house: StoryHouse, dora: Person) -> None:
    secrets = json.loads(house.manage("shell", "--no-imports", "-c", SECRETS))
    assert len(secrets) > 8

    dora.go("/admin/")
    dora.page.get_by_label("Name or e-mail").fill("Dora")
    dora.page.get_by_label("Password", exact=True).fill(PASSWORD)
    dora.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    dora.page.wait_for_url(f"{dora.url}/admin/")

    lists = links_in(dora, "th[scope='row'] a")
    assert {"/admin/accounts/user/", "/admin/matches/match/", "/admin/bankroll/transfer/"} < set(
        lists
    )
    seen = ""
    for path in lists:
        seen += read(dora, path)
        for first in links_in(dora, "#result_list tbody th a")[:1]:
            seen += read(dora, first)

    assert "Dora" in seen
    assert "opening_rolled" in seen
    assert [secret for secret in secrets if secret in seen] == []


def links_in(person: Person, selector: str) -> list[str]:
    """Where the links of this page lead."""
    links = person.page.locator(selector)
    return [str(link.get_attribute("href")) for link in links.all()]


def read(person: Person, path: str) -> str:
    """The source of a page, which must be there."""
    response = person.page.goto(f"{person.url}{path}")
    assert response is not None
    assert response.status == 200, path
    return response.text()
