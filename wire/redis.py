"""Connections to Redis (Valkey), one pool a process and kind.

Redis carries hints only: who is here, which stream has news. Whatever must
not be lost is in the database.
"""

import asyncio
from functools import lru_cache

import redis
import redis.asyncio
from django.conf import settings

TIMEOUT_S = 1.0


@lru_cache(maxsize=4)
def _pool(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S, max_connections=200
    )


def redis_client() -> redis.Redis:
    """The blocking client, for services, tasks and selectors."""
    return _pool(settings.REDIS_URL)


def async_redis_client() -> redis.asyncio.Redis:
    """A new client of the running event loop. Its owner closes it."""
    return redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT_S)


def is_cancelled() -> bool:
    """Whether the running task was told to stop.

    Endless loops ask this, because redis-py turns a cancellation in the middle
    of a read into an error of its own.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
