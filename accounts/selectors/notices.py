"""What somebody was told, and how much of it he has not read."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Notice, User
from accounts.notices import notice_text

#: So many are shown, the newest first.
SHOWN = 100


@dataclass(frozen=True, slots=True)
class Told:
    """A notice in the language of its reader."""

    kind: str
    text: str
    url: str
    told_at: datetime
    is_read: bool

    @property
    def told_ms(self) -> int:
        """When, in milliseconds since 1970."""
        return int(self.told_at.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class Unread:
    """What the bell says. is_here: some of it leads to the page that is being drawn."""

    count: int
    is_here: bool


def notices_of(user: User) -> list[Told]:
    """The last hundred things he was told, the newest first."""
    rows = Notice.objects.filter(user=user).order_by("-told_at", "-pk")[:SHOWN]
    return [
        Told(row.kind, notice_text(row.kind, row.facts), row.url, row.told_at, row.is_read)
        for row in rows
    ]


def unread_of(user: User, path: str = "") -> Unread:
    """How many notices wait for him, to a hundred; whether any leads to this path."""
    urls = Notice.objects.filter(user=user, is_read=False).values_list("url", flat=True)[:SHOWN]
    return Unread(len(urls), path in urls)


def notices_record(user: User) -> list[dict[str, object]]:
    """What of it he can download."""
    return [
        {"told_at": told.told_at.isoformat(), "text": told.text, "is_read": told.is_read}
        for told in notices_of(user)
    ]
