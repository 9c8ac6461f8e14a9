"""Fixtures of the whole suite: the servers tests need, the browser, private houses.

The servers start with the first test that asks for a database, so tests of pure code
run without any. See docs in CONTRIBUTING, "Tests".
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.db import connection, connections
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker

from config.catalogues import catalogues_compile
from config.embedded.valkey import EmbeddedValkey
from tests.support.chromium import find_chromium
from tests.support.house import House
from tests.support.postgres import embedded_postgres, new_database
from tests.support.prepared import PREPARED_DIR

# Playwright's synchronous interface runs an event loop in the thread of the test,
# in which Django would refuse every query.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

# A machine on which houses and browsers share two cores answers late, and rightly.
expect.set_options(timeout=20_000)

_OPENED = pytest.StashKey[ExitStack]()

_NEEDS_BROWSER = {"page", "context", "new_context", "browser", "playwright"}
_NEEDS_SERVERS = {
    "db",
    "transactional_db",
    "django_db_setup",
    "valkey",
    "open_house",
    "open_story_house",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what needs servers, so that `make test-fast` can leave it out."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        asked = item.get_closest_marker("django_db")
        if names & (_NEEDS_SERVERS | _NEEDS_BROWSER) or asked:
            item.add_marker("services")
        if "transactional_db" in names or (asked and asked.kwargs.get("transaction")):
            item.add_marker("commits")
        if names & _NEEDS_BROWSER:
            item.add_marker("browser")
    # The first browser leaves playwright's event loop running in this thread until the
    # end of the session, in which no other loop can run: tests of sockets come before.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """One PostgreSQL for all workers of a run with `-n`; each has its own database there.

    Its wheel lets one run of a machine at a time start a server, so the workers cannot.
    The database that private houses copy is made once for all of them, too.
    """
    os.environ[PREPARED_DIR] = str(settings.TEST_DIR)
    if settings.EMBEDDED_POSTGRES:
        url = config.stash[_OPENED].enter_context(embedded_postgres())
        os.environ["TEST_DATABASE_URL"] = url


def pytest_configure(config: pytest.Config) -> None:
    """What is opened for the whole run is closed with it. Every language is ready to be read."""
    catalogues_compile()
    config.stash[_OPENED] = ExitStack()
    config.add_cleanup(config.stash[_OPENED].close)


def pytest_unconfigure() -> None:
    """Leaves nothing behind in the temporary folder."""
    shutil.rmtree(settings.TEST_DIR, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of this run's PostgreSQL, the embedded one unless TEST_DATABASE_URL is set."""
    if not settings.EMBEDDED_POSTGRES:
        yield os.environ["TEST_DATABASE_URL"]
        return
    with embedded_postgres() as url:
        yield url


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """The DATABASE_URL of a new, empty PostgreSQL database, for a house of its own."""
    with new_database(postgres_url) as url:
        yield url


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest,
    django_db_modify_db_settings_parallel_suffix: None,
    valkey: redis.Redis,
) -> None:
    """Starts both servers and points Django at them, before the test database is made."""
    if not settings.EMBEDDED_POSTGRES:
        return
    url = request.getfixturevalue("postgres_url")
    folder = url.partition("?host=")[2]
    connections["default"].settings_dict["HOST"] = folder


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Makes the test database; at the end, sends away the threads that still hold it open."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def valkey() -> Iterator[redis.Redis]:
    """A client of the Valkey of this run, the embedded one unless TEST_REDIS_URL is set."""
    server = None
    if settings.EMBEDDED_VALKEY:
        socket_path = Path(settings.REDIS_URL.removeprefix("unix://"))
        server = EmbeddedValkey(socket_path, settings.TEST_DIR / "valkey.log")
        server.start()
    client = redis.Redis.from_url(settings.REDIS_URL)
    yield client
    client.close()
    if server is not None:
        server.stop()


@pytest.fixture(autouse=True)
def _empty_valkey(request: pytest.FixtureRequest) -> None:
    """No rate limit, presence or count of one test is seen by the next."""
    if request.node.get_closest_marker("services"):
        request.getfixturevalue("valkey").flushdb()


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Opens private houses: `open_house(HOUSE_BOT_WAIT_S=0)`; all are closed after the test.

    `is_prepared=False` opens one that has never been open before.
    """
    houses: list[House] = []

    def open_one(*, is_prepared: bool = True, **variables: object) -> House:
        house = House(tmp_path / f"house-{len(houses)}", variables, is_prepared=is_prepared)
        houses.append(house)
        house.start()
        return house

    yield open_one
    for house in houses:
        if house.is_running:
            house.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """The Chromium that `make test` found, kept from calling home and from needing a sandbox."""
    return {
        **browser_type_launch_args,
        "executable_path": find_chromium(),
        "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    }
