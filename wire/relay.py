"""The road between processes: Redis publish/subscribe, kept up and never waited for.

A stream is subscribed once a process. When the connection breaks, it is made
again and the hub is told that messages may have been missed.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import redis

from wire.redis import async_redis_client, is_cancelled

log = logging.getLogger(__name__)

CONFIRM_S = 1.0
RETRY_S = 0.5
_PREFIX = "stream:"


class Relay:
    """Carries encoded parcels between the hubs of all processes."""

    def __init__(self, arrived: Callable[[bytes], None], broken: Callable[[], None]) -> None:
        self._arrived = arrived
        self._broken = broken
        self._wanted: set[str] = set()
        self._confirmed: dict[str, asyncio.Event] = {}
        self._outgoing: list[tuple[str, bytes]] = []
        self._news = asyncio.Event()
        self._client = async_redis_client()
        self._pubsub = self._client.pubsub()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Task[None] | None = None

    @staticmethod
    def channel(stream: str) -> str:
        """The Redis channel of a stream."""
        return _PREFIX + stream

    def publish(self, stream: str, payload: bytes) -> None:
        """Send to the other processes soon; lost when Redis is out of reach."""
        self._outgoing.append((self.channel(stream), payload))
        self._news.set()
        self._start()

    async def subscribe(self, stream: str) -> None:
        """Wait until Redis confirms, at most a second: without Redis this process goes on alone."""
        channel = self.channel(stream)
        confirmed = self._confirmed.setdefault(channel, asyncio.Event())
        if channel not in self._wanted:
            self._wanted.add(channel)
            self._start()
            with contextlib.suppress(redis.RedisError, OSError):
                await self._pubsub.subscribe(channel)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(confirmed.wait(), CONFIRM_S)

    def unsubscribe(self, stream: str) -> None:
        """Stop listening, in the background."""
        channel = self.channel(stream)
        self._wanted.discard(channel)
        self._confirmed.pop(channel, None)
        self._spawn(self._unsubscribe(channel))

    async def close(self) -> None:
        """Stop listening and sending, and give the connections back."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(redis.RedisError, OSError, RuntimeError):
            await self._pubsub.aclose()
            await self._client.aclose()

    async def _unsubscribe(self, channel: str) -> None:
        if channel in self._wanted:
            return  # someone came back meanwhile
        with contextlib.suppress(redis.RedisError, OSError):
            await self._pubsub.unsubscribe(channel)
        if channel in self._wanted:
            with contextlib.suppress(redis.RedisError, OSError):
                await self._pubsub.subscribe(channel)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _start(self) -> None:
        if self._listener is None:
            self._listener = self._spawn(self._listen())
            self._spawn(self._send())

    async def _send(self) -> None:
        while not is_cancelled():
            await self._news.wait()
            self._news.clear()
            batch, self._outgoing = self._outgoing, []
            try:
                pipe = self._client.pipeline(transaction=False)
                for channel, payload in batch:
                    pipe.publish(channel, payload)
                await pipe.execute()
            except (redis.RedisError, OSError):
                log.warning("other processes could not be told of %d messages", len(batch))

    async def _listen(self) -> None:
        while not is_cancelled():
            try:
                await self._hear()
            except (redis.RedisError, OSError, RuntimeError):
                await self._reconnect()

    async def _hear(self) -> None:
        if not self._pubsub.subscribed:
            await asyncio.sleep(0.02)  # redis-py cannot listen before the first subscription
            return
        message = await self._pubsub.get_message(timeout=None)
        if message is None:
            return
        if message["type"] == "subscribe":
            confirmed = self._confirmed.get(message["channel"].decode())
            if confirmed is not None:
                confirmed.set()
        elif message["type"] == "message":
            self._arrived(message["data"])

    async def _reconnect(self) -> None:
        await asyncio.sleep(RETRY_S)
        with contextlib.suppress(redis.RedisError, OSError, RuntimeError):
            await self._pubsub.aclose()
        self._pubsub = self._client.pubsub()
        try:
            if self._wanted:
                await self._pubsub.subscribe(*self._wanted)
        except (redis.RedisError, OSError):
            return
        self._broken()
