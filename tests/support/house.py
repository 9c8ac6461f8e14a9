"""A real house: `manage.py serve` in a process and a folder of its own.

For stories that need what only a real process has: sockets, threads, kill -9.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from config.environment import ROOT
from tests.support.prepared import put_prepared_database
from tests.support.visitor import Visitor

_START_TIMEOUT_S = 180  # a machine with many houses and browsers takes its time
_STOP_TIMEOUT_S = 90

# Settings of the test run that a private house must not inherit.
_NOT_INHERITED = frozenset(
    {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "PORT", "HOST", "ALLOWED_HOSTS"}
)


class House:
    """One private house; stopped and started any number of times on the same folder and port.

    `with House(folder) as house` opens it, and closes it whatever happens.
    """

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, object] | None = None,
        *,
        is_prepared: bool = True,
    ) -> None:
        """`settings` are environment variables, such as DATABASE_URL or HOUSE_BOT_WAIT_S.

        Where `is_prepared` is False the house makes its own database, as one does on its first
        evening; it takes its time.
        """
        inherited = {key: value for key, value in os.environ.items() if key not in _NOT_INHERITED}
        chosen = {key: str(value) for key, value in (settings or {}).items()}
        self._environment = {**inherited, "VAR_DIR": str(folder), "PORT": "0", **chosen}
        self._folder = folder
        self._is_prepared = is_prepared and "DATABASE_URL" not in chosen
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._news = threading.Condition()
        self._lines: list[str] = []
        self._has_ended = False
        self.url = ""

    @property
    def log(self) -> str:
        """Everything the house has printed since it was made, over all its starts."""
        return "".join(self._lines)

    @property
    def pid(self) -> int:
        """Process id of the running house."""
        assert self._process is not None, "the house was not started"
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process is alive."""
        return self._process is not None and self._process.poll() is None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_running:
            self.stop()

    def start(self) -> None:
        """Returns when pages are served. Raises AssertionError with the log if that fails, and
        leaves no process behind."""
        self.url, self._has_ended = "", False
        if self._is_prepared:
            put_prepared_database(self._folder, self._environment)
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        with self._news:
            self._news.wait_for(lambda: self.url or self._has_ended, _START_TIMEOUT_S)
        if not self.url:
            self.kill9()
        assert self.url, f"the house did not open:\n{self.log}"
        # The next start takes the same port, so that open pages find the house again.
        self._environment["PORT"] = self.url.rstrip("/").rpartition(":")[2]

    def stop(self) -> int:
        """Closes the house the polite way (SIGTERM). Returns its exit status."""
        if self._process is None:
            return 0
        self._process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """The exit status of a house that is about to end, once all it printed has been read."""
        assert self._process is not None, "the house was not started"
        status = self._process.wait(_STOP_TIMEOUT_S)
        assert self._reader is not None
        self._reader.join(_STOP_TIMEOUT_S)
        return status

    def wait_for_line(self, words: str) -> None:
        """Returns once a line with these words was printed; AssertionError if none comes."""
        with self._news:
            seen = self._news.wait_for(lambda: words in self.log, _STOP_TIMEOUT_S)
        assert seen, f"no line with {words!r} in:\n{self.log}"

    def kill9(self) -> None:
        """Kills the process at once, as the kernel does when memory runs out."""
        assert self._process is not None, "the house was not started"
        self._process.kill()
        self._process.wait(_STOP_TIMEOUT_S)

    def restart(self) -> None:
        """Closes the house if it is open, and opens it again on the same port."""
        if self.is_running:
            self.stop()
        self.start()

    def manage(self, *arguments: str) -> str:
        """What `manage.py <arguments>` prints for this house, running or not. Raises on failure."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"manage.py {arguments} failed:\n{done.stdout}{done.stderr}"
        return done.stdout

    def visitor(self, *, session: str = "") -> Visitor:
        """Somebody with a browser's cookies and no browser; signed in by the key of a session."""
        return Visitor(self.url, session=session)

    def _read(self, process: subprocess.Popen[str]) -> None:
        """Keeps what the process prints; the greeting carries the address."""
        assert process.stdout is not None
        with process.stdout as printed:
            for line in printed:
                with self._news:
                    self._lines.append(line)
                    if line.startswith("The house is open: "):
                        self.url = line.split()[4]
                    self._news.notify_all()
        with self._news:
            self._has_ended = True
            self._news.notify_all()
