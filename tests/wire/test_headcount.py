"""How many sockets are at a place, over all processes."""

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

import wire.headcount
from tests.clock import FrozenClock
from wire.headcount import HeadCount, heads_at
from wire.presence import LAPSE_MS

pytestmark = pytest.mark.usefixtures("valkey")


@pytest_asyncio.fixture
async def head_count() -> AsyncIterator[Callable[[str], HeadCount]]:
    """Makes the head count of a process by its name."""
    made: list[HeadCount] = []

    def make(process: str) -> HeadCount:
        made.append(HeadCount(process))
        return made[-1]

    yield make
    for each in made:
        await each.close()


async def test_sockets_are_counted_by_place_over_all_processes(head_count) -> None:
    one, two = head_count("one"), head_count("two")
    for process, place in ((one, "a"), (one, "a"), (two, "a"), (two, "b")):
        await process.came(place)
    assert heads_at(["a", "b", "c"]) == {"a": 3, "b": 1, "c": 0}
    await one.went("a")
    await two.went("b")
    assert heads_at(["a", "b"]) == {"a": 2, "b": 0}
    await one.went("a")
    await two.went("a")
    assert heads_at(["a"]) == {"a": 0}
    assert heads_at([]) == {}


async def test_what_a_killed_process_counted_lapses(head_count, monkeypatch) -> None:
    clock = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", clock)
    await head_count("killed").came("a")
    clock.now_ms += LAPSE_MS
    await head_count("alive").came("a")
    assert heads_at(["a"]) == {"a": 2}
    clock.now_ms += 1
    assert heads_at(["a"]) == {"a": 1}


async def test_a_process_renews_its_count_and_writes_again_what_was_lost(
    head_count, monkeypatch, valkey
) -> None:
    monkeypatch.setattr(wire.headcount, "RENEW_S", 0.01)
    process = head_count("one")
    await process.came("a")
    valkey.flushdb()
    assert heads_at(["a"]) == {"a": 0}
    while heads_at(["a"]) != {"a": 1}:
        await process.went("nowhere")  # something to wait for
    assert valkey.pttl("heads:one") > LAPSE_MS - 5_000


async def test_without_redis_nobody_is_counted_and_nothing_breaks(
    head_count, monkeypatch, settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    process = head_count("one")
    await process.came("a")
    await process.went("a")
    assert heads_at(["a"]) is None
