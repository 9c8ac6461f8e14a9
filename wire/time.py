"""The one clock of the house. Nothing else reads the system time; tests set `source_ms`."""

import time
from collections.abc import Callable
from datetime import UTC, datetime


def _system_ms() -> int:
    return time.time_ns() // 1_000_000


source_ms: Callable[[], int] = _system_ms


def now_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return source_ms()


def now() -> datetime:
    """The same moment as an aware datetime in UTC."""
    return at(now_ms())


def at(moment_ms: int) -> datetime:
    """The aware UTC datetime of a moment in milliseconds."""
    return datetime.fromtimestamp(moment_ms / 1000, tz=UTC)
