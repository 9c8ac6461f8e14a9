"""What stands against whom, for himself, for the doors and for staff."""

from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet

from accounts.gates import Door
from moderation.models import Sanction
from moderation.policy import MEMORY, Step, step_after
from moderation.sanctions import EFFECTS, Offence, SanctionKind, SanctionState
from moderation.texts import door_refusal
from wire.errors import NotFound
from wire.refusals import Refusal
from wire.time import now

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User

#: Whoever holds it may impose and lift sanctions, as far as his rank goes.
IMPOSE: Final = "moderation.impose_sanction"

_CLOSING: Final = {
    door: tuple(kind for kind, effect in EFFECTS.items() if door in effect.closes) for door in Door
}
_BARRING: Final = tuple(kind for kind, effect in EFFECTS.items() if effect.bars)


def _in_force(user: "User") -> QuerySet[Sanction]:
    return Sanction.objects.filter(user_id=user.pk, ended_at__gt=now())


def sanctions_in_force(user: "User") -> tuple[Sanction, ...]:
    """What keeps him from something now, in the whole house or one event; the longest first."""
    found = _in_force(user).select_related("appeal").order_by("-ended_at", "-pk")
    return tuple(found)


def sanction_record(user: "User") -> tuple[Sanction, ...]:
    """Everything that was ever imposed on him, with appeals, the latest first."""
    found = Sanction.objects.filter(user_id=user.pk)
    return tuple(found.select_related("appeal", "imposed_by", "case").order_by("-pk"))


def sanction_at(public_id: str) -> Sanction:
    """The sanction of this id. Raises NotFound `sanction.not_found`."""
    people = ("user", "imposed_by", "appeal")
    found = Sanction.objects.select_related(*people).filter(public_id=public_id).first()
    if found is None:
        raise NotFound("sanction.not_found", _("There is no such sanction."))
    return found


def sanction_at_pk(pk: int) -> Sanction:
    """The sanction as it is now, with its bearer."""
    return Sanction.objects.select_related("user").get(pk=pk)


def door_sanction(
    user: "User", door: Door, *, scope: str = "", but_for: Sanction | None = None
) -> Sanction | None:
    """What closes this door to him, the longest of several; None where nothing does.

    With a scope, what holds only there counts too.
    """
    found = _in_force(user).filter(kind__in=_CLOSING[door], scope__in={"", scope})
    if but_for is not None:
        found = found.exclude(pk=but_for.pk)
    return found.order_by("-ended_at", "-pk").first()


def mute_refusal(user: "User", scope: str = "") -> Refusal | None:
    """Why he may not speak, in the whole house or in this scope (`event:<id>`); or None."""
    sanction = door_sanction(user, Door.SPEAK, scope=scope)
    return door_refusal(sanction) if sanction is not None else None


def mutes_in_scope(scope: str) -> tuple[Sanction, ...]:
    """What is in force in one event alone (`event:<id>`), with its bearers; the latest first."""
    found = Sanction.objects.filter(scope=scope, ended_at__gt=now())
    return tuple(found.select_related("user").order_by("-pk"))


def barred_until(user: "User") -> "datetime | None":
    """Until when what is in force keeps him out of the house; None where nothing does."""
    found = _in_force(user).filter(kind__in=_BARRING).order_by("-ended_at")
    return found.values_list("ended_at", flat=True).first()


def earlier_sanctions(user: "User", offence: Offence) -> int:
    """How often he was sanctioned for it within a year, by the house, and it still stands."""
    return Sanction.objects.filter(
        user_id=user.pk,
        offence=offence,
        scope="",
        state=SanctionState.IN_FORCE,
        starts_at__gt=now() - MEMORY,
    ).count()


def next_step(user: "User", offence: Offence) -> Step:
    """What the house usually does about this offence of somebody with his record."""
    return step_after(offence, earlier_sanctions(user, offence))


def undone_sanctions() -> tuple[int, ...]:
    """The keys of sanctions whose bearer's matches and entries have not all been ended."""
    undone = Sanction.objects.filter(is_carried_out=False).order_by("pk")
    return tuple(undone.values_list("pk", flat=True))


def is_barring(kind: str) -> bool:
    """Whether a sanction of this kind keeps its bearer out of the house."""
    return EFFECTS[SanctionKind(kind)].bars


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
