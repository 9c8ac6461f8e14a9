"""What a member says about himself on his page."""

from typing import Final

from django.db import transaction

from accounts.gates import Door, gate_refusal
from accounts.lifecycle import words_refusal, words_shown
from accounts.models import User
from wire.errors import Refused
from wire.refusals import refuse_if_any

ABOUT_CHARS: Final = 200


@transaction.atomic
def user_describe(*, user: User, about: str) -> User:
    """Write what everybody reads on his page, in one row; "" takes it away.

    Whoever may not speak may not write here either; taking it away is always possible.

    Raises Refused `account.guest`, `account.about_too_long`, the reason of `Door.SPEAK`, or
    the reason against the words.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_guest:
        raise Refused("account.guest", _("Claim this account first: a guest has no page to fill."))
    about = words_shown(about)
    if len(about) > ABOUT_CHARS:
        text = _("That is too long: {limit} characters at most.")
        raise Refused("account.about_too_long", text, limit=ABOUT_CHARS)
    no = (gate_refusal(user, Door.SPEAK) or words_refusal(about)) if about else None
    refuse_if_any([no] if no is not None else [])
    user.about = about
    user.save(update_fields=["about"])
    return user


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
