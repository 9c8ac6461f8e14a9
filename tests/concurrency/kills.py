"""A process that dies instead of a write, at each of its writes in turn."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tests.tournaments.builders import state_of
from tournaments import tasks
from tournaments.models import Tournament

#: A statement that writes. A transfer is one that begins with what it looks at.
WRITE = re.compile(r"\s*(INSERT|UPDATE|DELETE|WITH\b.*\bINSERT\b)", re.DOTALL)


class Killed(BaseException):
    """The process ends here. No handler of the house catches it."""


@contextmanager
def killed_at_write(number: int) -> Iterator[Callable[[], bool]]:
    """Die instead of the write with this number, from 1 up; tells afterwards whether it came."""
    writes = 0

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        nonlocal writes
        if WRITE.match(sql):
            writes += 1
            if writes == number:
                raise Killed
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        yield lambda: writes >= number


def every_kill_ends_the_same(
    prepare: Callable[[], tuple[Tournament, Callable[[], object]]],
    check: Callable[[Tournament], None],
) -> int:
    """Kill the act at each of its writes in turn, on a new event each, then let the house go on.

    Going on is what the sweep does. Returns how many kills there were.
    """
    for number in range(1, 500):
        event, act = prepare()
        with killed_at_write(number) as came_to_it:
            try:
                act()
            except Killed:
                connection.close()
        if not came_to_it():
            check(event)
            return number - 1
        tasks.sweep_tournaments()
        if state_of(event) == "registering":
            act()
        check(event)
    raise AssertionError("the act never ends")
