"""The cases D-OPS-01, 02 and 06 where many sockets meet: the lobby, events, tables, talk.

A board alone is tried in `tests/matches/test_d_ops.py`. There is no channel layer, so nothing of
one expires or is full; here is what stands in its place. Times and numbers are scaled: the full
size runs with `make test-slow`.
"""

import asyncio
import gc
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
import redis
from channels.db import database_sync_to_async as in_database

import wire.rollcall
from accounts.models import User
from chat.presence import names_in
from chat.services import message_say
from lobby.consumers import LobbyConsumer
from lobby.models import Table
from lobby.streams import table_row, table_stream
from matches.models import Match
from tests.factories import a_user
from tests.lobby.builders import a_table, fresh, taken
from tests.matches.conftest import process
from tests.matches.elsewhere import elsewhere, from_elsewhere
from tests.matches.rawsocket import RawSocket
from tests.matches.sockets import session_cookie
from tests.tournaments.builders import a_sit_and_go, a_started_event
from tournaments.models import Tournament
from wire import consumer
from wire.envelope import Close
from wire.hub import CHANGED, FRAME, Parcel, hub
from wire.outbox import LIMIT
from wire.presence import users_online

__all__ = ["process"]

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY, MAIN = "lobby", "lobby:main"

Open = Callable[..., RawSocket]


@pytest_asyncio.fixture
async def open_raw(process: None) -> AsyncIterator[Open]:
    """Opens raw sockets that have said hello; all vanish after the test."""
    sockets: list[RawSocket] = []

    def open_one(path: str = "/ws/lobby/", cookie: str = "") -> RawSocket:
        sockets.append(RawSocket(path, cookie))
        sockets[-1].say("hello", since=None)
        return sockets[-1]

    yield open_one
    for socket in sockets:
        socket.vanish()
    await asyncio.gather(*(socket.is_handled() for socket in sockets))


@pytest.fixture
def alice(transactional_db: None) -> User:
    return a_user("alice", chips=100)


@pytest.fixture
def table(alice: User) -> Table:
    """A table at which Alice plays."""
    return fresh(taken(a_table(alice)))


@pytest.fixture
def match(table: Table) -> Match:
    assert table.match is not None
    return table.match


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    return a_sit_and_go()


def messages(socket: RawSocket, kind: str) -> list[dict[str, Any]]:
    """Everything of a type that has reached a socket."""
    heard = (json.loads(each["text"]) for each in socket.got if "text" in each)
    return [message for message in heard if message["type"] == kind]


async def has(socket: RawSocket, kind: str, number: int) -> None:
    """Wait until so many messages of a type have reached a socket."""
    await socket.until(lambda: len(messages(socket, kind)) >= number)


async def has_row(socket: RawSocket, row: str) -> None:
    """Wait until the lobby has said something of a row."""
    await socket.until(lambda: any(row in str(each) for each in messages(socket, "lobby.changed")))


async def is_known_to_be_here(user: User) -> bool:
    """Whether presence knows of him again before a look in a hundred is over."""
    for _look in range(100):
        if users_online([user.pk]):
            return True
        await asyncio.sleep(0.02)
    return False


async def talking(socket: RawSocket, room: str) -> RawSocket:
    """A socket that shows a room."""
    socket.say("chat.open", room=room, id=room)
    await has(socket, "chat.room", 1)
    return socket


# --- D-OPS-01 -------------------------------------------------------------------------


async def test_d_ops_01_a_lobby_left_open_over_night_works_in_the_morning(
    alice, table, match, event, open_raw, valkey, monkeypatch
) -> None:
    """Every key of ours lapses again and again; no socket is ever connected and deaf."""
    monkeypatch.setattr(wire.rollcall, "RENEW_S", 0.1)
    cookie = await in_database(session_cookie)(alice)
    lobby = await talking(open_raw("/ws/lobby/", cookie), MAIN)
    page = await talking(
        open_raw(f"/ws/tournament/{event.public_id}/", cookie), f"event:{event.public_id}"
    )
    seat = open_raw(f"/ws/table/{table.public_id}/", cookie)
    board = await talking(
        open_raw(f"/ws/match/{match.public_id}/", cookie), f"match:{match.public_id}"
    )
    watcher = await talking(
        open_raw(f"/ws/match/{match.public_id}/watch/"), f"watch:{match.public_id}"
    )
    sockets = (lobby, page, seat, board, watcher)
    for socket in sockets:
        await socket.hears("welcome")
    for hour in range(1, 4):
        valkey.flushdb()  # as if an expiry had gone by
        await in_database(speak_in_every_room)(valkey, match, event, hour)
        from_elsewhere(valkey, Parcel(LOBBY, CHANGED, "online"))
        from_elsewhere(valkey, Parcel(f"tournament:{event.public_id}", CHANGED, "state"))
        from_elsewhere(valkey, Parcel(table_stream(table.public_id), CHANGED, "state"))
        for socket, kind in ((lobby, "lobby"), (page, "tournament"), (seat, "table")):
            await has(socket, f"{kind}.changed", hour)
        for socket in (lobby, page, board, watcher):
            await has(socket, "chat.message", hour)
        assert await is_known_to_be_here(alice)
    assert {socket.close_code for socket in sockets} == {None}


