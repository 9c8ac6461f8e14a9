"""Who is here, by the sockets that are open."""

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

import wire.presence
from wire.presence import (
    LAPSE_MS,
    Presence,
    online_count,
    people_here,
    presence_of,
    users_online,
)
from wire.rollcall import RollCall

pytestmark = pytest.mark.usefixtures("valkey")


@pytest_asyncio.fixture
async def roll_call() -> AsyncIterator[Callable[[str], RollCall]]:
    """Makes the roll call of a process by its name."""
    made: list[RollCall] = []

    def make(process: str) -> RollCall:
        made.append(RollCall(process))
        return made[-1]

    yield make
    for roll in made:
        await roll.close()


async def test_a_person_is_here_from_the_first_socket_to_the_last(roll_call) -> None:
    roll = roll_call("one")
    await roll.arrived(7)
    await roll.arrived(7)
    assert users_online([7, 8]) == {7}
    await roll.left(7)
    assert users_online([7]) == {7}
    await roll.left(7)
    assert users_online([7]) == set()
    assert online_count() == 0


async def test_who_looks_at_none_of_his_pages_is_away_and_still_here(roll_call) -> None:
    roll = roll_call("one")
    await roll.arrived(7)
    await roll.arrived(7)
    await roll.turned(7, is_away=True)
    assert presence_of([7]) == {7: Presence.ONLINE}
    await roll.turned(7, is_away=True)
    assert presence_of([7]) == {7: Presence.AWAY}
    assert users_online([7]) == {7}
    await roll.turned(7, is_away=False)
    assert presence_of([7]) == {7: Presence.ONLINE}


async def test_the_word_of_being_away_dies_with_its_socket(roll_call) -> None:
    roll = roll_call("one")
    await roll.arrived(7)
    await roll.turned(7, is_away=True)
    await roll.arrived(7)
    await roll.left(7, was_away=True)
    assert presence_of([7]) == {7: Presence.ONLINE}
    await roll.left(7)
    await roll.arrived(7)
    assert presence_of([7]) == {7: Presence.ONLINE}


async def test_who_opens_another_page_is_away_no_longer(roll_call) -> None:
    roll = roll_call("one")
    await roll.arrived(7)
    await roll.turned(7, is_away=True)
    await roll.arrived(7)
    assert presence_of([7]) == {7: Presence.ONLINE}


async def test_a_page_left_open_makes_nobody_present_who_has_closed_the_one_he_saw(
    roll_call,
) -> None:
    roll = roll_call("one")
    await roll.arrived(7)
    await roll.turned(7, is_away=True)
    await roll.arrived(7)
    await roll.left(7)
    assert presence_of([7]) == {7: Presence.AWAY}


async def test_who_looks_at_a_page_of_another_process_is_not_away(roll_call) -> None:
    here, there = roll_call("here"), roll_call("there")
    await here.arrived(7)
    await here.turned(7, is_away=True)
    await there.arrived(7)
    assert presence_of([7]) == {7: Presence.ONLINE}
    await there.left(7)
    assert presence_of([7]) == {7: Presence.AWAY}


async def test_everybody_who_is_here_is_listed(roll_call) -> None:
    roll = roll_call("one")
    await roll.arrived(7)
    await roll.arrived(8)
    assert sorted(people_here()) == [7, 8]
    await roll.left(7)
    assert people_here() == [8]


async def test_a_socket_in_another_process_keeps_a_person_here(roll_call) -> None:
    here, there = roll_call("here"), roll_call("there")
    await here.arrived(7)
    await there.arrived(7)
    await here.left(7)
    assert users_online([7]) == {7}
    assert online_count() == 1


async def test_the_word_of_a_killed_process_lapses(roll_call, monkeypatch) -> None:
    await roll_call("killed").arrived(7)
    late = wire.presence.now_ms() + LAPSE_MS + 1
    monkeypatch.setattr("wire.presence.now_ms", lambda: late)
    assert users_online([7]) == set()
    assert online_count() == 0


def test_while_redis_is_away_everybody_counts_as_here(settings) -> None:
    settings.REDIS_URL = "unix:///nowhere/at/all.sock"
    assert users_online([7, 8]) == {7, 8}
    assert (online_count(), people_here(), presence_of([7])) == (0, [], {})
