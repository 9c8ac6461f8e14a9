"""Closing an account at its owner's wish: what can be forgotten is, the records stay."""

import secrets
from collections.abc import Callable
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.lifecycle import closing_hooks
from accounts.models import Block, FormerName, Notice, User
from accounts.names import folded
from accounts.selectors.closing import closing_refusals
from accounts.services.sessions import sessions_end
from accounts.services.tokens import tokens_end
from wire.errors import Conflict, Refused
from wire.refusals import refuse_if_any

CLOSED_PREFIX: Final = "Closed-"
_DIGITS: Final = (6, 6, 8, 10)


@transaction.atomic
def user_close(*, user: User, typed_name: str) -> User:
    """Close the account for good. Closing a closed one changes nothing.

    Erased: e-mail addresses, what he wrote about himself, what he chose, password, second factor,
    sessions, tokens, notices, blocks of him and by him, rights. His wallet goes back to the mint.
    Ledger, matches, ratings, talk and what others were told of him stay, under a name that says
    nothing; nobody ever gets the old one.

    Raises Refused `account.name_not_typed`, or every reason of `closing_refusals`.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_closed:
        return user
    if typed_name != user.username:
        raise Refused("account.name_not_typed", _("Type your name exactly as it is shown."))
    refuse_if_any(closing_refusals(user))
    for hook in closing_hooks():
        hook(user=user)
    if not user.is_guest:
        FormerName.objects.get_or_create(folded=folded(user.username), defaults={"user": user})
    EmailAddress.objects.filter(user_id=user.pk).delete()
    Authenticator.objects.filter(user_id=user.pk).delete()
    Notice.objects.filter(user=user).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.email = ""
    user.about = ""
    user.preferences = {}
    user.last_login = None
    user.is_active = False
    user.is_closed = True
    user.set_unusable_password()
    _rename_away(user)
    sessions_end(user=user)
    tokens_end(user=user)
    return user


def _rename_away(user: User, pick: Callable[[int], int] = secrets.randbelow) -> None:
    """Save the user under a number that nobody has."""
    for digits in _DIGITS:
        user.username = f"{CLOSED_PREFIX}{pick(10**digits):0{digits}d}"
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            continue
        return
    raise Conflict("account.name_taken", _("No number is free. Please try again."))


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
