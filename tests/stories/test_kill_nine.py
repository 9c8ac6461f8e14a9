"""The house is killed at the worst moments, opens again, and everything goes on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import psycopg
import pytest

from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse
from tests.stories.players import Player, sit_down
from tests.stories.visits import chips_of, take_seat, wait_until_over
from tests.support.killer import When
from tests.support.visitor import Visitor

pytestmark = pytest.mark.story

Come = Callable[[str], tuple[Player, Player]]

SERIES = "Two at Once"
BUY_IN, FEE, PRIZES = 40, 10, (48, 32)

MIDDLE_OF_A_MOVE = {
    "written": (When.AFTER, "matches.store.append_now"),
    "committed": (When.COMMITTED, "matches.store.append_now"),
}
MIDDLE_OF_A_START = {
    "seated": (When.BEFORE, "tournaments.services.sit_and_go.tournament_draw"),
    "drawing": (When.AFTER, "tournaments.services.drawing.fee_take"),
    "drawn": (When.BEFORE, "tournaments.services.sit_and_go.matches_start"),
    "committed": (When.COMMITTED, "tournaments.services.sit_and_go.entry_create"),
}
MIDDLE_OF_A_PAYOUT = {
    "result-written": (When.AFTER, "tournaments.services.results._result_store"),
    "result-committed": (When.COMMITTED, "tournaments.services.results._result_store"),
    "first-prize-paid": (When.AFTER, "tournaments.services.awards.pay"),
    "prizes-committed": (When.COMMITTED, "tournaments.services.awards.pay"),
}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, open_story_house: OpenStoryHouse) -> Iterator[StoryHouse]:
    """A house with a Sit&Go for two. Whatever is done to it, its books balance in the end."""
    if request.param == "sqlite":
        yield from a_house_for_two(open_story_house)
        return
    with a_database_beside(request.getfixturevalue("postgres_url")) as url:
        yield from a_house_for_two(open_story_house, DATABASE_URL=url)


def a_house_for_two(open_story_house: OpenStoryHouse, **variables: str) -> Iterator[StoryHouse]:
    house = open_story_house(HOUSE_GUEST_CHIPS=1000, **variables)
    house.open_series(
        SERIES,
        seats=2,
        length_points=1,
        buy_in_chips=BUY_IN,
        fee_chips=FEE,
        prize_shares="60 40",
        pause_s=0,
        has_house_bots=False,
    )
    yield house
    house.manage("audit_books")
    house.close()


@contextmanager
def a_database_beside(postgres_url: str) -> Iterator[str]:
    """The address of a fresh database on the PostgreSQL of the tests."""
    name = "test_kill_nine"
    address, _, options = postgres_url.partition("?")
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{address.rpartition('/')[0]}/{name}?{options}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def alice(house: StoryHouse) -> Iterator[Visitor]:
    with house.guest() as visitor:
        yield visitor


@pytest.fixture(scope="module")
def bob(house: StoryHouse) -> Iterator[Visitor]:
    with house.guest() as visitor:
        yield visitor


@pytest.fixture
def event_id(house: StoryHouse) -> str:
    """The event that takes entries now."""
    return house.open_event(SERIES)


@pytest.fixture
def come(alice: Visitor, bob: Visitor) -> Iterator[Come]:
    """Lets both come to a board: `come(path)` gives the two players, who is to act first."""
    players: list[Player] = []

    def come_both(board: str) -> tuple[Player, Player]:
        players.extend(sit_down(board.removeprefix("/match/").rstrip("/"), [alice, bob]))
        one, two = players
        return (one, two) if one.wish else (two, one)

    yield come_both
    for player in players:
        player.leave()


def assert_all_happened_once(house: StoryHouse, event_id: str) -> None:
    """One draw, one match, each prize: what the rows and the books say of an event that is over."""
    mine = f"tournament_id = (SELECT id FROM tournaments_tournament WHERE public_id = '{event_id}')"
    assert house.rows(f"SELECT seat FROM tournaments_entry WHERE {mine} ORDER BY seat") == [
        (1,),
        (2,),
    ]
    assert house.rows(
        "SELECT m.status FROM matches_match AS m"
        f" JOIN tournaments_pairing AS p ON m.owner_ref = CAST(p.id AS TEXT) WHERE {mine}"
    ) == [("finished",)]
    assert house.rows(
        f"SELECT place, chips FROM tournaments_award WHERE {mine} ORDER BY place"
    ) == [
        (1, PRIZES[0]),
        (2, PRIZES[1]),
    ]
    assert house.rows(
        "SELECT kind, COUNT(*) FROM bankroll_transfer"
        f" WHERE key LIKE '%{event_id}%' GROUP BY kind ORDER BY kind"
    ) == [("fee", 1), ("hold", 2), ("pay", 2)]


@pytest.mark.parametrize("house", ["sqlite"], indirect=True)
@pytest.mark.parametrize("moment", MIDDLE_OF_A_MOVE)
def test_a_move_counts_from_its_commit_on_and_never_twice(
    house: StoryHouse, alice: Visitor, bob: Visitor, come: Come, event_id: str, moment: str
) -> None:
    take_seat(alice, event_id)
    mover, other = come(take_seat(bob, event_id))
    dice = mover.state.running_game.dice

    house.expect_death(*MIDDLE_OF_A_MOVE[moment])
    request = mover.ask("play", moves=mover.legal[0])
    house.rise_again()
    mover.come()
    other.come()

    has_moved = mover.state.to_act is other.side
    assert has_moved is (moment == "committed")
    assert has_moved or mover.state.running_game.dice == dice
    other.hear_up_to(mover.insist(request))
    assert mover.state == other.state
    assert mover.state.to_act is other.side
    assert mover.state.running_game.rolls.of(mover.side) == 1

    other.hear_up_to(mover.act("resign", level="backgammon"))
    wait_until_over(alice, event_id)
    assert_all_happened_once(house, event_id)


@pytest.mark.parametrize("moment", MIDDLE_OF_A_START)
def test_a_sit_and_go_starts_once(
    house: StoryHouse, alice: Visitor, bob: Visitor, come: Come, event_id: str, moment: str
) -> None:
    before = chips_of(alice), chips_of(bob)
    take_seat(alice, event_id)

    house.expect_death(*MIDDLE_OF_A_START[moment])
    with pytest.raises(httpx.TransportError):
        take_seat(bob, event_id)
    house.rise_again()
    board = take_seat(bob, event_id)

    assert (chips_of(alice), chips_of(bob)) == tuple(each - BUY_IN - FEE for each in before)
    loser, winner = come(board)
    winner.hear_up_to(loser.act("resign", level="backgammon"))
    wait_until_over(alice, event_id)
    assert_all_happened_once(house, event_id)


@pytest.mark.parametrize("moment", MIDDLE_OF_A_PAYOUT)
def test_prizes_are_paid_once(
    house: StoryHouse, alice: Visitor, bob: Visitor, come: Come, event_id: str, moment: str
) -> None:
    take_seat(alice, event_id)
    loser, winner = come(take_seat(bob, event_id))
    before = chips_of(alice), chips_of(bob)

    house.expect_death(*MIDDLE_OF_A_PAYOUT[moment])
    request = loser.ask("resign", level="backgammon")
    house.rise_again()
    loser.come()
    winner.come()
    winner.hear_up_to(loser.insist(request))

    assert winner.state.outcome is not None
    assert winner.state.outcome.winner is winner.side
    wait_until_over(bob, event_id)
    assert_all_happened_once(house, event_id)
    after = chips_of(alice), chips_of(bob)
    assert {new - old for new, old in zip(after, before, strict=True)} == set(PRIZES)
