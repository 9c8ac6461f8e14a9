"""Every test's hub ends with its event loop."""

from collections.abc import AsyncIterator

import pytest_asyncio

from wire.hub import close_hub


@pytest_asyncio.fixture(autouse=True)
async def _closed_hub() -> AsyncIterator[None]:
    yield
    await close_hub()
