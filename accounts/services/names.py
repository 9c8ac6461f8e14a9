"""Taking another name, and keeping the old one from everybody else."""

from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction

from accounts.models import FormerName, User
from accounts.names import folded
from accounts.selectors.names import is_name_free, name_refusal
from wire.errors import Conflict, Refused
from wire.plurals import counted
from wire.refusals import refuse_if_any
from wire.time import now

RENAME_EVERY: Final = timedelta(days=30)


@transaction.atomic
def user_rename(*, user: User, name: str) -> User:
    """Give a member another name. The old one stays his: he may return, nobody else gets it.

    The name is well-formed: the caller's form has seen to that.

    Raises Refused `account.guest`, `account.renamed_lately`, or the reasons of
    `name_refusal`; Conflict `account.name_taken` where somebody was faster.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_guest:
        raise Refused("account.guest", _("Claim this account first: a guest's name is a number."))
    no = name_refusal(name, user=user, is_staff=user.is_staff)
    refuse_if_any([no] if no is not None else [])
    if folded(name) != folded(user.username):
        _pace_check(user)
    name_change(user=user, name=name)
    return user


@transaction.atomic
def name_change(*, user: User, name: str) -> None:
    """Write the new name and keep the old one for him. Raises Conflict `account.name_taken`."""
    was = folded(user.username)
    user.username = name
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError as taken:
        raise _taken() from taken
    former_name_check(user=user)
    if was == folded(name):
        return
    FormerName.objects.filter(user=user, folded=folded(name)).delete()
    if not user.is_guest:
        FormerName.objects.get_or_create(folded=was, defaults={"user": user})


def former_name_check(*, user: User) -> None:
    """Raise Conflict `account.name_taken` where the name just written was another's once.

    Asked after the name is written: until then its last bearer may still be giving it up.
    """
    if not is_name_free(user.username, but_for=user):
        raise _taken()


def _pace_check(user: User) -> None:
    latest = FormerName.objects.filter(user=user).order_by("-created_at").first()
    if latest is not None and latest.created_at > now() - RENAME_EVERY:
        raise Refused(
            "account.renamed_lately",
            counted(
                "A name can be changed once in {days} day. Yours may change again on {day}.",
                "A name can be changed once in {days} days. Yours may change again on {day}.",
                by="days",
            ),
            days=RENAME_EVERY.days,
            day=latest.created_at + RENAME_EVERY,
        )


def _taken() -> Conflict:
    return Conflict("account.name_taken", _("This name is taken."))


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
