"""Who stands above whom among staff. Rights come from groups; the order of the groups is here.

Nobody can be sanctioned or renamed by somebody who does not stand above him, or overruled by a
junior.
"""

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


class Rank(IntEnum):
    """From a player upwards. The lower-case name of a staff rank is that of its group."""

    PLAYER = 0
    MODERATOR = 1
    DIRECTOR = 2
    OPERATOR = 3
    CHIEF = 4  # a superuser


#: The groups that a migration makes, by rank.
GROUPS: Final = {rank.name.lower(): rank for rank in (Rank.MODERATOR, Rank.DIRECTOR, Rank.OPERATOR)}


#: Permissions that are given to single members, whatever their rank.
_single: list[str] = []


def is_given_singly(permission: str) -> None:
    """Have this permission (`app.codename`) offered at the page of every person."""
    _single.append(permission)


def single_permissions() -> tuple[str, ...]:
    """What can be given to single members."""
    return tuple(_single)


def rank_of(user: "User") -> Rank:
    """The highest rank of the user. Staff without any of the groups count as moderators."""
    return rank_held(user) if user.is_active else Rank.PLAYER


def rank_held(user: "User") -> Rank:
    """The rank he has, or would have again if his account were opened."""
    if not user.is_staff:
        return Rank.PLAYER
    if user.is_superuser:
        return Rank.CHIEF
    names = user.groups.filter(name__in=GROUPS).values_list("name", flat=True)
    return max((GROUPS[name] for name in names), default=Rank.MODERATOR)


def senior_refusal(actor: "User", subject: "User") -> Refusal | None:
    """Why `actor` may not act against `subject`: himself, or somebody not below him; or None."""
    if actor.pk == subject.pk:
        return Refusal("staff.self", _("You cannot act against yourself."))
    # Whoever opens a closed account again must not stand below its owner.
    if rank_held(subject) >= rank_of(actor):
        text = _("{name} is not below you in rank: ask somebody who stands above both of you.")
        return Refusal("staff.senior", text, {"name": subject.username})
    return None


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
