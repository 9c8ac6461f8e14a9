"""Whether a socket's person may be here: asked of the database as the socket opens."""

from collections.abc import Mapping
from typing import Any

from accounts.bars import bar_check
from accounts.models import User
from wire.errors import LoginRequired


def socket_check(scope: Mapping[str, Any]) -> None:
    """Raise for a session that has ended, an account that is closed, and whoever is barred.

    Raises LoginRequired `auth.required`, or Forbidden as `bar_check` does.
    """
    user = User.objects.filter(pk=scope["user"].pk, is_active=True).first()
    session = scope.get("session")
    has_ended = session and session.session_key and not session.exists(session.session_key)
    if user is None or has_ended:
        raise LoginRequired("auth.required")
    bar_check(user)
