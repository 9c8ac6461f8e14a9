"""A private house that stories may meddle with: killed from inside, looked into from outside."""

import signal
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import psycopg

from tests.support.house import House
from tests.support.killer import When, arm
from tests.support.visitor import Visitor

_PATIENCE_S = 60


class StoryHouse(House):
    """A house with the apps of `tests.support.story_settings`."""

    def __init__(self, folder: Path, settings: Mapping[str, object]) -> None:
        super().__init__(
            folder, {"DJANGO_SETTINGS_MODULE": "tests.support.story_settings", **settings}
        )
        self._children: list[psutil.Process] = []
        self._database_url = str(settings.get("DATABASE_URL", ""))

    def close(self) -> None:
        """Closes the house if it is open."""
        if self.is_running:
            self.stop()

    def guest(self) -> Visitor:
        """Somebody who has just pressed "Play as a guest"."""
        visitor = self.visitor()
        assert visitor.post("/guest/").status_code == 200
        return visitor

    def members(self, *names: str, chips: int) -> list[Visitor]:
        """The browsers of new members of these names, signed in."""
        printed = self.manage(
            "shell",
            "--no-imports",
            "-c",
            "from tests.support.membership import session_keys\n"
            f"print(*session_keys({list(names)!r}, chips={chips}))",
        )
        return [self.visitor(session=key) for key in printed.split()]

    def open_series(self, name: str, **settings: object) -> None:
        """Staff open a series, and its Sit&Go or the scheduled events that come of it."""
        self.manage(
            "shell",
            "--no-imports",
            "-c",
            "import datetime\n"
            "from tournaments.services import series_ensure\n"
            f"series_ensure(name={name!r}, settings={settings!r})",
        )

    def open_event(self, name: str) -> str:
        """The id of the event of a series that takes entries."""
        (row,) = self.rows(
            "SELECT public_id FROM tournaments_tournament"
            f" WHERE state IN ('announced', 'registering') AND name = '{name}'"
        )
        return str(row[0])

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query finds in the database of the house, running or not."""
        if self._database_url:
            with psycopg.connect(self._database_url) as postgres:
                return postgres.execute(query.encode()).fetchall()
        with sqlite3.connect(self._folder / "house.sqlite3") as sqlite:
            found = sqlite.execute(query).fetchall()
        sqlite.close()
        return found

    def expect_death(self, when: When, place: str) -> None:
        """The house will be killed at its next call of `place`."""
        arm(self._folder, when, place)

    def start(self) -> None:
        super().start()
        self._children = psutil.Process(self.pid).children()

    def rise_again(self) -> None:
        """Waits for the death that was arranged, and opens the house again on what it left.

        Whatever the dead house had started must be gone with it.
        """
        assert self.wait() == -signal.SIGKILL
        assert self._children, "the embedded Valkey should have been running"
        _, orphans = psutil.wait_procs(self._children, timeout=_PATIENCE_S)
        assert orphans == []
        self.start()
