"""D-ACC-01: somebody is banned while his sockets are open.

They close at once with a code of their own, in every process of the house. Whatever they still ask
has no effect; the match is lost by leaving, its chips are settled, and he is not let in again.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import pytest_asyncio
import redis
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async as in_database
from django.conf import settings as django_settings
from django.db import connections
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import wire.admission
import wire.hub
from accounts.models import User
from backgammon import Cube, Side
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from chat.models import Message
from moderation.director import sanctions_sweep
from moderation.models import Sanction
from tests.factories import a_user
from tests.lobby.sittings import Sitting, a_sitting, stakes
from tests.matches.elsewhere import elsewhere, withheld
from tests.matches.rawsocket import RawSocket
from tests.matches.sockets import Player, forget_everything, session_cookie
from tests.moderation.barring import REASON, a_chief, sanctioned
from tests.moderation.desk import Desk
from tests.stories.houses import StoryHouse
from tests.stories.players import open_socket
from tests.tournaments.scheduled import a_scheduled_event
from tournaments.models import Tournament
from wire.envelope import Close
from wire.hub import hub

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE_S = 1.0

#: Two whole houses beside a run of tests have less of the machine.
PATIENCE_S = 60.0

Open = Callable[..., Awaitable[RawSocket]]


@pytest_asyncio.fixture
async def process() -> AsyncIterator[None]:
    """This process of the house: what it remembers ends with the test."""
    yield
    await forget_everything()
    # Channels' test client keeps the threads of consumers from closing their connections.
    await sync_to_async(connections.close_all)()


@pytest.fixture
def sitting(transactional_db: None) -> Sitting:
    """Eve (White) and Bob (Black) in a game for 3 chips a point, 60 each, the cube at 2."""
    eve, bob = a_user("eve", chips=100), a_user("bob", chips=100)
    return a_sitting(stakes(3, 60), alice=eve, bob=bob).on_roll(
        Side.WHITE, cube=Cube(value=2, owner=Side.BLACK)
    )


@pytest.fixture
def eve(sitting: Sitting) -> User:
    return sitting.people["white"]


@pytest.fixture
def bob(sitting: Sitting) -> User:
    return sitting.people["black"]


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    return a_scheduled_event(buy_in_chips=10, fee_chips=0)


@pytest.fixture
def everywhere(sitting: Sitting, event: Tournament) -> tuple[str, ...]:
    """The path of every socket that Eve has open."""
    table_id, match_id = sitting.table.public_id, sitting.match_id
    return (
        "/ws/lobby/",
        f"/ws/table/{table_id}/",
        f"/ws/tournament/{event.public_id}/",
        f"/ws/match/{match_id}/",
        f"/ws/match/{match_id}/watch/",
    )


@pytest_asyncio.fixture
async def open_raw(process: None) -> AsyncIterator[Open]:
    """Opens raw sockets that have said hello; all vanish after the test."""
    sockets: list[RawSocket] = []

    async def open_one(path: str, cookie: str) -> RawSocket:
        sockets.append(RawSocket(path, cookie))
        sockets[-1].say("hello", since=None)
        return sockets[-1]

    yield open_one
    for socket in sockets:
        socket.vanish()
    await asyncio.gather(*(socket.is_handled() for socket in sockets))


async def closed_within(socket: RawSocket, seconds: float) -> int | None:
    """The code with which the house closes a socket in this time."""
    await asyncio.wait_for(asyncio.shield(socket.handled), seconds)
    return socket.close_code


def ban_at_the_desk(name: str) -> None:
    """Staff press the button, read what follows from it, and confirm."""
    page = Desk(a_chief()).press(f"case/player/{name}/ban/", text=REASON)
    assert name in page


# --- the sockets ----------------------------------------------------------------------


@pytest.mark.parametrize("where", ["here", "in another process"])
async def test_every_socket_closes_at_once_wherever_staff_press(
    where, eve, everywhere, open_raw, valkey
) -> None:
    cookie = await in_database(session_cookie)(eve)
    sockets = [await open_raw(path, cookie) for path in everywhere]
    for socket in sockets[:3]:
        await socket.hears("welcome")

    def ban() -> None:
        if where == "here":
            ban_at_the_desk("eve")
            return
        with elsewhere(valkey):
            ban_at_the_desk("eve")

    await in_database(ban)()
    codes = [await closed_within(socket, AT_ONCE_S) for socket in sockets]
    # At his own match he may not look on, whatever becomes of him.
    assert codes == [Close.BARRED] * 4 + [codes[4]]
    assert codes[4] in (Close.BARRED, Close.NOT_ALLOWED)
    assert tuple(hub().followers_of(f"user:{eve.pk}")) == ()


async def test_the_opponent_hears_how_the_match_ended_and_the_chips_are_settled(
    sitting, eve, bob, process
) -> None:
    black = Player(sitting.match_id, await in_database(session_cookie)(bob))
    await black.connect()

    def ban() -> None:
        ban_at_the_desk("eve")
        sanctions_sweep()

    await in_database(ban)()
    await black.hear("match.events")
    kinds = [event["type"] for event in black.events]
    assert kinds[0] == "forfeited"
    assert black.events[0]["reason"] == "left"
    assert black.state.outcome is not None
    assert REASON not in str(black.heard)
    await black.leave()
    # A backgammon at 3 a point on a cube at 2.
    assert await in_database(balance_of)(bob) == 118
    assert await in_database(balance_of)(eve) == 82
    assert await in_database(books_check)() == ()


async def test_whatever_is_asked_after_a_ban_has_no_effect(
    sitting, eve, bob, event, open_raw
) -> None:
    """Also in the moment before the socket has heard of it."""
    cookie = await in_database(session_cookie)(eve)
    board = await open_raw(f"/ws/match/{sitting.match_id}/", cookie)
    await board.hears("welcome")

    def ban() -> list[Any]:
        with withheld() as parcels:
            ban_at_the_desk("eve")
            sanctions_sweep()
            browser = Client()
            browser.cookies["sessionid"] = cookie.partition("=")[2]
            browser.post(f"/event/{event.public_id}/join/")
        assert event.entries.count() == 0
        return parcels

    parcels = await in_database(ban)()
    board.say("match.roll", id="move", seen=1)
    board.say("chat.say", id="line", room=f"match:{sitting.match_id}", text="goodbye")
    board.say("chat.say", id="lobby", room="lobby:main", text="goodbye")
    board.say("ping", t=1)
    await board.hears("pong")
    errors = [
        json.loads(each["text"]) for each in board.got if '"type":"error"' in each.get("text", "")
    ]
    assert [(each["re"], each["code"]) for each in errors] == [
        ("move", "match.over"),
        ("line", "account.barred"),
        ("lobby", "account.barred"),
    ]
    assert REASON in errors[1]["message"]
    assert not await in_database(Message.objects.exists)()
    wire.hub.send_parcels(parcels)
    assert await closed_within(board, AT_ONCE_S) == Close.BARRED


async def test_he_is_not_let_in_again_by_any_door(eve, open_raw) -> None:
    def ban_and_come_back() -> tuple[str, str]:
        eve.set_password("a long password")
        eve.save(update_fields=["password"])
        earlier = session_cookie(eve)
        ban_at_the_desk("eve")
        browser = Client()
        page = browser.post(
            "/accounts/login/", {"login": "eve", "password": "a long password"}, follow=True
        )
        assert REASON in page.content.decode()
        assert "_auth_user_id" not in browser.session
        return earlier, session_cookie(User.objects.get(pk=eve.pk))

    for cookie in await in_database(ban_and_come_back)():
        socket = await open_raw("/ws/lobby/", cookie)
        assert await closed_within(socket, AT_ONCE_S) in (Close.BARRED, Close.LOGIN)
        assert not any('"type":"welcome"' in each.get("text", "") for each in socket.got)


# --- sockets that open in that very moment --------------------------------------------


@pytest.mark.parametrize("moment", ["before the check", "after the check"])
async def test_a_socket_that_opens_while_its_person_is_banned_does_not_stay(
    moment, eve, open_raw, monkeypatch
) -> None:
    cookie = await in_database(session_cookie)(eve)
    checks: list[Any] = list(wire.admission._checks)
    done: list[Sanction] = []

    def ban_now(_scope: object) -> None:
        if not done:
            done.append(sanctioned(eve))

    between = [ban_now, *checks] if moment == "before the check" else [*checks, ban_now]
    monkeypatch.setattr(wire.admission, "_checks", between)
    socket = await open_raw("/ws/lobby/", cookie)
    assert await closed_within(socket, AT_ONCE_S) in (Close.BARRED, Close.LOGIN)
    assert tuple(hub().followers_of(f"user:{eve.pk}")) == ()


async def test_of_many_sockets_that_open_meanwhile_none_stays(eve, open_raw) -> None:
    cookie = await in_database(session_cookie)(eve)
    banning = asyncio.ensure_future(in_database(sanctioned)(eve))
    sockets = []
    while not banning.done():
        sockets.append(await open_raw("/ws/lobby/", cookie))
        await asyncio.sleep(0.002)
    sockets += [await open_raw("/ws/lobby/", cookie) for _ in range(5)]
    await banning
    codes = {await closed_within(socket, 5 * AT_ONCE_S) for socket in sockets}
    assert codes <= {Close.BARRED, Close.LOGIN}
    assert tuple(hub().followers_of(f"user:{eve.pk}")) == ()


# --- two houses -----------------------------------------------------------------------


@pytest.fixture
def two_houses(
    tmp_path, postgres_database: str, valkey: redis.Redis
) -> Iterator[tuple[StoryHouse, StoryHouse]]:
    """Two processes of one house: the same database, the same Valkey, the same keys."""
    shared = {
        "DATABASE_URL": postgres_database,
        "REDIS_URL": django_settings.REDIS_URL,
        "SECRET_KEY": "the key of both",
    }
    one, two = (StoryHouse(tmp_path / name, shared) for name in ("one", "two"))
    for house in (one, two):
        house.start()
    yield one, two
    for house in (one, two):
        house.close()


def close_code(socket: ClientConnection) -> int | None:
    """The code with which the house closes a socket, after whatever it still says."""
    until = time.monotonic() + PATIENCE_S
    try:
        while True:
            socket.recv(timeout=max(0.0, until - time.monotonic()))
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def ban_in(house: StoryHouse, name: str) -> None:
    """Bar somebody from a third process, as a console of staff does."""
    house.manage(
        "shell",
        "--no-imports",
        "-c",
        "from accounts.models import User\n"
        "from tests.moderation.barring import sanctioned\n"
        f"sanctioned(User.objects.get(username={name!r}))",
    )


@pytest.mark.story
def test_a_ban_in_one_process_closes_the_sockets_of_both(two_houses) -> None:
    one, two = two_houses
    (eve,) = one.members("eve", chips=100)
    in_the_other = two.visitor(session=eve.cookie_header.partition("=")[2])
    with ExitStack() as closing:
        sockets = [
            closing.enter_context(open_socket(visitor, "/ws/lobby/"))
            for visitor in (eve, in_the_other)
        ]
        for socket in sockets:
            socket.send('{"type": "hello", "id": "hello"}')
            assert '"welcome"' in str(socket.recv(timeout=PATIENCE_S))
        ban_in(one, "eve")
        assert [close_code(socket) for socket in sockets] == [Close.BARRED] * 2
    for visitor in (eve, in_the_other):
        assert 'data-wallet="available"' not in visitor.get("/wallet/").text
