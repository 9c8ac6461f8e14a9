"""Two people, a match between them, and sockets that are closed with the test."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async as in_database
from django.db import connections

from accounts.models import User
from backgammon import GivenDice, Rules
from matches.models import Match
from tests.clock import FrozenClock
from tests.factories import a_user
from tests.matches.builders import CLOCK, NotingOwner, a_match, a_noting_owner
from tests.matches.sockets import Player, Watcher, beside, forget_everything, seat
from tests.matches.table import Table

Sit = Callable[..., Awaitable[Player]]
LookOn = Callable[..., Awaitable[Watcher]]


@pytest.fixture
def owner() -> NotingOwner:
    """Who is told of results."""
    return a_noting_owner()


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob")


@pytest.fixture
def carol(db: None) -> User:
    return a_user("carol")


@pytest.fixture
def match(alice: User, bob: User, owner: NotingOwner) -> Match:
    """Alice (White) and Bob (Black), to three points; nobody has come yet."""
    return a_match(alice, bob)


@pytest.fixture
def long_match(alice: User, bob: User, owner: NotingOwner) -> Match:
    """Alice (White) and Bob (Black), to 25 points; nobody has come yet."""
    return a_match(alice, bob, Rules.match(25, clock=CLOCK))


@pytest.fixture
def throws(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Decide the coming throws: `throws((6, 1), (3, 3))`."""

    def decide_throws(*given: tuple[int, int]) -> None:
        dice = GivenDice(given)
        monkeypatch.setattr("matches.judge.dice_for", lambda live: dice)

    return decide_throws


@pytest_asyncio.fixture
async def process() -> AsyncIterator[None]:
    """This process of the house: what it remembers ends with the test."""
    yield
    await forget_everything()
    # Channels' test client keeps the threads of consumers from closing their connections.
    await sync_to_async(connections.close_all)()


@pytest_asyncio.fixture
async def sit(process: None) -> AsyncIterator[Sit]:
    """Opens a socket: `await sit(match, alice)`; all are closed after the test."""
    players: list[Player] = []

    async def open_one(match: Match, user: User, **hello: object) -> Player:
        player = await in_database(seat)(match, user)
        players.append(player)
        return await player.connect(**hello)

    yield open_one
    for player in players:
        await player.leave()


@pytest_asyncio.fixture
async def look_on(process: None) -> AsyncIterator[LookOn]:
    """Opens a watcher's socket: `await look_on(match, carol)`; without a person, a stranger's."""
    watchers: list[Watcher] = []

    async def open_one(match: Match, user: User | None = None, **hello: object) -> Watcher:
        watcher = await in_database(beside)(match, user)
        watchers.append(watcher)
        await watcher.connect(**hello)
        return watcher

    yield open_one
    for watcher in watchers:
        await watcher.leave()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit to how fast a socket may speak."""
    monkeypatch.setattr("wire.consumer.BURST", 10_000)


@pytest_asyncio.fixture
async def table(long_match: Match, alice: User, bob: User, sit: Sit, unhurried: None) -> Table:
    """Both at the board of a long match, where positions are put before them."""
    return Table(long_match, await sit(long_match, alice), await sit(long_match, bob))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """Freeze the house's clock. Ask for it before anything that happens at a time."""
    frozen = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", frozen)
    return frozen
