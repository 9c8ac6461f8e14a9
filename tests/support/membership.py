"""Members of a private house who are signed in without having registered by the pages.

Run inside the house by `manage.py shell`: the pages let nobody register by the dozen.
"""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from bankroll.services import grant
from tests.factories import a_user


def session_keys(names: list[str], *, chips: int) -> list[str]:
    """The session key of a new member of each name, who has so many chips."""
    keys = []
    for name in names:
        user = a_user(name)
        grant(user=user, chips=chips, key=f"test:{name}")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        keys.append(str(session.session_key))
    return keys
