"""People in a hall, the house's clock, and what was said to whom after a commit."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async as in_database
from django.db import connections

import wire.publish
from accounts.models import User
from chat import rooms
from tests.chat.people import Halls, a_moderator
from tests.clock import FrozenClock
from tests.factories import a_user
from tests.matches.sockets import forget_everything, session_cookie
from tests.tournaments.sockets import Page
from wire.hub import Parcel

Visit = Callable[..., Awaitable[Page]]
Told = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """The house's clock, standing until it is moved."""
    frozen = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", frozen)
    return frozen


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rooms `hall:<number>`."""
    monkeypatch.setitem(rooms._policies, "hall", Halls())


@pytest.fixture
def alice(db: None, hall: None) -> User:
    return a_user("alice")


@pytest.fixture
def bob(db: None, hall: None) -> User:
    return a_user("bob")


@pytest.fixture
def eve(db: None, hall: None) -> User:
    return a_user("eve")


@pytest.fixture
def dora(db: None, hall: None) -> User:
    """Staff who moderate."""
    return a_moderator()


@pytest.fixture
def told(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> Callable[[], AbstractContextManager[Told]]:
    """`with told() as messages:` has every (stream, message) that left after the commit."""

    @contextmanager
    def listening() -> Iterator[Told]:
        parcels: list[Parcel] = []
        messages: Told = []
        with monkeypatch.context() as patch:
            patch.setattr(wire.publish, "send_parcels", parcels.extend)
            with django_capture_on_commit_callbacks(execute=True):
                yield messages
        messages.extend((each.stream, msgspec.json.decode(each.body)) for each in parcels)

    return listening


@pytest_asyncio.fixture
async def visit(hall: None) -> AsyncIterator[Visit]:
    """Opens a page: `await visit(alice)`, without a person a stranger's; all are closed after."""
    pages: list[Page] = []

    async def open_one(
        user: User | None = None, path: str = "/ws/lobby/", language: str = "en"
    ) -> Page:
        cookie = await in_database(session_cookie)(user) if user is not None else ""
        cookie = f"{cookie}; django_language={language}".removeprefix("; ")
        pages.append(Page(path, cookie))
        await pages[-1].open()
        return pages[-1]

    yield open_one
    for page in pages:
        await page.close()
    await forget_everything()
    # Channels' test client keeps the threads of consumers from closing their connections.
    await sync_to_async(connections.close_all)()
