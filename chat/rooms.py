"""Who may speak where: each kind of room has a policy, registered by the app that owns the room."""

from typing import Final, Protocol

from django.contrib.auth.models import AbstractUser

from wire.errors import NotFound
from wire.refusals import Refusal


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text


#: For somebody who has no place in a room.
NO_PLACE: Final = Refusal("auth.forbidden", _("You cannot speak in this room."))


def room_stream(room: str) -> str:
    """The stream of what is said in a room: a stream of its own, for who may read along."""
    return f"talk:{room}"


class RoomPolicy(Protocol):
    """The rules of entry of one kind of room."""

    kind: str

    def speak_refusal(self, ref: str, user: AbstractUser) -> Refusal | None:
        """Why this person may not say something in the room `<kind>:<ref>`, or None."""


_policies: dict[str, RoomPolicy] = {}


def register_rooms(policy: RoomPolicy) -> None:
    """Make a kind of room known."""
    _policies[policy.kind] = policy


def speak_refusal(room: str, user: AbstractUser) -> Refusal | None:
    """Why this person may not speak in the room, or None.

    Raises NotFound for a kind of room nobody registered.
    """
    kind, _, ref = room.partition(":")
    if kind not in _policies:
        raise NotFound("chat.no_room", "There is no such room.")
    return _policies[kind].speak_refusal(ref, user)
