"""How somebody wants his talk: kept for him, and told to every page he has open."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Greatest

from accounts.selectors import account_by_name
from accounts.services import people_lock
from chat.models import Message, PersonalMute, RoomChoice, TalkChoice
from chat.selectors import hidden_rooms, muted_by, reading_check
from wire.errors import Refused
from wire.publish import publish_on_commit, user_stream

if TYPE_CHECKING:
    from accounts.models import User

#: Enough for years, and a list that fits into a message.
MOST_MUTES: Final = 500


@transaction.atomic
def mute_set(*, user: "User", name: str, is_muted: bool) -> None:
    """Keep somebody's lines from this user's eyes, or end that. The other is not told.

    A block is ended where it was made; here it goes on hiding what the blocked say.

    Raises NotFound `account.not_found`, Refused `chat.mute_self` or `chat.too_many_mutes`.
    """
    other = account_by_name(name)
    if other.pk == user.pk:
        raise Refused("chat.mute_self", _("You cannot mute yourself."))
    people_lock([user.pk])  # who mutes two at once counts one after the other
    mutes = PersonalMute.objects.filter(user_id=user.pk)
    if not is_muted:
        mutes.filter(muted_id=other.pk).delete()
    elif not mutes.filter(muted_id=other.pk).exists():
        if mutes.count() >= MOST_MUTES:
            text = _("You mute {limit} players already. Take somebody off the list first.")
            raise Refused("chat.too_many_mutes", text, limit=MOST_MUTES)
        PersonalMute.objects.create(user_id=user.pk, muted_id=other.pk)
    _tell(user, muted=tuple(muted_by(user).values()))


@transaction.atomic
def room_hide(*, user: "User", room: str, is_hidden: bool) -> None:
    """Keep a room out of this user's sight, or bring it back.

    Raises NotFound `chat.no_room`, Forbidden for a room he may not read.
    """
    reading_check(room, user)
    RoomChoice.objects.update_or_create(
        user_id=user.pk, room=room, defaults={"is_hidden": is_hidden}
    )
    _tell(user, hidden=hidden_rooms(user))


@transaction.atomic
def talk_switch(*, user: "User", is_off: bool) -> None:
    """Switch all chat off for this user, or on again."""
    TalkChoice.objects.update_or_create(user_id=user.pk, defaults={"is_off": is_off})
    _tell(user, is_off=is_off)


@transaction.atomic
def marks_keep(*, user: "User", marks: Mapping[str, int]) -> None:
    """Keep how far somebody has read, by room. A mark never goes back, nor beyond the last line."""
    kept: dict[str, int] = {}
    for room, line_id in sorted(marks.items()):
        lines = Message.objects.filter(room=room, pk__lte=line_id).order_by("-pk")
        last = lines.values_list("pk", flat=True).first()
        if last is None:
            continue
        choice, is_new = RoomChoice.objects.get_or_create(
            user_id=user.pk, room=room, defaults={"read_id": last}
        )
        if not is_new and choice.read_id < last:
            own = RoomChoice.objects.filter(pk=choice.pk)
            own.update(read_id=Greatest(F("read_id"), last))
        kept[room] = max(last, choice.read_id)
    if kept:
        _tell(user, read=kept)


@transaction.atomic
def choices_forget(*, user: "User") -> None:
    """Forget how somebody wanted his talk, and who has muted him: his account closes."""
    PersonalMute.objects.filter(Q(user_id=user.pk) | Q(muted_id=user.pk)).delete()
    RoomChoice.objects.filter(user_id=user.pk).delete()
    TalkChoice.objects.filter(user_id=user.pk).delete()


def _tell(user: "User", **chosen: Any) -> None:
    """To his other pages: what he has just chosen, and nothing else."""
    publish_on_commit(user_stream(user.pk), {"type": "chat.choice", **chosen})


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
