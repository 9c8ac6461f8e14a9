"""When a session was last seen, and on what device it began.

allauth keeps a row a session. Its own way of keeping the time up to date is a write to
the database at every page; ours is one to the cache. A cache that is lost or out of
reach costs the times since sign-in, nothing else.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime

import redis
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from wire.signout import session_mark
from wire.time import now_ms

log = logging.getLogger(__name__)


class SessionsSeen:
    """The middleware that notes the time of every page of somebody signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.session.session_key
        if key and request.user.is_authenticated:
            try:
                cache.set(_entry(key), now_ms(), timeout=settings.SESSION_COOKIE_AGE)
            except redis.RedisError:
                log.warning("nobody notes who is seen: the cache is out of reach")
        return self._get_response(request)


def note_sign_in(request: HttpRequest) -> None:
    """List the session of this request among its user's, where allauth has not done so itself."""
    with suppress(PermissionDenied):  # no address of the client is known
        UserSession.objects.create_from_request(request)


def last_seen(session_keys: Iterable[str]) -> dict[str, datetime]:
    """By session: when it was last seen. Sessions nothing is known of are missing."""
    entries = {_entry(key): key for key in session_keys}
    try:
        times = cache.get_many(entries)
    except redis.RedisError:
        return {}
    return {entries[entry]: datetime.fromtimestamp(ms / 1000, UTC) for entry, ms in times.items()}


def _entry(session_key: str) -> str:
    return f"session-seen:{session_mark(session_key)}"
