"""Servers under measurement: child processes that never outlive the bench, and what they use up."""

import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import psutil

from config.bench import BenchFailed
from config.environment import ROOT

_START_TIMEOUT_S = 60
_STOP_TIMEOUT_S = 15
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_GREETING = re.compile(r" is open: http://127\.0\.0\.1:(\d+)/")

# Settings of whoever runs the bench that must not reach the servers it measures.
_NOT_INHERITED = frozenset(
    {
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "DATABASE_URL",
        "DEBUG",
        "DICE_KEY",
        "HOST",
        "PORT",
        "REDIS_URL",
        "SECRET_KEY",
    }
)


def environment(folder: Path, variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of a private house that keeps its state in `folder`."""
    inherited = {key: value for key, value in os.environ.items() if key not in _NOT_INHERITED}
    ours = {
        "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        "VAR_DIR": str(folder),
        "LOG_LEVEL": "WARNING",
    }
    return {**inherited, **ours, **variables}


@dataclass(frozen=True, slots=True)
class Usage:
    """What processes have used so far: CPU seconds, and bytes of memory resident now.

    `helpers_s` is the CPU of what works for the server outside it: Valkey, PostgreSQL.
    """

    cpu_s: float
    helpers_s: float
    resident: int


class Server:
    """A running server and its bill. `helpers` are programs outside it that work for it."""

    def __init__(self, pid: int, port: int, helpers: Sequence[int] = ()) -> None:
        self.port = port
        self._process = psutil.Process(pid)
        self._outside = [psutil.Process(helper) for helper in helpers]
        self._helpers: list[psutil.Process] = []

    def find_helpers(self) -> None:
        """Look who works for the server by now; their CPU is counted from here on.

        Kept apart from `usage`, because it looks at every process of the machine.
        """
        self._helpers = [
            *self._process.children(recursive=True),
            *self._outside,
            *(child for helper in self._outside for child in helper.children(recursive=True)),
        ]

    def usage(self) -> Usage:
        """What has been used until now."""
        return Usage(
            cpu_s=_cpu_s(self._process),
            helpers_s=sum(_cpu_s(helper) for helper in self._helpers),
            resident=self._process.memory_info().rss,
        )


def _cpu_s(process: psutil.Process) -> float:
    """User and system seconds of one process; 0 when it is gone."""
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


@contextmanager
def serving(
    arguments: Sequence[str], variables: Mapping[str, str], helpers: Sequence[int] = ()
) -> Iterator[Server]:
    """Run `python -m config.bench ARGUMENTS` until the context ends.

    The program announces its address in a line "... is open: http://127.0.0.1:<port>/",
    and ends with its standard input (`end_with_parent`). Raises BenchFailed with what it
    printed where it does not open.
    """
    log_path = Path(variables["VAR_DIR"], "server.log")
    with log_path.open("w") as log:
        process = subprocess.Popen(  # noqa: S603
            _command(arguments),
            cwd=ROOT,
            env=dict(variables),
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield Server(process.pid, _port_of(process, log_path), helpers)
        finally:
            _stop(process)


def output_of(arguments: Sequence[str], variables: Mapping[str, str]) -> bytes:
    """What `python -m config.bench ARGUMENTS` printed. Raises BenchFailed where it failed."""
    done = subprocess.run(  # noqa: S603
        _command(arguments),
        cwd=ROOT,
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_START_TIMEOUT_S * 5,
        check=False,
    )
    if done.returncode:
        raise BenchFailed(f"{' '.join(arguments)} failed:\n{_tail(done.stderr.decode())}")
    return done.stdout


def _command(arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "config.bench", *arguments]


def _port_of(process: "subprocess.Popen[bytes]", log_path: Path) -> int:
    """The port the server announces, once it does."""
    deadline = time.monotonic() + _START_TIMEOUT_S
    while True:
        if greeting := _GREETING.search(log_path.read_text()):
            return int(greeting[1])
        if process.poll() is not None or time.monotonic() > deadline:
            printed = _tail(log_path.read_text())
            raise BenchFailed(f"a server did not open ({process.args!r}):\n{printed}")
        time.sleep(0.02)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(_STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdin is not None
    process.stdin.close()


def _tail(printed: str) -> str:
    return "\n".join(printed.splitlines()[-30:])


def end_with_parent() -> None:
    """Make this process end once whoever holds its standard input is gone, however that went."""

    def watch() -> None:
        os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="end-with-parent", daemon=True).start()


def allow_many_sockets() -> None:
    """Raise the limit of open files of this process and its children as far as it may be."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C and SIGTERM raise KeyboardInterrupt, so that every context is left in order.

    SIGINT too: a shell starts its background jobs with that one ignored.
    """
    previous = {number: signal.signal(number, _stop_here) for number in _STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _stop_here(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