def speak_in_every_room(valkey: redis.Redis, match: Match, event: Tournament, hour: int) -> None:
    """Somebody says something in each room, in another process of the house."""
    bob = match.seats.exclude(user__username="alice").get().user
    lines = (
        (MAIN, a_user(), "Is anybody still up?"),
        (f"event:{event.public_id}", a_user(), "Two more and we can begin."),
        (f"match:{match.public_id}", bob, ("Nice roll.", "Your turn, I think.", "Well played!")),
        (f"watch:{match.public_id}", a_user(), "White is far ahead in the race."),
    )
    with elsewhere(valkey):
        for room, user, text in lines:
            said = text if isinstance(text, str) else text[hour - 1]
            message_say(room=room, user=user, text=said)


# --- D-OPS-02 -------------------------------------------------------------------------


def noise(number: int) -> None:
    """A message of the lobby that nothing gathers with others."""
    hub().publish(Parcel(LOBBY, FRAME, f'{{"type":"noise","n":{number}}}'))


async def test_d_ops_02_five_hundred_changes_are_gathered_for_a_laptop_that_sleeps(
    open_raw,
) -> None:
    asleep, awake = open_raw(), open_raw()
    for socket in (asleep, awake):
        await socket.hears("welcome")
    asleep.stand_still()
    tables = [(await in_database(a_table)()).public_id for _ in range(3)]
    for number in range(500):
        hub().publish(Parcel(LOBBY, CHANGED, table_row(tables[number % 3])))
        await asyncio.sleep(0)
    asleep.read_on()
    last = await in_database(a_table)()

    for socket in (asleep, awake):
        await has_row(socket, table_row(last.public_id))
        welcome, *_ = messages(socket, "welcome")
        numbers = [each["seq"] for each in messages(socket, "lobby.changed")]
        assert numbers == list(range(welcome["seq"] + 1, welcome["seq"] + 1 + len(numbers)))
        assert len(numbers) < 50


async def test_d_ops_02_who_falls_too_far_behind_comes_back_to_the_whole_lobby(
    open_raw, monkeypatch, caplog
) -> None:
    monkeypatch.setattr(consumer, "FAREWELL_S", 0.05)
    slow, others = open_raw(), [open_raw() for _ in range(5)]
    for socket in (slow, *others):
        await socket.hears("welcome")
    caplog.clear()
    slow.stand_still()
    for number in range(LIMIT + 50):
        noise(number)
        await asyncio.sleep(0)
    await slow.is_handled()
    for socket in others:
        await has(socket, "noise", LIMIT + 50)
    # The code says it, once for each socket; the log is not told of every message that was lost.
    assert len(caplog.records) <= 1
    table = await in_database(a_table)()
    await has_row(others[0], table_row(table.public_id))
    back = open_raw()
    rows = (await back.hears("welcome"))["snapshot"]["rows"]
    assert table_row(table.public_id) in [row["row"] for row in rows]


async def test_d_ops_02_a_slow_reader_is_told_by_a_code_of_its_own(open_raw) -> None:
    slow = open_raw()
    await slow.hears("welcome")
    slow.stand_still()
    for number in range(LIMIT + 50):
        noise(number)
        await asyncio.sleep(0)
    slow.read_on()
    await slow.is_handled()
    assert slow.close_code == Close.TOO_SLOW


