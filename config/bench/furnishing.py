"""Fills a house that is to be measured: guests, signed in, and matches between them."""

import msgspec
from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from accounts.services import guest_create
from backgammon import ClockRules, Rules
from config.bench.owner import BenchOwner
from matches.services import match_create

LENGTH_POINTS = 25  # so long that nearly every action is a roll or a play
_DELAY_MS = 12_000
_DAY_MS = 24 * 3_600_000


class Invitation(msgspec.Struct, frozen=True):
    """A match and the session keys of its two players, as a browser would hold them."""

    match_id: str
    white: str
    black: str


class Furniture(msgspec.Struct, frozen=True):
    """Everything that was put into the house. `guests` are sessions of people without a match."""

    matches: list[Invitation]
    guests: list[str]


@transaction.atomic
def furnish(*, matches: int, guests: int) -> Furniture:
    """That many matches, each between two new guests, and that many idle guests."""
    return Furniture(
        matches=[_new_match() for _ in range(matches)],
        guests=[_sign_in(_new_guest()) for _ in range(guests)],
    )


def _new_match() -> Invitation:
    white, black = _new_guest(), _new_guest()
    match = match_create(
        rules=Rules.match(LENGTH_POINTS, clock=ClockRules(delay_ms=_DELAY_MS, reserve_ms=_DAY_MS)),
        white=white,
        black=black,
        owner=BenchOwner.key,
        owner_ref="",
        title="Bench",
        step_ms=_DAY_MS,
    )
    return Invitation(match.public_id, _sign_in(white), _sign_in(black))


def _new_guest() -> AbstractUser:
    return guest_create(with_welcome=False)


def _sign_in(user: AbstractUser) -> str:
    """The key of a session as signing in would leave it, without the visit."""
    session = SessionStore()
    session[auth.SESSION_KEY] = str(user.pk)
    session[auth.BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[auth.HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key is not None
    return session.session_key
