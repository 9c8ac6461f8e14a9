"""The moment a person takes a seat in an event, for the floors above that must hear of it.

They register in `AppConfig.ready()`; events call them and stay ignorant of who they are. A hook
runs inside the transaction that seats the person, who is locked.
"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from accounts.models import User


class SeatedHook(Protocol):
    """Takes back whatever the person has offered elsewhere."""

    def __call__(self, *, user: "User") -> None: ...


_seated_hooks: list[SeatedHook] = []


def on_seated(hook: SeatedHook) -> None:
    """Have `hook` called whenever a person has taken a seat."""
    _seated_hooks.append(hook)


def say_seated(user: "User") -> None:
    """Tell everybody who asked to be told."""
    for hook in _seated_hooks:
        hook(user=user)
