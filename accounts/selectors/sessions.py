"""Where somebody is signed in."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from allauth.usersessions.models import UserSession

from accounts.devices import Device, device_of
from accounts.models import User
from accounts.seen import last_seen
from wire.signout import session_mark
from wire.time import now

JUST_NOW: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session as its owner sees it. `mark` names it where the key must not be read."""

    mark: str
    device: Device
    address: str
    since: datetime
    seen_at: datetime
    is_current: bool
    is_here_now: bool


def sessions_of(user: User, *, current_key: str | None) -> tuple[OpenSession, ...]:
    """The sessions that are alive: this one first, then by when they were last seen."""
    alive = UserSession.objects.purge_and_list(user)
    seen = last_seen(session.session_key for session in alive)
    found = [
        _open_session(
            session,
            seen_at=seen.get(session.session_key, session.last_seen_at),
            is_current=session.session_key == current_key,
        )
        for session in alive
    ]
    return tuple(sorted(found, key=lambda one: (one.is_current, one.seen_at), reverse=True))


def _open_session(session: UserSession, *, seen_at: datetime, is_current: bool) -> OpenSession:
    return OpenSession(
        mark=session_mark(session.session_key),
        device=device_of(session.user_agent),
        address=session.ip,
        since=session.created_at,
        seen_at=seen_at,
        is_current=is_current,
        is_here_now=seen_at > now() - JUST_NOW,
    )


def session_key_by_mark(user: User, mark: str) -> str | None:
    """The key of the user's session with this mark; None where he has none such."""
    keys = UserSession.objects.filter(user_id=user.pk).values_list("session_key", flat=True)
    return next((key for key in keys if session_mark(key) == mark), None)
