"""Somebody is banned in the middle of a game; the house is killed before it has done what follows.

It opens again, and everything that the ban ends has ended once: the match, the chips at the table,
the entry in an event. His opponent hears of it as of anybody who leaves.
"""

from collections.abc import Iterator

import pytest

from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse
from tests.stories.players import Player
from tests.stories.visits import chips_of
from tests.support.killer import When
from tests.support.visitor import Visitor

pytestmark = pytest.mark.story

MOMENTS = {
    "nothing is done yet": (When.BEFORE, "moderation.director.hooks_of"),
    "the entry went back": (When.COMMITTED, "tournaments.services.barring.entries_withdraw"),
    "the match is lost": (When.AFTER, "matches.services.match_forfeit"),
    "all is done and not noted": (When.BEFORE, "moderation.director.sanction_carried_out"),
}

SET_UP = """
from accounts.models import User
from backgammon import Side
from tests.lobby.sittings import a_sitting, stakes
from tests.tournaments.scheduled import a_scheduled_event, entered
eve, bob = (User.objects.get(username=name) for name in {names!r})
event = entered(a_scheduled_event(name={event!r}, buy_in_chips=10, fee_chips=1), eve)
print(a_sitting(stakes(1, 60), alice=eve, bob=bob).on_roll(Side.WHITE).match_id, event.public_id)
"""

BAN = """
from accounts.models import User
from tests.moderation.barring import a_chief, sanctioned
eve = User.objects.get(username={name!r})
sanctioned(eve, actor=a_chief("chief-of-" + eve.username), key="bar " + eve.username)
"""

SWEEP = """
from moderation.director import sanctions_sweep
from moderation.models import Sanction
sanctions_sweep()
print(Sanction.objects.filter(is_carried_out=False).count())
"""


@pytest.fixture(scope="module")
def house(open_story_house: OpenStoryHouse) -> Iterator[StoryHouse]:
    """A house whose books balance in the end, whatever is done to it."""
    house = open_story_house()
    yield house
    house.manage("audit_books")
    house.close()


def run(house: StoryHouse, script: str) -> list[str]:
    """The words that a script prints, run beside the house."""
    return house.manage("shell", "--no-imports", "-c", script).split()


@pytest.mark.parametrize("number", range(len(MOMENTS)), ids=MOMENTS)
def test_what_a_ban_ends_is_ended_once_though_the_house_was_killed(
    house: StoryHouse, number: int
) -> None:
    when, place = list(MOMENTS.values())[number]
    names = (f"eve-{number}", f"bob-{number}")
    eve, bob = house.members(*names, chips=100)
    match_id, event_id = run(house, SET_UP.format(names=names, event=f"Evening of {number}"))
    opponent = Player(bob, match_id).come()
    assert opponent.state.outcome is None

    house.expect_death(when, place)
    run(house, BAN.format(name=names[0]))
    house.rise_again()
    opponent.come()
    while opponent.state.outcome is None:
        opponent.next()
    opponent.leave()

    assert run(house, SWEEP) == ["0"]
    assert_all_happened_once(house, match_id, event_id)
    # The most it could cost: by the Jacoby rule a game that nobody doubled counts single.
    assert chips_of(bob) == 101
    assert house.rows(
        "SELECT balance_chips FROM bankroll_account WHERE ref = 'wallet:'"
        f" || (SELECT id FROM accounts_user WHERE username = '{names[0]}')"
    ) == [(99,)]  # the entry came back with its fee
    assert_is_out(eve)
    for visitor in (eve, bob):
        visitor.close()


def assert_all_happened_once(house: StoryHouse, match_id: str, event_id: str) -> None:
    """One end of the match, one game settled, one entry given back, one release of its chips."""
    mine = f"match_id = (SELECT id FROM matches_match WHERE public_id = '{match_id}')"
    ends = f"SELECT kind FROM matches_matchevent WHERE {mine} ORDER BY seq"
    kinds = [kind for (kind,) in house.rows(ends)]
    assert (kinds.count("forfeited"), kinds.count("match_won")) == (1, 1)
    games = f"SELECT COUNT(*) FROM bankroll_transfer WHERE key LIKE 'game:{match_id}:%'"
    assert house.rows(games) == [(1,)]
    entries = (
        "SELECT e.state, e.reason FROM tournaments_entry AS e"
        f" JOIN tournaments_tournament AS t ON t.id = e.tournament_id"
        f" WHERE t.public_id = '{event_id}'"
    )
    assert house.rows(entries) == [("withdrawn", "left")]
    backs = f"SELECT COUNT(*) FROM bankroll_transfer WHERE key LIKE 'entry:{event_id}:%:back'"
    assert house.rows(backs) == [(1,)]


def assert_is_out(eve: Visitor) -> None:
    """Her browser is signed in no more."""
    assert 'data-wallet="available"' not in eve.get("/wallet/").text
