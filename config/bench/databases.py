"""Databases to be measured on: new for every round, gone afterwards, durable as in a real house."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit, urlunsplit

import psutil
import psycopg
from psycopg import sql

from config.bench import BenchFailed

# What the tests' server leaves out to be fast is what a durable action costs.
_DURABLE = ("fsync", "synchronous_commit", "full_page_writes")


class Postgres:
    """A PostgreSQL server in which databases may be made."""

    def __init__(self, url: str) -> None:
        self._url = url
        with psycopg.connect(url, autocommit=True) as connection:
            self.version = connection.info.parameter_status("server_version") or "unknown"
            self.settings = {name: _setting(connection, name) for name in _DURABLE}
            self.pid = _pid_here(connection)

    @contextmanager
    def new_database(self) -> Iterator[str]:
        """The address of an empty database, dropped at the end."""
        name = f"bench_{secrets.token_hex(6)}"
        self._do(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(urlsplit(self._url)._replace(path=f"/{name}"))
        finally:
            self._do(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def _do(self, statement: sql.Composed) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """The server behind DATABASE_URL, whose user must be allowed to make databases, or our own.

    Raises BenchFailed where neither can be had.
    """
    if url := os.environ.get("DATABASE_URL", ""):
        yield _reached(url)
        return
    try:
        from tests.support.postgres import embedded_postgres
    except ImportError:
        raise BenchFailed(
            "No PostgreSQL to measure: run `make setup`, or set DATABASE_URL to a server."
        ) from None
    with embedded_postgres() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            for name in _DURABLE:
                connection.execute(sql.SQL("ALTER SYSTEM RESET {}").format(sql.Identifier(name)))
            connection.execute("SELECT pg_reload_conf()")
        yield _reached(url)


def _reached(url: str) -> Postgres:
    try:
        return Postgres(url)
    except psycopg.Error as error:
        raise BenchFailed(f"PostgreSQL is out of reach: {error}") from None


def _setting(connection: "psycopg.Connection[tuple[str]]", name: str) -> str:
    row = connection.execute(sql.SQL("SHOW {}").format(sql.Identifier(name))).fetchone()
    return row[0] if row else "unknown"


def _pid_here(connection: "psycopg.Connection[tuple[str]]") -> int | None:
    """The server's main process if it runs on this machine, so that its CPU can be counted."""
    host = connection.info.host
    if not (host.startswith("/") or host in {"localhost", "127.0.0.1", "::1"}):
        return None
    try:
        parent = psutil.Process(connection.info.backend_pid).parent()
    except psutil.NoSuchProcess:
        return None
    return parent.pid if parent is not None and "postgres" in parent.name() else None


def sync_ms(folder: Path) -> float:
    """How long the disk under a folder takes to make 4 KB durable: the median of some tries."""
    path = folder / "sync"
    times = []
    with path.open("wb", buffering=0) as file:
        for _ in range(20):
            began_s = perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            times.append(perf_counter() - began_s)
    path.unlink()
    return median(times) * 1000
