"""Turns the address of a database or a Redis into the settings that use it."""

from typing import Any

import dj_database_url


def database(url: str, *, pool_size: int) -> dict[str, Any]:
    """The database behind `url`: PostgreSQL for several processes, SQLite for one.

    Connections to PostgreSQL come from a pool of at most `pool_size` a process (0: no
    pool). Persistent ones leak under ASGI, a thread each, until `max_connections` is
    reached.
    """
    settings: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=0))
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        options["timeout"] = 20
        # IMMEDIATE takes the write lock when a transaction begins. The default takes
        # it at the first write, and then fails at once where another writer is ahead.
        options["transaction_mode"] = "IMMEDIATE"
        options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    elif pool_size:
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 20}
    return settings


def cache(url: str) -> dict[str, Any]:
    """The cache: rate limits of sign-in live here."""
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": url,
        "KEY_PREFIX": "house",
    }


def broker(url: str) -> str:
    """The same address as Celery spells it: a socket's scheme differs there."""
    return url.replace("unix://", "redis+socket://", 1)
