"""A whole evening of a scheduled knock-out on a real house, through storms and calm."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest

from tests.stories.conftest import OpenStoryHouse
from tests.stories.contenders import Storm, contest, wait_through
from tests.stories.houses import StoryHouse
from tests.stories.visits import check_in, chips_of, take_seat
from tests.support.visitor import Visitor

pytestmark = pytest.mark.story

EVENT = "Evening of Everybody"
CHIPS, BUY_IN, FEE = 200, 50, 5

#: Its hour has come; the house looks at what is due by itself.
NOW = """
from tournaments.models import Tournament
from wire.time import now
Tournament.objects.filter(public_id={event_id!r}).update(starts_at=now())
"""

#: So many actions are surely done before the last match is over, a player.
ACTIONS_EACH = 20

SIXTEEN = 16
SIXTY_FOUR = pytest.param(64, marks=pytest.mark.slow)


@pytest.fixture
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    return open_story_house()


@pytest.fixture
def members(house: StoryHouse, entrants: int) -> Iterator[list[Visitor]]:
    """As many as play, each with a browser."""
    names = [f"player-{number}" for number in range(1, entrants + 1)]
    with ExitStack() as closing:
        yield [closing.enter_context(each) for each in house.members(*names, chips=CHIPS)]


def announce(house: StoryHouse) -> str:
    """Staff announce the event, to start later than everybody has checked in; its id."""
    starts_at = datetime.now(UTC) + timedelta(minutes=10)
    house.open_series(
        EVENT,
        kind="scheduled",
        seats=64,
        length_points=1,
        buy_in_chips=BUY_IN,
        fee_chips=FEE,
        pause_s=0,
        has_house_bots=False,
        time_zone="UTC",
        first_date=starts_at.date(),
        start_time=starts_at.time().replace(microsecond=0),
    )
    return house.open_event(EVENT)


def an_evening(house: StoryHouse, members: list[Visitor], storm: Storm) -> str:
    """All enter and check in; its hour comes, and they play until one is left. Its id."""
    event_id = announce(house)
    for member in members:
        assert take_seat(member, event_id) == f"/event/{event_id}/"
        check_in(member, event_id)
    with contest(members, storm):
        house.manage("shell", "--no-imports", "-c", NOW.format(event_id=event_id))
        wait_through(storm, members[0], event_id)
    return event_id


def assert_paid_once(house: StoryHouse, event_id: str, members: list[Visitor]) -> None:
    """Everybody has a place, every prize was paid once, and the chips add up."""
    mine = f"tournament_id = (SELECT id FROM tournaments_tournament WHERE public_id = '{event_id}')"
    pool, fees = BUY_IN * len(members), FEE * len(members)
    awards = house.rows(f"SELECT chips FROM tournaments_award WHERE {mine} ORDER BY place")
    assert sum(chips for (chips,) in awards) == pool
    assert house.rows(f"SELECT COUNT(*) FROM tournaments_entry WHERE {mine} AND place > 0") == [
        (len(members),)
    ]
    assert dict(
        house.rows(
            "SELECT kind, COUNT(*) FROM bankroll_transfer"
            f" WHERE key LIKE '%{event_id}%' GROUP BY kind"
        )
    ) == {"hold": len(members), "fee": 1, "pay": len([chips for (chips,) in awards if chips])}
    assert sum(chips_of(member) for member in members) == CHIPS * len(members) - fees
    house.manage("audit_books")


@pytest.mark.parametrize("entrants", [SIXTEEN, SIXTY_FOUR])
def test_everybody_plays_a_scheduled_knock_out_to_its_end(
    house: StoryHouse, members: list[Visitor], entrants: int
) -> None:
    event_id = an_evening(house, members, Storm(house))

    assert_paid_once(house, event_id, members)


@pytest.mark.parametrize(
    ("entrants", "kills"), [(8, 3), pytest.param(64, 20, marks=pytest.mark.slow)]
)
def test_the_evening_comes_to_its_end_however_often_the_house_is_killed(
    house: StoryHouse, members: list[Visitor], entrants: int, kills: int
) -> None:
    storm = Storm(house, kills=kills, within_actions=ACTIONS_EACH * entrants)
    event_id = an_evening(house, members, storm)

    assert storm.is_over
    assert_paid_once(house, event_id, members)
