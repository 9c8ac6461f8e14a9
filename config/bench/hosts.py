"""Hosts who open tables in a lobby that is to be measured, and close them again."""

import sys
from collections.abc import Sequence
from time import perf_counter, sleep, time_ns
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from django.db import transaction

from accounts.services import guest_create
from config.bench.lobby import Change
from lobby.asks import USUAL
from lobby.services import Access, table_close, table_open

if TYPE_CHECKING:
    from accounts.models import User

#: A table's id, and who waits at it.
Opened: TypeAlias = "tuple[str, User]"


@transaction.atomic
def tables_open(rows: int) -> None:
    """That many tables in the lobby, each with a host of its own."""
    for _row in range(rows):
        _open()


def tables_change(rate: float, seconds: float) -> None:
    """Open tables and close them again at an even pace; prints the changes as JSON."""
    changes: list[Change] = []
    waiting: list[Opened] = []
    began_s = perf_counter()
    for number in range(max(2, int(rate * seconds))):
        sleep(max(0.0, began_s + number / rate - perf_counter()))
        at_ns = time_ns()
        if len(waiting) < max(2, rate):
            table_id, host = _open()
            waiting.append((table_id, host))
        else:
            table_id, host = waiting.pop(0)
            table_close(table_id=table_id, user=host)
        changes.append(_changed(table_id, at_ns))
    _print(changes)


def tables_burst(number: int) -> None:
    """Open that many tables in one transaction; prints the changes, all as of its end."""
    with transaction.atomic():
        opened = [_open() for _table in range(number)]
        at_ns = time_ns()
    _print([_changed(table_id, at_ns) for table_id, _host in opened])


def _open() -> Opened:
    """A new host at a new table."""
    host = guest_create(with_welcome=False)
    table = table_open(host=host, rules=USUAL.rules, access=Access.LOBBY, clock=USUAL.clock)
    return table.public_id, host


def _changed(table_id: str, at_ns: int) -> Change:
    return Change(f"table:{table_id}", at_ns)


def _print(changes: Sequence[Change]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(changes))
