"""A house with something on every page, made by the services a house makes things with.

Run inside the house by `manage.py shell`: `furnish()` prints where things are, as JSON.
"""

import json
from datetime import timedelta
from time import time

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from accounts.models import User
from accounts.services import player_block, rules_accept
from accounts.services.tokens import token_create
from accounts.turned_away import barred_address
from tests.browser.access.furnishing_desk import desk_furnish
from tests.browser.access.furnishing_events import events_furnish
from tests.browser.access.furnishing_play import play_furnish
from tests.factories import a_guest, a_user, chips_for

PASSWORD = "a horse that spells battery"

#: The longest name there can be, and as wide as it can be.
LONG_NAME = "W" * 20


@transaction.atomic  # at once, or the house that is open would want the database in between
def furnish() -> None:
    """Fills the house and prints the facts: `sessions` by person, `places` by name."""
    people = _people()
    places: dict[str, str] = {}
    places |= play_furnish(people)
    places |= events_furnish(people)
    places |= desk_furnish(people)
    places |= _accounts(people)
    places |= _rows()
    for role in ("entrant", "loser"):
        people[role] = User.objects.get(username=places[role])
    sessions = {name: _session(user) for name, user in people.items()}
    print(json.dumps({"sessions": sessions, "places": places}))


def _people() -> dict[str, User]:
    """Alice has been here for long; Bob plays; Tess has a second factor; Dora stands above all."""
    people = {
        name: a_user(name.title(), chips=2_000)
        for name in ("alice", "bob", "carl", "nora", "rex", "tess", "eve", "ida", "ole")
    }
    people["long"] = a_user(LONG_NAME, chips=2_000)
    people["guest"] = rules_accept(user=a_guest(chips=200), version=1)
    people["dora"] = User.objects.create_superuser("Dora", rules_version=1)
    people["mara"] = User.objects.create_superuser("Mara", rules_version=1)
    people["newcomer"] = User.objects.create_user("Newcomer")
    for each in people.values():
        if not each.is_guest:
            each.set_password(PASSWORD)
            each.save()
    return people


def _accounts(people: dict[str, User]) -> dict[str, str]:
    alice, tess = people["alice"], people["tess"]
    chips_for(alice, 50)
    player_block(user=alice, blocked=people["long"])
    token, _text = token_create(user=alice, name="my bot", scopes=["read"], days=90)
    asked = EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    TOTP.activate(tess, "A" * 32)
    RecoveryCodes.activate(tess)
    return {
        "long_name": LONG_NAME,
        "token": token.prefix,
        "email_key": EmailConfirmationHMAC(asked).key,
        "reset_uid": user_pk_to_url_str(alice),
        "reset_key": default_token_generator.make_token(alice),
        "barred_token": barred_address(people["eve"]).rstrip("/").rpartition("/")[2],
    }


def _session(user: User) -> str:
    """The key of a session of somebody who has just given his password, and need not again."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    proof = {"method": "password", "at": time() + 3600, "reauthenticated": True}
    session["account_authentication_methods"] = [proof]
    session["account_authentication_methods_user"] = str(user.pk)
    session.set_expiry(timedelta(hours=1))
    session.create()
    return str(session.session_key)


def _rows() -> dict[str, str]:
    """The newest row of every table of the admin, by the table's name; "" where it has none."""
    return {
        model._meta.label_lower: str(getattr(model._default_manager.last(), "pk", ""))
        for model in apps.get_models()
        if admin.site.is_registered(model)
    }
