"""Who may read and speak where: each kind of room has a policy, registered by the app that owns it.

A room is named `<kind>:<ref>`. What is asked here is about the room alone; what the house has
imposed on a person is asked where he speaks (`chat.services.saying`).
"""

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, Protocol

from django.utils.functional import Promise

from wire.errors import NotFound, PlatformError
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text


#: For somebody who has no place in a room.
NO_PLACE: Final = Refusal("auth.forbidden", _("You cannot speak in this room."))
NOT_TO_READ: Final = Refusal("auth.forbidden", _("You cannot read this room."))
_NO_ROOM: Final = _("There is no such room.")
_SIGN_IN: Final = Refusal("auth.required", _("Sign in to say something here."))

#: Staff who hold it read every room, hidden lines included, and hide lines.
HIDE: Final = "chat.hide_message"
#: Staff who hold it slow rooms and calm them; they themselves speak in them as before.
CALM: Final = "chat.calm_room"


def room_stream(room: str) -> str:
    """The stream of what is said in a room: a stream of its own, for who may read along."""
    return f"talk:{room}"


class RoomPolicy(Protocol):
    """The rules of entry of one kind of room. `ref` is what follows the kind in its name.

    Every method raises NotFound `chat.no_room` where there is no room of that ref.
    """

    kind: str

    def title(self, ref: str) -> str | Promise:
        """What the room is called; the house's words are lazily translated."""

    def read_refusal(self, ref: str, user: "User | None") -> Refusal | None:
        """Why this person may not read along, or None. `user` is None for a stranger."""

    def speak_refusal(self, ref: str, user: "User") -> Refusal | None:
        """Why this person may not say something there, or None."""

    def organiser_pks(self, ref: str) -> frozenset[int]:
        """Whose lines are marked as the organiser's, and who may mute there. By primary key."""

    def mute_scope(self, ref: str) -> str:
        """Under which scope an organiser's mute counts here; "" where only the house mutes."""


_NAME: Final = re.compile(r"(?P<kind>[a-z]+):(?P<ref>[A-Za-z0-9_-]{1,40})")

_policies: dict[str, RoomPolicy] = {}

#: Gives the rooms that a user must not read now, whoever else he is.
RoomsClosed = Callable[["User"], Collection[str]]
_closings: list[RoomsClosed] = []


def register_rooms(policy: RoomPolicy) -> None:
    """Make a kind of room known."""
    _policies[policy.kind] = policy


def register_rooms_closed(closing: RoomsClosed) -> None:
    """Make rooms known that some must not read at times, not even at the staff desk."""
    if closing not in _closings:
        _closings.append(closing)


def rooms_closed_to(user: "User") -> frozenset[str]:
    """The rooms that this user must not read now, by whatever door and with whatever right."""
    return frozenset(room for closing in _closings for room in closing(user))


def no_room() -> PlatformError:
    """What is raised for a room that is not there."""
    return NotFound("chat.no_room", _NO_ROOM)


def policy_of(room: str) -> tuple[RoomPolicy, str]:
    """The policy of a room, and the room's ref.

    Raises NotFound `chat.no_room` for a kind of room nobody registered, or what names no room.
    """
    named = _NAME.fullmatch(room)
    if named is None or named["kind"] not in _policies:
        raise no_room()
    return _policies[named["kind"]], named["ref"]


def read_refusal(room: str, user: "User | None") -> Refusal | None:
    """Why this person may not read the room, or None. Raises NotFound `chat.no_room`."""
    policy, ref = policy_of(room)
    return policy.read_refusal(ref, user)


def speak_refusal(room: str, user: "User | None") -> Refusal | None:
    """Why the room does not let this person speak, or None. Raises NotFound `chat.no_room`.

    Strangers and bots speak nowhere.
    """
    policy, ref = policy_of(room)
    if user is None:
        return policy.read_refusal(ref, user) or _SIGN_IN
    return NO_PLACE if user.is_bot else policy.speak_refusal(ref, user)


def is_organiser(room: str, user: "User") -> bool:
    """Whether somebody is the organiser of what the room belongs to."""
    policy, ref = policy_of(room)
    return user.pk in policy.organiser_pks(ref)


def mute_scope(room: str) -> str:
    """Under which scope an organiser's mute counts in the room, "" for none."""
    policy, ref = policy_of(room)
    return policy.mute_scope(ref)


def reads_everything(user: "User | None") -> bool:
    """Whether somebody of the staff may read every room."""
    return user is not None and user.is_staff and user.has_perm(HIDE)