async def test_d_ops_02_a_board_and_its_talk_lose_nothing_behind_the_noise_of_the_lobby(
    alice, match, open_raw
) -> None:
    cookie = await in_database(session_cookie)(alice)
    board = open_raw(f"/ws/match/{match.public_id}/", cookie)
    await talking(board, f"match:{match.public_id}")
    lobby = open_raw("/ws/lobby/", cookie)
    await lobby.hears("welcome")
    lobby.stand_still()
    for number in range(LIMIT + 50):
        noise(number)
        hub().publish(Parcel(LOBBY, CHANGED, f"row {number}"))
    bob = await in_database(lambda: match.seats.exclude(user=alice).get().user)()
    await in_database(message_say)(room=f"match:{match.public_id}", user=bob, text="good luck")
    await has(board, "chat.message", 1)
    assert messages(board, "noise") == []
    assert board.close_code is None


async def starts_at_once(open_raw: Open, number: int) -> None:
    """So many events begin together: everybody hears of his own match, the lobby of them all."""
    crowd = open_raw()
    await crowd.hears("welcome")
    begun = time.monotonic()
    events = [await in_database(a_started_event)(seats=2) for _ in range(number)]
    users = await in_database(
        lambda: [entry.user for event in events for entry in event.entries.active()]
    )()
    pages = [open_raw("/ws/lobby/", await in_database(session_cookie)(user)) for user in users[:20]]
    for page in pages:
        await page.hears("summons")  # also of what began before the page was open
    await has_row(crowd, f"sit_and_go:{events[-1].public_id}")
    assert crowd.close_code is None
    assert len(messages(crowd, "lobby.changed")) < 20 * (time.monotonic() - begun) + 20


async def test_d_ops_02_twenty_events_begin_and_nobody_is_drowned(open_raw) -> None:
    await starts_at_once(open_raw, 20)


@pytest.mark.slow
async def test_d_ops_02_nor_when_two_hundred_do(open_raw) -> None:
    await starts_at_once(open_raw, 200)


# --- D-OPS-06 -------------------------------------------------------------------------


def kept_consumers() -> int:
    """How many sockets of the lobby this process still remembers."""
    gc.collect()
    # By its type: a weak proxy would answer for what it stands for, which may be gone.
    return sum(issubclass(type(each), LobbyConsumer) for each in gc.get_objects())


async def delivery_s(sockets: list[RawSocket], number: int) -> float:
    """How long a message takes until the last of these has it, which is his `number`th."""
    begun = time.monotonic()
    noise(number)
    for socket in sockets:
        await has(socket, "noise", number)
    return time.monotonic() - begun


async def come_and_vanish(
    alice: User, open_raw: Open, valkey: redis.Redis, *, live: int, times: int
) -> None:
    """Many come to the lobby and its talk, and their connection is cut without a word."""
    cookie = await in_database(session_cookie)(alice)
    sockets = [open_raw() for _ in range(live)]
    for socket in sockets:
        await socket.hears("welcome")
    before_s, before = await delivery_s(sockets, 1), kept_consumers()
    for number in range(times):
        socket = RawSocket("/ws/lobby/", cookie)
        socket.say("hello", since=None)
        socket.say("chat.open", room=MAIN)
        if number % 3:
            await socket.hears("chat.room" if number % 3 == 1 else "welcome")
        socket.vanish()
        await socket.is_handled()
    del socket
    assert len(tuple(hub().followers_of(LOBBY))) == live
    for stream in (f"user:{alice.pk}", f"talk:{MAIN}"):
        assert tuple(hub().followers_of(stream)) == ()
    assert kept_consumers() == before
    assert await in_database(names_in)(MAIN) == frozenset()
    assert await in_database(users_online)([alice.pk]) == set()
    assert await delivery_s(sockets, 2) < max(1.0, 10 * before_s)
    # What a process that was killed leaves behind lapses too: no key of ours is for ever.
    assert [key for key in valkey.scan_iter() if valkey.ttl(key) == -1] == []


async def test_d_ops_06_who_vanishes_from_the_lobby_and_its_talk_leaves_nothing_behind(
    alice, open_raw, valkey
) -> None:
    await come_and_vanish(alice, open_raw, valkey, live=10, times=40)


@pytest.mark.slow
async def test_d_ops_06_nor_do_two_thousand_and_fifty_hear_as_quickly_as_before(
    alice, open_raw, valkey
) -> None:
    await come_and_vanish(alice, open_raw, valkey, live=50, times=2_000)
