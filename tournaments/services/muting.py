"""An organiser mutes somebody in his own event: in its room and at its tables, nowhere else.

An organiser is no staff, so nothing of it stands in the staff log: the sanction itself says who
imposed it, why, until when, and when it was lifted, and staff find it with the player's others.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from moderation.sanctions import MUTE_STEPS, Offence, SanctionKind
from moderation.selectors.sanctions import mutes_in_scope
from moderation.services import sanction_impose, sanction_lift
from tournaments import selectors
from tournaments.models import Tournament
from tournaments.services.locks import _
from tournaments.services.organising import may_organise
from tournaments.streams import talk_scope
from wire.errors import Malformed, NotFound

if TYPE_CHECKING:
    from accounts.models import User
    from moderation.models import Sanction

#: How long an organiser may mute: the steps of the house that end by themselves.
MUTE_LENGTHS: Final = tuple(step for step in MUTE_STEPS if step is not None)

#: What staff read where the house would log a reason: he gave the player the same one.
_REASON: Final = "Muted by the organiser of the event."
_LIFTED: Final = "Lifted by the organiser of the event."


def organiser_mute(
    *, event_id: str, organiser: "User", user: "User", lasts: timedelta, text: str, key: str
) -> "Sanction":
    """Let nobody read what this person says in one's own event, for so long.

    text: what he reads as the reason. key: of the form; sent twice, it mutes once.

    Raises NotFound `tournament.not_found` for anybody else's event, Malformed
    `organiser.mute_lasts`, and what `sanction_impose` raises: staff are muted by nobody here.
    """
    event = own_event(event_id, organiser)
    if lasts not in MUTE_LENGTHS:
        raise Malformed("organiser.mute_lasts", _("Choose 15 minutes, 24 hours or 7 days."))
    return sanction_impose(
        actor=organiser,
        user=user,
        kind=SanctionKind.MUTE,
        offence=Offence.OTHER,
        text=text,
        reason=_REASON,
        lasts=lasts,
        key=f"organiser:{organiser.pk}:{key}",
        scope=talk_scope(event.public_id),
        is_organiser=True,
    )


def organiser_unmute(*, event_id: str, organiser: "User", user: "User") -> int:
    """Let somebody speak in one's own event again; how many mutes were lifted.

    What the house has imposed, and what staff have in this event, stays.
    Raises NotFound `tournament.not_found` for anybody else's event.
    """
    event = own_event(event_id, organiser)
    mutes = [
        mute
        for mute in mutes_in_scope(talk_scope(event.public_id))
        if mute.user_id == user.pk and mute.imposed_by_id == organiser.pk
    ]
    for mute in mutes:
        sanction_lift(
            actor=organiser,
            sanction_id=mute.public_id,
            text=_LIFTED,
            reason=_LIFTED,
            is_organiser=True,
        )
    return len(mutes)


def own_event(event_id: str, organiser: "User") -> Tournament:
    """An event that this member has made and may look after. Raises NotFound for all others."""
    event = selectors.tournament_by_id(event_id)
    if event.organiser_id != organiser.pk or not may_organise(organiser):
        raise NotFound("tournament.not_found", _("There is no such event."))
    return event
