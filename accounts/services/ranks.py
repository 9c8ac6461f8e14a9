"""What is changed about a person at the desk: his rank, and what is written in the staff log."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from accounts.models import User
from accounts.ranks import GROUPS, Rank, rank_held, rank_of, senior_refusal, single_permissions
from accounts.services.desk import staff_action_record
from accounts.services.sessions import sessions_end
from wire.errors import Forbidden, Refused

#: Whoever holds it may change people who stand below him.
CHANGE: Final = "accounts.change_user"


def ranks_within(actor: User) -> tuple[Rank, ...]:
    """The ranks somebody may give: those below his own; a superuser may make another."""
    own = rank_of(actor)
    return tuple(rank for rank in Rank if rank < own or own is Rank.CHIEF)


@transaction.atomic
def rank_give(*, actor: User, user: User, rank: Rank, reason: str) -> User:
    """Give somebody this rank instead of the one he has. He is signed out everywhere.

    An open socket knows the rights with which it was opened: none goes on with those of before.

    Raises Forbidden `auth.forbidden` without the permission, Refused `staff.self`,
    `staff.senior`, `staff.rank` for a rank that is not below the actor's own, `staff.bot`,
    `staff.reason`.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    change_check(actor=actor, user=user)
    if rank not in ranks_within(actor):
        raise Refused("staff.rank", _("You can give only ranks below your own."))
    if rank is not Rank.PLAYER and (user.is_guest or user.is_bot):
        raise Refused("staff.bot", _("Only a member can have a rank."))
    before = rank_held(user)
    if rank is before:
        return user
    user.is_staff, user.is_superuser = rank is not Rank.PLAYER, rank is Rank.CHIEF
    user.save(update_fields=["is_staff", "is_superuser"])
    user.groups.remove(*Group.objects.filter(name__in=GROUPS))
    if (group := rank.name.lower()) in GROUPS:
        user.groups.add(Group.objects.get(name=group))
    sessions_end(user=user)
    _change_record(
        actor=actor,
        act="rank.give",
        user=user,
        reason=reason,
        before={"rank": before.name.lower()},
        after={"rank": rank.name.lower()},
    )
    return user


@transaction.atomic
def single_permissions_set(
    *, actor: User, user: User, permissions: Iterable[str], reason: str
) -> None:
    """Let somebody do these of `single_permissions`, no other of them. Raises as `rank_give`."""
    change_check(actor=actor, user=user)
    offered = {_name(each): each for each in single_rows()}
    held = {_name(each) for each in user.user_permissions.select_related("content_type")}
    before, after = held & set(offered), set(permissions) & set(offered)
    if before == after:
        return
    user.user_permissions.remove(*(offered[name] for name in before - after))
    user.user_permissions.add(*(offered[name] for name in after - before))
    _change_record(
        actor=actor,
        act="permission.give",
        user=user,
        reason=reason,
        before={"may": sorted(before)},
        after={"may": sorted(after)},
    )


def user_change_record(
    *, actor: User, user: User, reason: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Write down what was changed on somebody's page. Raises Refused `staff.reason`."""
    _change_record(
        actor=actor, act="user.change", user=user, reason=reason, before=before, after=after
    )


def change_check(*, actor: User, user: User) -> None:
    """Raise Forbidden or Refused where `actor` may not change anything about `user`."""
    if not (actor.is_staff and actor.has_perm(CHANGE)):
        raise Forbidden("auth.forbidden")
    if (no := senior_refusal(actor, user)) is not None:
        raise Refused(no.code, no.text, **no.facts)


def single_rows() -> list[Permission]:
    """The rows of `single_permissions`."""
    named = [each.partition(".") for each in single_permissions()]
    rows = Permission.objects.filter(codename__in=[codename for _app, _dot, codename in named])
    wanted = set(single_permissions())
    return [row for row in rows.select_related("content_type") if _name(row) in wanted]


def _name(permission: Permission) -> str:
    return f"{permission.content_type.app_label}.{permission.codename}"


def _change_record(
    *,
    actor: User,
    act: str,
    user: User,
    reason: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> None:
    staff_action_record(
        actor=actor,
        act=act,
        subject=f"user:{user.username}",
        reason=reason,
        details={"before": dict(before), "after": dict(after)},
    )


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
