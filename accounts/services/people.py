"""How somebody comes to the house: guests, members, house bots, and their welcome.

Sign-up itself is allauth's; it ends in `accounts.adapter`, which calls these.
"""

import secrets
from collections.abc import Callable
from typing import Final

from django.db import IntegrityError, transaction

from accounts.lifecycle import welcome_hooks
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.services.names import former_name_check
from wire.errors import Conflict

#: Digits of a guest's number, try by try: short while there is room.
_GUEST_DIGITS: Final = (4, 4, 4, 5, 6, 8, 10)


@transaction.atomic
def user_welcome(*, user: User) -> None:
    """Have the house greet a user. Whatever newcomers are given, he now has, once."""
    for hook in welcome_hooks():
        hook(user=user)


@transaction.atomic
def guest_create(
    *, with_welcome: bool = True, pick: Callable[[int], int] = secrets.randbelow
) -> User:
    """A new guest with a name like Guest-4821.

    `with_welcome` is False for a browser that has had its guest's gift already.
    `pick(n)` chooses a number below n.
    """
    for digits in _GUEST_DIGITS:
        name = f"{GUEST_PREFIX}{pick(10**digits):0{digits}d}"
        try:
            with transaction.atomic():
                guest = User.objects.create_user(name, is_guest=True)
        except IntegrityError:
            continue
        if with_welcome:
            user_welcome(user=guest)
        return guest
    raise Conflict("account.name_taken", _("No name is free for a guest. Please try again."))


@transaction.atomic
def guest_claim(*, user: User, name: str, password: str, email: str = "") -> User:
    """Make a guest a member under a name of his own; wallet, seats and history stay his.

    Name, password and e-mail have been checked by the caller's form; that the name is
    still free is decided here.

    Raises Conflict `account.not_a_guest` or `account.name_taken`.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_guest:
        raise Conflict("account.not_a_guest", _("This account has been claimed already."))
    user.username = name
    user.email = email
    user.is_guest = False
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "email", "is_guest", "password"])
    except IntegrityError as taken:
        raise Conflict("account.name_taken", _("This name is taken.")) from taken
    former_name_check(user=user)
    user_welcome(user=user)
    return user


@transaction.atomic
def bot_ensure(name: str) -> User:
    """The house bot of this name, made and welcomed if there is none yet.

    Raises Conflict `account.name_taken` where the name belongs to somebody else.
    """
    bot = User.objects.filter(username=name, is_bot=True).first()
    if bot is None:
        try:
            with transaction.atomic():
                bot = User.objects.create_user(name, is_bot=True)
        except IntegrityError as taken:
            raise Conflict("account.name_taken", _("This name is taken.")) from taken
        former_name_check(user=bot)
    user_welcome(user=bot)
    return bot


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
