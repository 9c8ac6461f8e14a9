"""Pages of the lobby that are closed with the test."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async as in_database
from django.db import connections

import wire.time
from accounts.models import User
from bankroll.audit import books_check
from tests.matches.sockets import session_cookie
from tests.support.clock import StoppedClock
from tests.tournaments.conftest import commits
from tests.tournaments.sockets import Page
from wire.hub import close_hub

__all__ = ["commits"]


@pytest.fixture
def books(db: None) -> Iterator[None]:
    """The books are in order when the test is over."""
    yield
    assert books_check() == ()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


@pytest_asyncio.fixture
async def visit() -> AsyncIterator[Callable[..., object]]:
    """Opens pages, `page, welcome = await visit("/ws/lobby/", alice)`, and closes them all."""
    pages: list[Page] = []

    async def open_one(path: str, user: User | None = None) -> tuple[Page, dict[str, object]]:
        cookie = await in_database(session_cookie)(user) if user else ""
        pages.append(Page(path, cookie))
        return pages[-1], await pages[-1].open()

    yield open_one
    for page in pages:
        await page.close()
    await close_hub()
    # Channels' test client keeps the threads of consumers from closing their connections.
    await sync_to_async(connections.close_all)()
