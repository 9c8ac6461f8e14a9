"""Dora at the director's desk in Chromium: a problem, a preview, a second press, a log for all."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.waiting import stop_clock, wait_until_live
from tests.stories.browsers import SMALL, WIDE, NewContext, Person
from tests.support.house import House

PATIENCE_MS = 20_000
PASSWORD = "a-password-of-dora"

DORA = f"""
from accounts.models import User
User.objects.create_superuser("Dora", password={PASSWORD!r})
"""

#: An event of eight whose quarter-finals are played but for the last, which nobody comes to; one
#: of the beaten appeals.
SETTING = f"""
import json
import secrets
from accounts.models import User
from backgammon import Resign, Side, WinKind
from bankroll.services import grant
from matches.judge import Request
from matches.models import Match
from matches.services import match_act, match_present
from tournaments.director import tournament_advance
from tournaments.models import Series
from tournaments.services import appeal_open, series_store, sit_and_go_join

mark = secrets.token_hex(3)
event = series_store(series=Series(
    name=f"Evening {{mark}}", seats=8, length_points=3, buy_in_chips=100, fee_chips=10,
    pause_s=3600, has_house_bots=False,
)).tournaments.get()
for name in ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi"):
    player = User.objects.create_user(f"{{name}}-{{mark}}", password={PASSWORD!r})
    grant(user=player, chips=110, key=player.username)
    sit_and_go_join(event_id=event.public_id, user=player)
pairings = event.pairings.select_related("match", "white__user", "black__user").order_by("slot")
for pairing in pairings[:3]:
    match_id = pairing.match.public_id
    for entry in pairing.entries:
        match_present(match_id=match_id, user_pk=entry.user_id, contribution="")
    seq = Match.objects.get(public_id=match_id).seq
    request = Request(Side.BLACK, Resign(WinKind.BACKGAMMON), "r", seq)
    match_act(match_id=match_id, request=request)
tournament_advance(tournament_id=event.public_id)
first = pairings[0]
appeal_open(
    event_id=event.public_id, user=first.black.user, round_number=1, slot=1,
    text="The board did not come back.",
)
print(json.dumps({{
    "event": event.public_id,
    "name": event.name,
    "winner": first.white.user.username,
    "loser": first.black.user.username,
}}))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A new house with a member of staff."""
    with House(tmp_path_factory.mktemp("house"), {"HOUSE_BOT_PACE_MS": 0}) as house:
        house.manage("shell", "--no-imports", "-c", DORA)
        yield house


@pytest.fixture
def told(house: House) -> dict[str, str]:
    """A new event in which something is the matter, and who has won and lost its first match."""
    return something_happens(house)


def something_happens(house: House) -> dict[str, str]:
    """Sets up such an event."""
    facts: dict[str, str] = json.loads(house.manage("shell", "--no-imports", "-c", SETTING))
    return facts


@pytest.fixture
def person(house: House, new_context: NewContext) -> Iterator[Callable[..., Person]]:
    """`person(name, path)` is signed in and there; nothing his console says goes unnoticed."""
    people: list[Person] = []

    def one(name: str, path: str, size: dict[str, int]) -> Person:
        somebody = Person(new_context(viewport=size), house.url)
        somebody.page.set_default_timeout(PATIENCE_MS)
        people.append(somebody)
        somebody.go(f"/accounts/login/?next={path}")
        somebody.page.get_by_label("Name or e-mail").fill(name)
        somebody.page.get_by_label("Password", exact=True).fill(PASSWORD)
        somebody.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        somebody.page.wait_for_url(f"{somebody.url}{path}")
        return somebody

    yield one
    assert [complaint for each in people for complaint in each.complaints] == []


def test_a_ruling_is_seen_first_confirmed_second_and_read_by_everybody(
    told: dict[str, str], person: Callable[..., Person]
) -> None:
    winner, loser, event = told["winner"], told["loser"], told["event"]
    watcher = person(loser, f"/event/{event}/", SMALL)
    wait_until_live(watcher.page)
    dora = person("Dora", "/admin/tournaments/tournament/desk/", WIDE)
    appeal = dora.page.get_by_role("region", name=f"Appeal: {told['name']}")
    expect(appeal).to_contain_text(loser)
    expect(appeal).to_contain_text("The board did not come back.")
    appeal.get_by_role("link", name="Reverse a result").click()

    dora.page.get_by_role("radio", name=loser).check()
    dora.page.get_by_label("Reason").fill("The house was down for a minute.")
    dora.page.get_by_role("button", name="Show what it does").click()
    will = dora.page.locator(".desk-consequences")
    expect(will).to_contain_text(f"the winner is {loser} instead of {winner}.")
    expect(will).to_contain_text(f"{winner} plays no more in it.")
    expect(watcher.page.get_by_text("Staff have corrected")).to_have_count(0)

    dora.page.get_by_role("button", name=f"to {loser}").click()
    dora.page.wait_for_url("**/direct/**")
    expect(dora.page.get_by_text("Ruled: Staff have corrected")).to_be_visible()
    expect(watcher.page.locator("[data-part='log']")).to_contain_text("Staff have corrected")
    watcher.go(f"/event/{event}/appeal/")
    expect(watcher.page.get_by_text("Management's decision is final.").last).to_be_visible()
    dora.go("/admin/tournaments/tournament/desk/")
    expect(dora.page.locator("[data-desk]")).to_be_visible()
    expect(dora.page.get_by_role("region", name=f"Appeal: {told['name']}")).to_have_count(0)


def test_the_event_is_stopped_and_everybody_has_his_chips(
    told: dict[str, str], person: Callable[..., Person]
) -> None:
    dora = person("Dora", f"/admin/tournaments/tournament/direct/{told['event']}/", SMALL)
    dora.page.get_by_role("link", name="Stop the event and pay it out").click()
    dora.page.get_by_label("Reason").fill("Power cut.")
    dora.page.get_by_role("button", name="Show what it does").click()
    expect(dora.page.get_by_text(f"{told['winner']} gets 170 chips.")).to_be_visible()
    dora.page.get_by_role("button", name="Change something").click()
    expect(dora.page.get_by_label("Reason")).to_have_value("Power cut.")
    dora.page.get_by_role("button", name="Show what it does").click()
    dora.page.get_by_role("button", name="Stop the event and pay it out").click()
    expect(dora.page.get_by_text("nothing in it can be ruled any more")).to_be_visible()
    winner = person(told["winner"], "/wallet/", SMALL)
    winner.page.get_by_role("link", name="Settlement of a stopped event").click()
    expect(winner.page.get_by_text("Your fee, back from the house")).to_be_visible()


def test_the_queue_reads_itself_again_while_nobody_is_busy_in_it(
    house: House, person: Callable[..., Person]
) -> None:
    dora = person("Dora", "/admin/tournaments/tournament/desk/", WIDE)
    dora.page.clock.install()
    dora.go("/admin/tournaments/tournament/desk/")
    stop_clock(dora.page)
    name = something_happens(house)["name"]
    appeal = dora.page.get_by_role("region", name=f"Appeal: {name}")
    dora.page.get_by_role("link", name="Look again").focus()
    dora.page.clock.run_for(20_000)
    expect(appeal).to_have_count(0)
    dora.page.get_by_role("link", name="Look again").blur()
    dora.page.clock.run_for(20_000)
    expect(appeal).to_be_visible()
