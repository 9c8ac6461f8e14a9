"""Sanctions that keep people from something, and what they end, in two steps like in the house."""

from datetime import timedelta
from itertools import count

from accounts.models import User
from moderation.director import sanction_carry_out
from moderation.models import Sanction
from moderation.sanctions import Offence, SanctionKind
from moderation.services import sanction_impose
from tests.factories import a_user

_numbers = count(1)

REASON = "Threats in the lobby."


def a_chief(name: str = "") -> User:
    """Somebody who stands above everybody."""
    chief = a_user(name, is_staff=True)
    chief.is_superuser = True
    chief.save(update_fields=["is_superuser"])
    return chief


def sanctioned(
    user: User,
    kind: SanctionKind = SanctionKind.BAN,
    *,
    lasts: timedelta | None = timedelta(days=30),
    actor: User | None = None,
    key: str = "",
) -> Sanction:
    """A sanction that stands, and of which nothing is carried out yet."""
    return sanction_impose(
        actor=actor or a_chief(),
        user=user,
        kind=kind,
        offence=Offence.THREAT,
        text=REASON,
        reason="Seen by staff.",
        lasts=lasts,
        key=key or f"test:{next(_numbers)}",
    )


def carried_out(user: User, kind: SanctionKind = SanctionKind.BAN) -> Sanction:
    """A sanction with everything that it ends."""
    sanction = sanctioned(user, kind)
    assert sanction_carry_out(sanction_pk=sanction.pk)
    return sanction
