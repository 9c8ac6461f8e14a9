"""A room as somebody sees it who opens it now."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

from chat.presence import Company, company_of
from chat.rooms import policy_of, read_refusal, reads_everything, speak_refusal
from chat.selectors.choices import muted_by, room_wish
from chat.selectors.lines import Page, room_page, unread_count
from chat.selectors.speaking import room_pace, sanction_refusal
from wire.errors import Forbidden, PlatformError
from wire.refusals import Refusal
from wire.texts import error_body

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomView:
    """All that `chat.room` says. Made in any thread; `message` speaks the reader's language."""

    room: str
    title: str | Promise
    page: Page
    unread: int
    read_id: int
    is_hidden: bool
    is_off: bool
    refusal: Refusal | None
    slow_s: int
    is_calm: bool
    here: Company
    muted: tuple[str, ...]
    may_moderate: bool
    may_organise: bool

    def message(self) -> dict[str, Any]:
        """The view as it is sent, its sentences in the language that is spoken now."""
        return {
            "type": "chat.room",
            "room": self.room,
            "title": str(self.title),
            "messages": self.page.lines,
            "has_more": self.page.has_more,
            "unread": self.unread,
            "read_id": self.read_id,
            "is_hidden": self.is_hidden,
            "is_off": self.is_off,
            "refusal": self.refusal and error_body(refusal_error(self.refusal)),
            "slow_s": self.slow_s,
            "is_calm": self.is_calm,
            "here": self.here.message(),
            "muted": self.muted,
            "may_moderate": self.may_moderate,
            "may_organise": self.may_organise,
        }


def refusal_error(refusal: Refusal) -> PlatformError:
    """A reason as what is raised for it."""
    return Forbidden(refusal.code, refusal.text, **refusal.facts)


def reading_check(room: str, user: "User | None") -> None:
    """Raises Forbidden for whoever may not read the room, NotFound `chat.no_room`."""
    if (no := read_refusal(room, user)) is not None:
        raise refusal_error(no)


def room_view(room: str, user: "User | None") -> RoomView:
    """The room as this person sees it; `user` is None for a stranger.

    Raises NotFound `chat.no_room`, Forbidden for whoever may not read it.
    """
    reading_check(room, user)
    policy, ref = policy_of(room)
    muted = muted_by(user)
    wish = room_wish(room, user)
    slow_s, is_calm = room_pace(room)
    refusal = speak_refusal(room, user)
    if refusal is None and user is not None:
        refusal = sanction_refusal(room, user)
    return RoomView(
        room=room,
        title=policy.title(ref),
        page=room_page(room, muted=muted),
        unread=0 if user is None else unread_count(room, user, wish.read_id, muted),
        read_id=wish.read_id,
        is_hidden=wish.is_hidden,
        is_off=wish.is_off,
        refusal=refusal,
        slow_s=slow_s,
        is_calm=is_calm,
        here=company_of(room),
        muted=tuple(muted.values()),
        may_moderate=reads_everything(user),
        may_organise=user is not None and user.pk in policy.organiser_pks(ref),
    )


def older_page(room: str, user: "User | None", before: int) -> Page:
    """What was said in the room before a line.

    Raises NotFound `chat.no_room`, Forbidden for whoever may not read it.
    """
    reading_check(room, user)
    return room_page(room, muted=muted_by(user), before=before)
