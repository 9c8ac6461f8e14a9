"""Finding people by the name they are known by."""

from collections.abc import Iterable
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from accounts.models import User, folded_name
from accounts.names import folded
from wire.errors import NotFound

#: People a search at the desk finds by a part of a name.
MOST_LIKE: Final = 100


def _named(name: str) -> QuerySet[User]:
    # The folded name is indexed; case-insensitive comparison of the name alone is not.
    by_look = User.objects.alias(folded=folded_name("username")).filter(folded=folded(name))
    return by_look.filter(username__iexact=name)


def user_by_name(name: str) -> User:
    """The active user of this name, in any case of letters.

    Raises NotFound `account.not_found`.
    """
    user = _named(name).filter(is_active=True).first()
    if user is None:
        raise NotFound("account.not_found", _("There is nobody of that name."))
    return user


def account_by_name(name: str) -> User:
    """The account of this name, open or closed, in any case of letters.

    Raises NotFound `account.not_found`.
    """
    account = _named(name).first()
    if account is None:
        raise NotFound("account.not_found", _("There is nobody of that name."))
    return account


def people_by_pk(user_pks: Iterable[int]) -> dict[int, User]:
    """By primary key: the active people among these. House bots are no people."""
    people = User.objects.filter(pk__in=list(user_pks), is_active=True, is_bot=False)
    return {person.pk: person for person in people}


def people_named(names: Iterable[str]) -> dict[int, User]:
    """By primary key: the active people of exactly these names."""
    people = User.objects.filter(username__in=list(names), is_active=True, is_bot=False)
    return {person.pk: person for person in people}


def people_like(part: str) -> list[int]:
    """Keys of the accounts whose names have this part, at most `MOST_LIKE`, exact ones first."""
    exact = list(_named(part).values_list("pk", flat=True))
    alike = User.objects.filter(username__icontains=part).exclude(pk__in=exact)
    return exact + list(alike.order_by("pk").values_list("pk", flat=True)[:MOST_LIKE])


def guest_by_badge(badge: str) -> User | None:
    """The guest who wears this badge (`User.guest_badge`), if he still is one."""
    name = badge.partition(":")[0]
    guest = User.objects.filter(username=name, is_guest=True, is_active=True).first()
    return guest if guest is not None and guest.guest_badge == badge else None


def staff_who_may(permission: str) -> tuple[User, ...]:
    """Everybody of the staff who holds this permission (`app.codename`), oldest first."""
    backend = "django.contrib.auth.backends.ModelBackend"
    holders = User.objects.with_perm(permission, backend=backend)
    return tuple(holders.filter(is_staff=True).order_by("pk"))


def verified_address(user: User) -> str:
    """Where mail reaches him: the address he has confirmed; "" where there is none."""
    confirmed = EmailAddress.objects.filter(user_id=user.pk, verified=True)
    return confirmed.order_by("-primary").values_list("email", flat=True).first() or ""


def house_bots() -> tuple[User, ...]:
    """All house bots that may play, oldest first."""
    return tuple(User.objects.filter(is_bot=True, is_active=True).order_by("pk"))


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
