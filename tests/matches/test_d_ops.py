"""The cases D-OPS of operation, as far as one process can show them: a hub instead of groups.

There is no channel layer, so what one forgets, drops or keeps for ever cannot happen
to us; here is what stands in its place.
"""

import ast
import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async as in_database
from django.db import connection, transaction

from accounts.models import User
from backgammon import Side
from config.environment import ROOT
from matches.models import Match
from tests.factories import a_user
from tests.matches.builders import a_match, put, something_happens, state_of, to_roll
from tests.matches.elsewhere import elsewhere, from_elsewhere
from tests.matches.rawsocket import RawSocket
from tests.matches.sockets import session_cookie
from wire import consumer
from wire.envelope import Close
from wire.hub import CHANGED, FRAME, Parcel, hub
from wire.offload import THREADS
from wire.outbox import LIMIT

pytestmark = pytest.mark.django_db(transaction=True)

PACKAGES = ("accounts", "bankroll", "chat", "config", "lobby", "matches", "tournaments", "wire")

happens = in_database(something_happens)
stored = in_database(state_of)
Open = Callable[..., RawSocket]


@pytest_asyncio.fixture
async def open_raw(process: None) -> AsyncIterator[Open]:
    """Opens raw sockets: `open_raw("/ws/lobby/", cookie)`; all vanish after the test."""
    sockets: list[RawSocket] = []

    def open_one(path: str, cookie: str = "") -> RawSocket:
        sockets.append(RawSocket(path, cookie))
        return sockets[-1]

    yield open_one
    for socket in sockets:
        socket.vanish()
    await asyncio.gather(*(socket.is_handled() for socket in sockets))


@pytest.fixture(autouse=True)
def _running_game(match) -> None:
    """White is to roll; 1 is the number of the last event."""
    put(match, to_roll(match, Side.WHITE))


def stream_of(match: Match) -> str:
    return f"match:{match.public_id}"


async def at_the_board(match: Match, user: User, open_raw: Open) -> RawSocket:
    socket = open_raw(f"/ws/match/{match.public_id}/", await in_database(session_cookie)(user))
    socket.say("hello")
    await socket.hears("welcome")
    return socket


# --- D-OPS-01 -----------------------------------------------------------------------------


async def test_d_ops_01_nothing_that_expires_stands_between_a_socket_and_its_stream(
    match, alice, sit, valkey, open_raw
) -> None:
    white = await sit(match, alice)
    lobby = open_raw("/ws/lobby/")
    lobby.say("hello", since=None)
    await lobby.hears("welcome")
    valkey.flushdb()  # as if a night had passed and every key had lapsed

    def act_elsewhere() -> int:
        with elsewhere(valkey):
            return something_happens(match)

    await white.hear_up_to(await in_database(act_elsewhere)())
    assert white.state == await stored(match)
    from_elsewhere(valkey, Parcel("lobby", CHANGED, "online"))
    await lobby.hears("lobby.changed")


# --- D-OPS-02 -----------------------------------------------------------------------------


async def overflow(match: Match) -> None:
    """More news than any outbox holds."""
    for number in range(LIMIT + 50):
        await asyncio.sleep(0)  # whoever reads has his turn
        hub().publish(Parcel(stream_of(match), FRAME, f'{{"type":"noise","n":{number}}}'))


async def test_d_ops_02_a_reader_that_stands_still_is_let_go_and_others_hear_all(
    match, alice, bob, sit, open_raw, monkeypatch
) -> None:
    monkeypatch.setattr(consumer, "FAREWELL_S", 0.05)
    black = await sit(match, bob)
    asleep = await at_the_board(match, alice, open_raw)
    followers = len(tuple(hub().followers_of(stream_of(match))))
    asleep.stand_still()
    await overflow(match)
    assert len(tuple(hub().followers_of(stream_of(match)))) == followers - 1
    await asleep.is_handled()  # although not even the closing frame could be written
    await black.hear_up_to(await happens(match))
    assert len([message for message in black.heard if message["type"] == "noise"]) == LIMIT + 50
    assert {"side": "white", "online": False, "type": "match.presence"} in black.heard
    assert black.state == await stored(match)


async def test_d_ops_02_a_slow_reader_is_told_so_and_catches_up_by_number(
    match, alice, sit, open_raw
) -> None:
    known = await sit(match, alice)
    await known.leave()
    slow = await at_the_board(match, alice, open_raw)
    slow.stand_still()
    await overflow(match)
    await happens(match, times=3)
    slow.read_on()
    await slow.is_handled()
    assert slow.close_code == Close.TOO_SLOW
    back = await sit(match, alice, after=known)
    assert (back.seq, back.state) == (4, await stored(match))


async def test_d_ops_02_the_noise_of_the_lobby_does_not_reach_a_board(match, alice, sit) -> None:
    white = await sit(match, alice)
    white.heard.clear()
    for number in range(500):
        hub().publish(Parcel("lobby", CHANGED, f"row {number}"))
        hub().publish(Parcel("lobby", FRAME, '{"type":"noise"}'))
    await white.hear_up_to(await happens(match))
    assert [message["type"] for message in white.heard] == ["match.events"]


# --- D-OPS-03, 05 -------------------------------------------------------------------------


