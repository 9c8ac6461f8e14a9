"""Runs calls at the same moment, each in a thread with a database connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

Answer = TypeVar("Answer")

_PATIENCE_S = 60


def together(calls: Sequence[Callable[[], Answer]]) -> list[Answer | Exception]:
    """What each call returned or raised, in the order of the calls."""
    gate = Barrier(len(calls))

    def run(call: Callable[[], Answer]) -> Answer | Exception:
        try:
            gate.wait(_PATIENCE_S)
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls, timeout=_PATIENCE_S))


def failures(answers: Sequence[object]) -> list[Exception]:
    """The answers that are errors."""
    return [answer for answer in answers if isinstance(answer, Exception)]
