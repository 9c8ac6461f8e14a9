"""Blocking work (the ORM) off the event loop, in threads that keep their connections clean."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import tzinfo
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import close_old_connections
from django.utils import timezone, translation

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4

_pool = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="offload")


def _with_clean_connections(work: Callable[[], T], language: str | None, zone: tzinfo) -> T:
    close_old_connections()
    try:
        with translation.override(language), timezone.override(zone):
            return work()
    finally:
        close_old_connections()


async def offload(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a blocking function in a thread and wait for its answer without blocking the loop.

    It is done in the language and by the clock of whoever asks: Django itself hands neither to
    another thread.
    """
    loop = asyncio.get_running_loop()
    call = partial(work, *args, **kwargs)
    reader = translation.get_language(), timezone.get_current_timezone()
    return await loop.run_in_executor(_pool, _with_clean_connections, call, *reader)