def calls_in(path: Path) -> list[tuple[str, set[str | None]]]:
    """The name of every function called, and of its keyword arguments."""
    tree = ast.parse(path.read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        (ast.unparse(call.func).rpartition(".")[2], {word.arg for word in call.keywords})
        for call in calls
    ]


def test_d_ops_03_no_task_is_ever_put_off_to_a_later_time() -> None:
    """What is due is found by sweeps over deadlines; a queue that delivers again does no harm."""
    for path in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        for name, words in calls_in(path):
            assert not words & {"eta", "countdown"}, path
            assert name not in {"apply_async", "delay"}, path
            if name == "send_task":
                assert path == ROOT / "wire" / "publish.py"


def test_d_ops_05_what_is_taken_back_is_neither_published_nor_queued(
    match, bob, carol, owner, valkey, django_capture_on_commit_callbacks
) -> None:
    listener = valkey.pubsub(ignore_subscribe_messages=True)
    listener.psubscribe("stream:*")
    listener.get_message(timeout=1)

    def news() -> list[str]:
        said = iter(lambda: listener.get_message(timeout=0.1), None)
        return [message["channel"].decode() for message in said]

    with transaction.atomic():
        something_happens(match)
        a_match(bob, carol)
        assert news() == []
        transaction.set_rollback(True)
    assert news() == []
    with transaction.atomic():
        something_happens(match)
        assert news() == []
    assert news() == [f"stream:{stream_of(match)}"]
    a_match(bob, carol)
    summoned = {f"stream:user:{bob.pk}", f"stream:user:{carol.pk}"}
    assert set(news()) == {*summoned, "stream:lobby"}
    listener.close()


# --- D-OPS-04 -----------------------------------------------------------------------------


def connections_open() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


# One for each thread of the offload pool, and one that is just being closed beside it; the
# appender, the thread that reads sessions, and the test itself.
MOST_CONNECTIONS = 2 * THREADS + 3


async def commands_of_many(owner, open_raw: Open, *, sockets: int, rounds: int) -> int:
    """Many boards at work, half of them cut off in the middle; the most connections seen."""

    def a_pair() -> tuple[Match, User, User]:
        white, black = a_user(), a_user()
        match = a_match(white, black)
        put(match, to_roll(match, Side.WHITE))
        return match, white, black

    pairs = [await in_database(a_pair)() for _ in range(sockets // 2)]
    boards = [
        await at_the_board(match, user, open_raw)
        for match, white, black in pairs
        for user in (white, black)
    ]
    most = 0
    for number in range(rounds):
        for place, board in enumerate(boards):
            seen = 1 + number
            if number == rounds // 2 and place % 4 < 2:
                board.say("match.resign", seen=seen, level="single", id=f"cut {place}")
                board.vanish()
            else:
                board.say("match.resign", seen=seen, level="single", id=f"{place} {number}")
                board.say("match.resume", since=1)
        most = max(most, await in_database(connections_open)())
    for board in boards[2::4]:
        board.say("ping")
        await board.hears("pong")
    return max(most, await in_database(connections_open)())


@pytest.mark.race
async def test_d_ops_04_connections_to_the_database_are_bounded(owner, open_raw) -> None:
    assert await commands_of_many(owner, open_raw, sockets=24, rounds=4) <= MOST_CONNECTIONS


@pytest.mark.race
@pytest.mark.slow
async def test_d_ops_04_four_hundred_sockets_need_no_more(owner, open_raw) -> None:
    assert await commands_of_many(owner, open_raw, sockets=400, rounds=10) <= MOST_CONNECTIONS


# --- D-OPS-06 -----------------------------------------------------------------------------


async def come_and_vanish(match, alice, bob, sit, valkey, open_raw: Open, *, times: int) -> None:
    cookie = await in_database(session_cookie)(alice)
    black = await sit(match, bob)
    before = len(tuple(hub().followers_of(stream_of(match))))
    for number in range(times):
        socket = open_raw(f"/ws/match/{match.public_id}/", cookie)
        socket.say("hello", since=None)
        if number % 2:
            await socket.hears("welcome")
        socket.vanish()
        await socket.is_handled()
    assert len(tuple(hub().followers_of(stream_of(match)))) == before == 1
    assert tuple(hub().followers_of(f"user:{alice.pk}")) == ()
    black.heard.clear()
    await black.hear_up_to(await happens(match))
    assert [message["type"] for message in black.heard if message["type"] == "match.events"]
    await black.leave()
    for _look in range(100):
        if not valkey.pubsub_channels("stream:*"):
            break
        await asyncio.sleep(0.01)
    assert valkey.pubsub_channels("stream:*") == []
    lasting = [key for key in valkey.scan_iter() if valkey.ttl(key) == -1]
    assert lasting == []


async def test_d_ops_06_sockets_that_vanish_leave_nothing_behind(
    match, alice, bob, sit, valkey, open_raw
) -> None:
    await come_and_vanish(match, alice, bob, sit, valkey, open_raw, times=30)


@pytest.mark.slow
async def test_d_ops_06_nor_do_two_thousand(match, alice, bob, sit, valkey, open_raw) -> None:
    await come_and_vanish(match, alice, bob, sit, valkey, open_raw, times=2_000)
