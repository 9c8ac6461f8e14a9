"""The part of presence a web process keeps: whose sockets are open here, told to Redis."""

import asyncio
import contextlib
import logging
from collections import Counter

import redis

from wire.presence import (
    AWAY,
    LAPSE_MS,
    LAST_CALL,
    REMEMBERED_MS,
    RENEW_S,
    ROLL_CALL,
    key_of,
)
from wire.redis import async_redis_client, is_cancelled
from wire.time import now_ms

log = logging.getLogger(__name__)


class RollCall:
    """Counts the open sockets of each user in this process and renews their presence."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._sockets: Counter[int] = Counter()
        self._away: Counter[int] = Counter()
        self._client = async_redis_client()
        self._renewing: asyncio.Task[None] | None = None

    async def arrived(self, user_pk: int) -> None:
        """One more socket of this user."""
        self._sockets[user_pk] += 1
        if self._renewing is None:
            self._renewing = asyncio.ensure_future(self._renew_for_ever())
        if self._sockets[user_pk] == 1 or self._away[user_pk]:
            await self._say({user_pk})

    async def turned(self, user_pk: int, *, is_away: bool) -> None:
        """One of his sockets is not looked at any more, or is again."""
        self._away[user_pk] += 1 if is_away else -1
        await self._say({user_pk})

    async def left(self, user_pk: int, *, was_away: bool = False) -> None:
        """One socket fewer; the last one takes the user's presence in this process with it."""
        self._sockets[user_pk] -= 1
        self._away[user_pk] -= was_away
        if self._sockets[user_pk] > 0:
            await self._say({user_pk})
            return
        del self._sockets[user_pk], self._away[user_pk]
        with contextlib.suppress(redis.RedisError, OSError):
            pipe = self._client.pipeline()
            pipe.hdel(key_of(user_pk), self._process)
            pipe.hlen(key_of(user_pk))
            _, elsewhere = await pipe.execute()
            if not elsewhere:
                await self._client.zrem(ROLL_CALL, user_pk)
        if user_pk in self._sockets:  # back while we were saying goodbye
            await self._say({user_pk})

    async def close(self) -> None:
        """Stop renewing; the word of this process lapses by itself."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        with contextlib.suppress(redis.RedisError, OSError, RuntimeError):
            await self._client.aclose()

    async def _renew_for_ever(self) -> None:
        while not is_cancelled():
            await asyncio.sleep(RENEW_S)
            await self._say(set(self._sockets))

    def _word_on(self, user_pk: int, moment_ms: int) -> bytes:
        """What this process says of one of its people: when, and whether nobody looks."""
        is_away = self._away[user_pk] >= self._sockets[user_pk]
        return str(moment_ms).encode() + (AWAY if is_away else b"")

    async def _say(self, user_pks: set[int]) -> None:
        moment = now_ms()
        try:
            pipe = self._client.pipeline(transaction=False)
            for pk in user_pks:
                pipe.hset(key_of(pk), self._process, self._word_on(pk, moment))
                pipe.pexpire(key_of(pk), LAPSE_MS)
                pipe.zadd(ROLL_CALL, {str(pk): moment})
                pipe.zadd(LAST_CALL, {str(pk): moment})
            pipe.zremrangebyscore(ROLL_CALL, "-inf", moment - LAPSE_MS)
            pipe.zremrangebyscore(LAST_CALL, "-inf", moment - REMEMBERED_MS)
            pipe.pexpire(LAST_CALL, REMEMBERED_MS)
            await pipe.execute()
        except (redis.RedisError, OSError):
            log.warning("presence of %d users could not be renewed", len(user_pks))
