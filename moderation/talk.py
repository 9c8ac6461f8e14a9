"""What the desk wants of the talk of the house, which lives on the floor above.

That floor registers one `Talk` in `AppConfig.ready()`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.utils.translation import gettext_noop as _

if TYPE_CHECKING:
    from accounts.models import User


#: Why a line was not said, in a word or two, by the code of its refusal.
REFUSALS: Final[Mapping[str, str]] = {
    "chat.advert": _("advertising"),
    "chat.offensive": _("offensive"),
    "chat.not_english": _("not English"),
    "chat.flood": _("too much at once"),
    "chat.slow": _("room slowed"),
    "chat.calm": _("room calmed"),
    "chat.muted": _("muted"),
    "chat.too_long": _("too long"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkLine:
    """A line as staff see it. refusal: the code for which it was not said, "" where it was."""

    at: datetime
    room: str
    text: str
    is_hidden: bool = False
    refusal: str = ""
    evidence: str = ""

    def frozen(self) -> dict[str, Any]:
        """As a case keeps it, whatever becomes of the line later."""
        return {
            "text": self.text,
            "at_ms": int(self.at.timestamp() * 1000),
            "room": self.room,
            "code": self.refusal,
            "evidence": self.evidence,
        }


class Talk(Protocol):
    """The talk of the house, as far as the desk needs it."""

    def latest_lines(
        self, user: "User", *, most: int, reader: "User | None" = None
    ) -> Sequence[TalkLine]:
        """What somebody has said and what was refused, the newest first. Two queries.

        reader: one of the staff, for whom rooms are left out that he must not read now.
        """
        ...

    def rooms_closed_to(self, reader: "User") -> frozenset[str]:
        """The rooms that one of the staff must not read now: he plays where they look on."""
        ...

    def hide_lines(self, *, user: "User", since_ms: int, actor: "User", reason: str) -> int:
        """Take away all he has said since a moment; how many lines it was.

        Raises Forbidden `auth.forbidden`.
        """
        ...

    def room_name(self, room: str) -> str:
        """What a room is called at the desk, in the reader's language. No query."""
        ...


_talks: list[Talk] = []


def register_talk(talk: Talk) -> None:
    """Make the talk of the house known to the desk."""
    _talks[:] = [talk]


def talk() -> Talk:
    """The talk of this house."""
    return _talks[0]
