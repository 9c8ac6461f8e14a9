"""Personal tokens for programs: made, used, taken back."""

import hashlib
import re
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction

from accounts.bars import bar_check
from accounts.models import ApiToken, User
from accounts.scopes import DAYS, Scope
from wire.errors import Malformed, NotFound, Refused
from wire.time import now

#: How every token begins, so that it is known for one wherever it is found lying about.
MARK: Final = "bgh_"
PREFIX_LENGTH: Final = len(MARK) + 8
MOST_TOKENS: Final = 20

_SHAPE: Final = re.compile(re.escape(MARK) + "[0-9a-f]{48}")

#: Its last use is written down no more often than this.
_USE_NOTED_EVERY: Final = timedelta(hours=1)


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@transaction.atomic
def token_create(
    *, user: User, name: str, scopes: Collection[str], days: int
) -> tuple[ApiToken, str]:
    """A new token and its text, which is shown this once and kept nowhere.

    Raises:
        Malformed: `token.name`, `token.scopes`, `token.days` for what no form offers.
        Refused: `token.guest` for guests, `token.too_many` beyond twenty.
    """
    name = name.strip()
    if not 0 < len(name) <= 60:
        raise Malformed("token.name", _("Give the token a name of at most 60 characters."))
    if not scopes or not set(scopes) <= set(Scope.values):
        raise Malformed("token.scopes", _("Say what the token is for."), scopes=list(Scope.values))
    if days not in DAYS:
        raise Malformed("token.days", _("A token is made for 30, 90 or 365 days."), days=list(DAYS))
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_guest:
        raise Refused("token.guest", _("Claim your account first: guests have no tokens."))
    ApiToken.objects.filter(user=user, expires_at__lte=now()).delete()
    if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise Refused(
            "token.too_many",
            _("You have {most} tokens. Take one back before you make another."),
            most=MOST_TOKENS,
        )
    text = MARK + secrets.token_hex(4) + secrets.token_hex(20)
    moment = now()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=text[:PREFIX_LENGTH],
        sha256=digest(text),
        scopes=" ".join(scope for scope in Scope.values if scope in scopes),
        created_at=moment,
        used_at=moment,
        expires_at=moment + timedelta(days=days),
    )
    return token, text


def token_revoke(*, user: User, prefix: str) -> None:
    """Take one of the user's tokens back. Raises NotFound `token.not_found`."""
    gone, _by_model = ApiToken.objects.filter(user=user, prefix=prefix).delete()
    if not gone:
        raise NotFound("token.not_found", _("You have no such token."))


@transaction.atomic
def tokens_end(*, user: User) -> None:
    """Take back all of the user's tokens: his account closes."""
    ApiToken.objects.filter(user=user).delete()


def token_use(*, text: str) -> ApiToken | None:
    """The token of this text, if it stands and its owner's account is open; None for all others.

    Raises Forbidden for an owner who is barred: his tokens open nothing until he is let in again.
    """
    if not _SHAPE.fullmatch(text):
        return None
    token = (
        ApiToken.objects.select_related("user")
        .filter(prefix=text[:PREFIX_LENGTH], expires_at__gt=now(), user__is_active=True)
        .first()
    )
    # Compared in constant time: how much of a guess is right must not show.
    if token is None or not secrets.compare_digest(token.sha256, digest(text)):
        return None
    bar_check(token.user)
    if not token.is_used or token.used_at < now() - _USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now())
    return token


def digest(text: str) -> str:
    """The form in which a token is kept. It is long and random, so it needs no slow hash."""
    return hashlib.sha256(text.encode()).hexdigest()
