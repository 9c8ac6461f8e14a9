"""Who has a room open: counted over all processes, named up to fifty, told by few messages."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

import chat.presence
from chat.presence import LONGEST_S, MOST_NAMES, Company, Doorman, company_of, names_in
from chat.rooms import room_stream
from tests.clock import FrozenClock
from tests.matches.sockets import forget_everything
from wire.hub import Parcel, hub
from wire.presence import LAPSE_MS

ROOM = "hall:1"


@pytest_asyncio.fixture
async def doorman() -> AsyncIterator[Callable[[str], Doorman]]:
    """Makes the doorman of a process by its name."""
    made: list[Doorman] = []

    def make(process: str) -> Doorman:
        made.append(Doorman(process))
        return made[-1]

    yield make
    for each in made:
        await each.close()
    await forget_everything()


class Listener:
    """Follows the room and keeps what it hears."""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self.news = asyncio.Event()

    def receive_parcel(self, parcel: Parcel) -> None:
        self.bodies.append(parcel.body)
        self.news.set()

    def stream_broken(self, stream: str) -> None: ...

    def sign_out(self, staying: str) -> None: ...

    def shut_out(self) -> None: ...


async def a_listener(room: str = ROOM) -> Listener:
    listener = Listener()
    await hub().follow(room_stream(room), listener)
    return listener


@pytest.mark.usefixtures("valkey")
async def test_people_are_known_by_room_over_all_processes_and_once_each(doorman) -> None:
    one, two = doorman("one"), doorman("two")
    for process, name in ((one, "bob"), (one, "bob"), (two, "bob"), (two, "Alice")):
        await process.came(ROOM, name)
    await one.came("hall:2", "carol")
    assert company_of(ROOM) == Company(2, ("Alice", "bob"))
    assert names_in("hall:2") == {"carol"}
    await one.went(ROOM, "bob")
    await two.went(ROOM, "bob")
    assert company_of(ROOM).names == ("Alice", "bob")
    await one.went(ROOM, "bob")
    await two.went(ROOM, "Alice")
    assert company_of(ROOM) == Company()


@pytest.mark.usefixtures("valkey")
async def test_all_are_counted_and_fifty_are_named(doorman) -> None:
    process = doorman("one")
    for number in range(MOST_NAMES + 10):
        await process.came(ROOM, f"player-{number:02}")
    company = company_of(ROOM)
    assert (company.count, len(company.names)) == (MOST_NAMES + 10, MOST_NAMES)


@pytest.mark.usefixtures("valkey")
async def test_the_people_of_a_killed_process_lapse(doorman, monkeypatch) -> None:
    clock = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", clock)
    await doorman("killed").came(ROOM, "bob")
    clock.now_ms += LAPSE_MS
    await doorman("alive").came(ROOM, "alice")
    assert company_of(ROOM).names == ("alice", "bob")
    clock.now_ms += 1
    assert company_of(ROOM).names == ("alice",)


async def test_a_process_renews_its_people_and_every_key_lapses(
    doorman, monkeypatch, valkey
) -> None:
    monkeypatch.setattr(chat.presence, "RENEW_S", 0.01)
    room = "hall:renewed"
    listener, process = await a_listener(room), doorman("one")
    await process.came(room, "bob")
    valkey.flushdb()
    while company_of(room).names != ("bob",):
        await process.went("hall:9", "nobody")  # something to wait for
    await asyncio.wait_for(listener.news.wait(), 30)
    keys = valkey.keys("talk:*")
    assert keys
    assert all(valkey.pttl(key) > LAPSE_MS - 5_000 for key in keys)


@pytest.mark.usefixtures("valkey")
async def test_many_who_come_in_a_moment_are_told_of_by_one_message(doorman, monkeypatch) -> None:
    monkeypatch.setattr(chat.presence, "GATHER_S", 0.05)
    listener, process = await a_listener(), doorman("one")
    for number in range(20):
        await process.came(ROOM, f"player-{number:02}")
    await asyncio.wait_for(listener.news.wait(), 30)
    assert len(listener.bodies) == 1
    assert '"type":"chat.here"' in listener.bodies[0]
    assert '"count":20' in listener.bodies[0]
    listener.news.clear()
    await process.came(ROOM, "player-00")  # a second page of somebody who is here
    await process.went(ROOM, "player-00")
    await process.went(ROOM, "player-01")
    await asyncio.wait_for(listener.news.wait(), 30)
    assert '"count":19' in listener.bodies[1]


def test_a_full_room_is_told_less_often_and_never_later_than_ten_seconds() -> None:
    assert LONGEST_S == 10
    assert chat.presence.pause_s(Company(2)) < 1
    assert 1 < chat.presence.pause_s(Company(300)) < LONGEST_S
    assert chat.presence.pause_s(Company(5_000)) == LONGEST_S


async def test_without_redis_nobody_is_known_and_nothing_breaks(doorman, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    process = doorman("one")
    await process.came(ROOM, "bob")
    await process.went(ROOM, "bob")
    assert company_of(ROOM) == Company()
