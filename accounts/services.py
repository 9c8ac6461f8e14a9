"""What can happen to an account. The only writer of the tables of accounts.

Sign-up itself is allauth's; it ends in `accounts.adapter`, which calls these.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction

from accounts.lifecycle import welcome_hooks
from accounts.models import StaffAction, User
from accounts.names import GUEST_PREFIX
from wire.errors import Conflict, Forbidden, Refused

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
    raise Conflict("account.name_taken", "No name is free for a guest. Please try again.")


@transaction.atomic
def guest_claim(*, user: User, name: str, password: str, email: str = "") -> User:
    """Make a guest a member under a name of his own; wallet, seats and history stay his.

    Name, password and e-mail have been checked by the caller's form; that the name is
    still free is decided here.

    Raises Conflict `account.not_a_guest` or `account.name_taken`.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_guest:
        raise Conflict("account.not_a_guest", "This account has been claimed already.")
    user.username = name
    user.email = email
    user.is_guest = False
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "email", "is_guest", "password"])
    except IntegrityError as taken:
        raise Conflict("account.name_taken", "This name is taken.") from taken
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
            raise Conflict("account.name_taken", "This name is taken.") from taken
    user_welcome(user=bot)
    return bot


@transaction.atomic
def staff_action_record(
    *, actor: User, act: str, subject: str, reason: str, details: Mapping[str, Any] | None = None
) -> StaffAction:
    """Write one act of staff into the log, for ever.

    `act` is `noun.verb`, as in `sanction.lift`; `subject` names what it was done to,
    as in `user:alice`.

    Raises Forbidden `auth.forbidden` for somebody who is not staff, Refused
    `staff.reason` for an act without a reason.
    """
    if not actor.is_staff:
        raise Forbidden("auth.forbidden")
    reason = reason.strip()
    if not reason:
        raise Refused("staff.reason", "Please say why: the reason is kept with the act.")
    return StaffAction.objects.create(
        actor=actor, act=act, subject=subject, reason=reason, details=dict(details or {})
    )
