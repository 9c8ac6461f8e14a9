"""What must be ours before the house starts: its folder and its port.

Both are taken before anything is written, so that a second start changes nothing.
"""

import errno
import fcntl
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StartRefused(Exception):
    """The house cannot start here; the message says why and what would help."""


@contextmanager
def only_house(folder: Path) -> Iterator[None]:
    """Holds `folder` for this process. Raises StartRefused while another house runs in it.

    The kernel drops the lock with the process, however that ends, so a killed house
    never blocks the next start.
    """
    with (folder / "house.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            where = file.read().strip() or "address unknown"
            raise StartRefused(
                f"The house is already running: {where}. Stop it first, "
                "or give a second one its own folder and port: make run VAR_DIR=... PORT=..."
            ) from None
        yield


def note_address(folder: Path, address: str) -> None:
    """Leaves the address in the lock file, for whoever tries to start a second house."""
    (folder / "house.lock").write_text(f"{address}\n")


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens on host:port; port 0 takes any free one.

    It listens from now on, so a browser that is early waits instead of failing.
    Raises StartRefused where the port is taken, forbidden or the host is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        raise StartRefused(_why_not(host, port, error)) from None
    return listener


def _why_not(host: str, port: int, error: Exception) -> str:
    """A sentence for whoever typed the command."""
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Choose another: make run PORT={port + 1}"
    if number == errno.EACCES:
        return f"Port {port} needs special rights. Choose one above 1023: make run PORT=8000"
    if isinstance(error, OverflowError):
        return f"There is no port {port}. Choose one from 1024 to 65535: make run PORT=8000"
    return f"Cannot listen on {host}:{port} ({error}). Set HOST= to an address of this machine."
