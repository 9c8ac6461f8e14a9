"""Ending sessions, and with them the sockets they opened."""

from collections.abc import Iterable

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import User
from wire.signout import sign_out_on_commit


@transaction.atomic
def sessions_end(*, user: User, but_for: str | None = None) -> int:
    """Sign the user out everywhere, except in the session with the key `but_for`.

    Returns how many sessions ended. Open sockets of theirs close at once.
    """
    sessions = UserSession.objects.filter(user_id=user.pk).exclude(session_key=but_for or "")
    ended = _all_end(sessions)
    sign_out_on_commit(user.pk, staying=[but_for] if but_for else [])
    return ended


@transaction.atomic
def session_end(*, user: User, session_key: str) -> None:
    """Sign the user out where this session is. One that has ended already stays ended."""
    _all_end(UserSession.objects.filter(user_id=user.pk, session_key=session_key))
    staying = UserSession.objects.filter(user_id=user.pk).values_list("session_key", flat=True)
    sign_out_on_commit(user.pk, staying=staying)


def _all_end(sessions: Iterable[UserSession]) -> int:
    ended = 0
    for session in sessions:
        session.end()
        ended += 1
    return ended
