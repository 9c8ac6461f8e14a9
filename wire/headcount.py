"""How many sockets are at a place, over all processes: at a side of a board, around a match.

Each process keeps one Redis hash, place -> sockets, and renews that one key, so counting costs
nothing while nobody comes or goes. A killed process falls silent, and all it had counted lapses
with its hash.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Iterable

import redis

from wire.presence import LAPSE_MS, RENEW_S
from wire.redis import async_redis_client, is_cancelled, redis_client
from wire.time import now_ms

log = logging.getLogger(__name__)

PROCESSES = "heads:processes"


def _key_of(process: str) -> str:
    return f"heads:{process}"


def heads_at(places: Iterable[str]) -> dict[str, int] | None:
    """The sockets at each of the places, 0 included; None while Redis is out of reach."""
    wanted = list(places)
    if not wanted:
        return {}
    client = redis_client()
    try:
        alive = client.zrangebyscore(PROCESSES, now_ms() - LAPSE_MS, "+inf")
        pipe = client.pipeline(transaction=False)
        for process in alive:
            assert isinstance(process, bytes), "asked without scores"
            pipe.hmget(_key_of(process.decode()), wanted)
        found = pipe.execute()
    except redis.RedisError:
        log.warning("nobody could be counted at %d places", len(wanted))
        return None
    return {
        place: sum(int(count or 0) for count in counts)
        for place, *counts in zip(wanted, *found, strict=True)
    }


class HeadCount:
    """The sockets of this process by the place they are at."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._sockets: Counter[str] = Counter()
        self._client = async_redis_client()
        self._writing = asyncio.Lock()
        self._renewing: asyncio.Task[None] | None = None

    async def came(self, place: str) -> None:
        """One more socket is here; told once this returns."""
        self._sockets[place] += 1
        if self._renewing is None:
            self._renewing = asyncio.ensure_future(self._renew_for_ever())
        await self._write(place)

    async def went(self, place: str) -> None:
        """One socket fewer."""
        self._sockets[place] -= 1
        if self._sockets[place] <= 0:
            del self._sockets[place]
        await self._write(place)

    async def close(self) -> None:
        """Stop renewing; what this process counted lapses by itself."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        with contextlib.suppress(redis.RedisError, OSError, RuntimeError):
            await self._client.aclose()

    async def _write(self, place: str) -> None:
        # One after the other, so that the last word is the present one.
        async with self._writing:
            with contextlib.suppress(redis.RedisError, OSError):
                pipe = self._client.pipeline(transaction=False)
                key, count = _key_of(self._process), self._sockets[place]
                if count:
                    pipe.hset(key, place, str(count))
                else:
                    pipe.hdel(key, place)
                pipe.pexpire(key, LAPSE_MS)
                pipe.zadd(PROCESSES, {self._process: now_ms()})
                pipe.pexpire(PROCESSES, LAPSE_MS)
                await pipe.execute()

    async def _renew_for_ever(self) -> None:
        while not is_cancelled():
            await asyncio.sleep(RENEW_S)
            async with self._writing:
                try:
                    await self._renew()
                except (redis.RedisError, OSError):
                    log.warning("%d places could not be renewed", len(self._sockets))

    async def _renew(self) -> None:
        """Keep the hash alive, or write it again where Redis has lost it."""
        moment, key = now_ms(), _key_of(self._process)
        pipe = self._client.pipeline(transaction=False)
        pipe.pexpire(key, LAPSE_MS)
        pipe.zadd(PROCESSES, {self._process: moment})
        pipe.pexpire(PROCESSES, LAPSE_MS)
        pipe.zremrangebyscore(PROCESSES, "-inf", moment - LAPSE_MS)
        is_known, *_ = await pipe.execute()
        if not is_known and self._sockets:
            pipe.hset(key, mapping={place: str(count) for place, count in self._sockets.items()})
            pipe.pexpire(key, LAPSE_MS)
            await pipe.execute()
