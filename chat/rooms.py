"""Who may speak where: each kind of room has a policy, registered by the app that owns the room."""

from typing import Protocol

from django.contrib.auth.models import AbstractUser

from wire.errors import NotFound


class RoomPolicy(Protocol):
    """The rules of entry of one kind of room."""

    kind: str

    def may_speak(self, ref: str, user: AbstractUser) -> bool:
        """Whether this person may say something in the room `<kind>:<ref>`."""


_policies: dict[str, RoomPolicy] = {}


def register_rooms(policy: RoomPolicy) -> None:
    """Make a kind of room known."""
    _policies[policy.kind] = policy


def may_speak(room: str, user: AbstractUser) -> bool:
    """Whether this person may speak in the room. Raises NotFound for a kind nobody registered."""
    kind, _, ref = room.partition(":")
    if kind not in _policies:
        raise NotFound("chat.no_room", "There is no such room.")
    return _policies[kind].may_speak(ref, user)
