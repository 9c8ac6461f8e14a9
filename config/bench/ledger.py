"""How many transfers the ledger posts: games at tables, from several threads at once.

The yardstick is a bare INSERT of one row, committed alone, from as many threads through the
same driver: what any durable change costs at the very least.
"""

import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from config.bench.contenders import Contender, DatabaseUrl, Figures, Plan
from config.bench.process import environment, output_of

THREADS = 4
_TABLES = 20  # so few that threads meet at one of them now and then
_STACK_CHIPS = 10**9

#: Does one thing once, in the thread of that number; the second number counts what it has done.
_Work = Callable[[int, int], object]


class Ledger(Contender):
    """The ledger alone, in a process of its own."""

    key = "ledger"
    title = f"the ledger on PostgreSQL, {THREADS} threads"

    def __init__(self, database_url: DatabaseUrl, facts: Mapping[str, object]) -> None:
        self._database_url, self.facts = database_url, facts

    def measure(self, plan: Plan) -> Figures:
        """Transfers, and bare INSERTs beside them, in a new database."""
        with (
            tempfile.TemporaryDirectory(prefix="house-bench-") as folder,
            self._database_url() as url,
        ):
            variables = environment(Path(folder), {"DATABASE_URL": url})
            printed = output_of(["ledger", str(plan.seconds)], variables)
        return msgspec.json.decode(printed, type=Figures)


@dataclass(frozen=True, slots=True)
class _Rate:
    """What threads did: how often a second, and what CPU of this process each took."""

    per_s: float
    each_us: float


def ledger_figures(seconds: float) -> Figures:
    """The figures of one round. Django is set up; the database is empty and is filled."""
    from django.core.management import call_command

    from bankroll.audit import books_check

    call_command("migrate", verbosity=0)
    inserts = _rate(_inserting(), seconds)
    transfers = _rate(_playing(), seconds)
    assert books_check() == (), "a bench must not measure books that are wrong"
    return {
        "transfers_per_s": transfers.per_s,
        "transfer_us": transfers.each_us,
        "inserts_per_s": inserts.per_s,
        "of_insert": transfers.per_s / inserts.per_s,
    }


def _rate(work: _Work, seconds: float) -> _Rate:
    """How fast all threads together do it, the first tenth of the time left out."""
    _run(work, seconds / 10)
    began_s, cpu_s = time.perf_counter(), time.process_time()
    done = _run(work, seconds)
    return _Rate(
        per_s=done / (time.perf_counter() - began_s),
        each_us=(time.process_time() - cpu_s) / done * 1_000_000,
    )


def _run(work: _Work, seconds: float) -> int:
    """How often all threads together did it."""
    from django.db import connection

    until_s = time.perf_counter() + seconds

    def keep_on(thread: int) -> int:
        for done in count(1):
            work(thread, done)
            if time.perf_counter() >= until_s:
                connection.close()
                return done
        raise AssertionError("counting has no end")

    with ThreadPoolExecutor(THREADS) as threads:
        return sum(threads.map(keep_on, range(THREADS)))


def _inserting() -> _Work:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_row (id bigserial PRIMARY KEY, chips bigint)")

    def insert(_thread: int, done: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench_row (chips) VALUES (%s) RETURNING id", [done])
            cursor.fetchone()

    return insert


def _playing() -> _Work:
    from accounts.services import guest_create
    from bankroll.services import grant, stack_hold, stack_pay

    tables = []
    for number in range(_TABLES):
        ref, players = f"table:bench-{number}", [guest_create(with_welcome=False) for _ in range(2)]
        for player in players:
            grant(user=player, chips=_STACK_CHIPS, key=f"bench:{player.pk}")
            key = f"sit:{player.pk}"
            stack_hold(user=player, table_ref=ref, chips=_STACK_CHIPS, key=key)
        tables.append((ref, players))
    numbers = count()
    chances = [Random(thread) for thread in range(THREADS)]  # noqa: S311

    def play(thread: int, _done: int) -> None:
        chance = chances[thread]
        ref, players = chance.choice(tables)
        loser, winner = chance.sample(players, 2)
        key = f"game:{thread}:{next(numbers)}"
        stack_pay(table_ref=ref, loser=loser, winner=winner, chips=1, key=key)

    return play
