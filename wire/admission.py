"""Whether the person behind a socket may be here at all, asked as it opens.

A floor above registers what it knows (sessions that ended, people who are barred). Every socket
asks after it has begun to follow its user's stream: what ends his sessions in that very moment is
either seen by the check or heard as a SIGN_OUT, and no socket slips in between.
"""

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Mapping[str, Any]], None]

_checks: list[Check] = []


def admits(check: Check) -> None:
    """Have `check(scope)` asked of every signed-in socket; it raises `PlatformError` for a no."""
    _checks.append(check)


def admission_check(scope: Mapping[str, Any]) -> None:
    """Raise the first reason against the person behind this socket. Reads the database."""
    for check in _checks:
        check(scope)
