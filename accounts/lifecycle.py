"""Moments in the life of an account that the floors above want to hear of.

They register in `AppConfig.ready()`; accounts calls them and stays ignorant of who
they are. A hook runs inside the transaction of the moment and may be called again
for the same user, so it does what is due and nothing the second time.
"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from accounts.models import User


class WelcomeHook(Protocol):
    """Gives a newcomer something, once."""

    def __call__(self, *, user: "User") -> None: ...


_welcome_hooks: list[WelcomeHook] = []


def on_welcome(hook: WelcomeHook) -> None:
    """Have `hook` called whenever somebody has arrived."""
    _welcome_hooks.append(hook)


def welcome_hooks() -> tuple[WelcomeHook, ...]:
    """The registered hooks, in the order of registration."""
    return tuple(_welcome_hooks)
