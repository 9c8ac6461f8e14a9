"""What somebody was told, and how much of it he has not read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import Notice, User
from accounts.notices import PLAYER, notice_text

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
    return _told(_kept(user)[:SHOWN])


def unread_of(user: User, path: str = "") -> Unread:
    """How many notices wait for him, to a hundred; whether any leads to this path."""
    urls = Notice.objects.filter(user=user, is_read=False).values_list("url", flat=True)[:SHOWN]
    return Unread(len(urls), path in urls)


def notices_record(user: User) -> list[dict[str, object]]:
    """All of it that is kept, as he can download it."""
    return [
        {"told_at": told.told_at.isoformat(), "text": told.text, "is_read": told.is_read}
        for told in _told(_kept(user))
    ]


def _kept(user: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user).order_by("-told_at", "-pk")


def _told(notices: Iterable[Notice]) -> list[Told]:
    rows = list(notices)
    about = {row.facts[PLAYER] for row in rows if PLAYER in row.facts}
    names = dict(User.objects.filter(pk__in=about).values_list("pk", "username"))
    told = []
    for row in rows:
        facts = row.facts
        if PLAYER in facts:
            facts = {**facts, "name": names.get(facts[PLAYER], "")}
        told.append(Told(row.kind, notice_text(row.kind, facts), row.url, row.told_at, row.is_read))
    return told
