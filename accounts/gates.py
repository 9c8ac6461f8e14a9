"""The doors of the house, and whether somebody may go through one.

A floor that may keep people out registers its check in `AppConfig.ready()`; whoever opens a door
asks here and stays ignorant of who says no. Checks read and never write.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


class Door(StrEnum):
    """What somebody may want to do."""

    SIGN_IN = "sign_in"  # be here at all: pages of his own, sockets, tokens
    PLAY = "play"  # open, take or be paired at tables
    EVENTS = "events"  # enter events
    SPEAK = "speak"  # say something, in any room
    CHIPS = "chips"  # move chips out of his wallet


class GateCheck(Protocol):
    """Says why this person may not go through this door, or None."""

    def __call__(self, user: "User", door: Door) -> Refusal | None: ...


_checks: list[GateCheck] = []


def guards(check: GateCheck) -> None:
    """Have `check` asked at every door."""
    _checks.append(check)


def gate_refusal(user: "User", door: Door) -> Refusal | None:
    """The first reason against, or None."""
    return next((no for check in _checks if (no := check(user, door)) is not None), None)
