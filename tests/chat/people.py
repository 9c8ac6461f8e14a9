"""Rooms to talk in without a house around them, and staff with the rights they need."""

from typing import Any

from django.contrib.auth.models import Permission

from accounts.models import User
from chat import rooms
from chat.rooms import NOT_TO_READ
from chat.selectors import room_page
from tests.factories import a_user
from wire.refusals import Refusal

ROOM = "hall:1"


class Halls:
    """Rooms `hall:<number>` for everybody but Eve; Carol organises hall 7."""

    kind = "hall"

    def title(self, ref: str) -> str:
        if not ref.isdigit():
            raise rooms.no_room()
        return f"Hall {ref}"

    def read_refusal(self, ref: str, user: User | None) -> Refusal | None:
        self.title(ref)
        return NOT_TO_READ if user is not None and user.username == "eve" else None

    def speak_refusal(self, ref: str, user: User) -> Refusal | None:
        self.title(ref)
        return rooms.NO_PLACE if user.username == "eve" else None

    def organiser_pks(self, ref: str) -> frozenset[int]:
        named = User.objects.filter(username="carol") if ref == "7" else User.objects.none()
        return frozenset(named.values_list("pk", flat=True))

    def mute_scope(self, ref: str) -> str:
        return f"event:{ref}" if ref == "7" else ""


def a_moderator(name: str = "dora") -> User:
    """Staff who may hide lines, and slow and calm rooms."""
    moderator = a_user(name, is_staff=True)
    rights = Permission.objects.filter(codename__in=("hide_message", "calm_room"))
    moderator.user_permissions.set(rights)
    return moderator


def lines_in(room: str) -> list[dict[str, Any]]:
    """What there is to read in a room, the oldest first, for whoever has muted nobody."""
    return list(room_page(room).lines)
