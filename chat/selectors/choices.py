"""How somebody wants his talk: whom he does not read, which rooms he hides, how far he has read."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounts.selectors import blocks_of
from chat.models import PersonalMute, RoomChoice, TalkChoice

if TYPE_CHECKING:
    from accounts.models import User


def muted_by(user: "User | None") -> dict[int, str]:
    """By primary key: the names of those whom he does not want to read, muted or blocked."""
    if user is None:
        return {}
    mutes = PersonalMute.objects.filter(user_id=user.pk).order_by("pk")
    muted = dict(mutes.values_list("muted_id", "muted__username"))
    return muted | {block.blocked_id: block.blocked.username for block in blocks_of(user)}


@dataclass(frozen=True, slots=True)
class RoomWish:
    """What somebody has chosen about one room, and about talk as a whole."""

    read_id: int = 0
    is_hidden: bool = False
    is_off: bool = False


def room_wish(room: str, user: "User | None") -> RoomWish:
    """How he wants this room. A stranger has chosen nothing."""
    if user is None:
        return RoomWish()
    chosen = RoomChoice.objects.filter(user_id=user.pk, room=room)
    read_id, is_hidden = chosen.values_list("read_id", "is_hidden").first() or (0, False)
    return RoomWish(read_id, is_hidden, is_talk_off(user))


def is_talk_off(user: "User") -> bool:
    """Whether he wants no chat at all."""
    return TalkChoice.objects.filter(user_id=user.pk, is_off=True).exists()


def hidden_rooms(user: "User") -> tuple[str, ...]:
    """The rooms he keeps out of sight."""
    hidden = RoomChoice.objects.filter(user_id=user.pk, is_hidden=True).order_by("pk")
    return tuple(hidden.values_list("room", flat=True))
