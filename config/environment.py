"""Reads the process environment and the secrets kept in `var/`.

Only the settings and the launcher use this module. No setting may be imported here:
it is read before there are any.
"""

import contextlib
import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent

# sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included.
_LONGEST_SOCKET_PATH = 103


def text(name: str, default: str = "") -> str:
    """The variable's value, or `default` where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def required(name: str) -> str:
    """The variable's value. Raises ImproperlyConfigured where it is unset or empty."""
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"The environment variable {name} must be set.")
    return value


def flag(name: str, *, default: bool = False) -> bool:
    """Whether the variable says yes (1, true, yes, on)."""
    value = text(name)
    return value.lower() in {"1", "true", "yes", "on"} if value else default


def number(name: str, default: int) -> int:
    """The variable as a whole number. Raises ImproperlyConfigured for anything else."""
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def names(name: str) -> list[str]:
    """The comma-separated values of the variable, without empty ones."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def var_dir() -> Path:
    """The folder for all that a run leaves behind (VAR_DIR, default `var/`), made where missing."""
    folder = Path(text("VAR_DIR", str(ROOT / "var"))).resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def socket_path(folder: Path) -> Path:
    """Where the embedded Valkey of `folder` listens: in it, or in a short temporary folder.

    A socket's path has a hard limit of about a hundred bytes, which a clone deep in
    a home folder can exceed.
    """
    path = folder / "valkey.sock"
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    return Path(tempfile.gettempdir(), f"house-{os.getuid()}-{digest}", "valkey.sock")


def kept_secret(path: Path) -> str:
    """The secret in `path`, made at the first call and readable by its owner alone.

    Two processes that start together agree on one secret: the file is linked into
    place complete, and the second link fails.
    """
    if not path.exists():
        handle, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    return path.read_text().strip()
