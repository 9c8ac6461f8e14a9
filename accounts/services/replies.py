"""Doing what a program asks once, however often it asks: replies are kept by its own key."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction

from accounts.models import ApiReply, User
from wire.errors import Conflict
from wire.time import now

#: Keys are remembered for a day; a program that still repeats itself then has another trouble.
KEPT: Final = timedelta(days=1)

Reply = tuple[int, str]


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@transaction.atomic
def reply_once(*, user: User, key: str, fingerprint: str, act: Callable[[], Reply]) -> Reply:
    """What `act` answers, as (status, body); or what it answered when the key was new.

    The reply is kept in the transaction of the act. A refusal undoes both, so a refused
    request may be sent again under its key. Two at the same instant wait for each other.

    Raises Conflict `request.key_reused` where the key belongs to a different request.
    """
    try:
        with transaction.atomic():
            reply = ApiReply.objects.create(user=user, key=key, fingerprint=fingerprint)
    except IntegrityError:
        earlier = ApiReply.objects.get(user=user, key=key)
        if earlier.fingerprint != fingerprint:
            raise Conflict(
                "request.key_reused", _("This key belongs to a different request.")
            ) from None
        return earlier.status, earlier.body
    reply.status, reply.body = act()
    reply.save(update_fields=["status", "body"])
    return reply.status, reply.body


def old_replies_forget() -> int:
    """Drop the replies nobody asks for any more; how many."""
    gone, _by_model = ApiReply.objects.filter(created_at__lt=now() - KEPT).delete()
    return gone
