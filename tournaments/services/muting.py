"""An organiser mutes somebody in his own event: in its room and at its tables, nowhere else.

An organiser is no staff, so nothing of it stands in the staff log: the sanction itself says who
imposed it, why, until when, and when it was lifted, and staff find it with the player's others.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from chat.naming import text_refusal
from chat.selectors import has_spoken
from moderation.sanctions import MUTE_STEPS, Offence, SanctionKind
from moderation.selectors.sanctions import mutes_in_scope
from moderation.services import sanction_impose, sanction_lift
from tournaments import selectors
from tournaments.models import Pairing, Tournament
from tournaments.services.locks import _
from tournaments.services.organising import may_organise
from tournaments.streams import talk_scope
from wire.errors import Malformed, NotFound
from wire.refusals import Refusal, refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User
    from moderation.models import Sanction

#: How long an organiser may mute: the steps of the house that end by themselves.
MUTE_LENGTHS: Final = tuple(step for step in MUTE_STEPS if step is not None)

#: What staff read where the house would log a reason: he gave the player the same one.
_REASON: Final = _("Muted by the organiser of the event.")
_LIFTED: Final = _("Lifted by the organiser of the event.")


def organiser_mute(
    *, event_id: str, organiser: "User", user: "User", lasts: timedelta, text: str, key: str
) -> "Sanction":
    """Let nobody read what this person says in one's own event, for so long.

    text: what he reads as the reason, on every page of the house: so it is judged as words about
    others are. key: of the form; sent twice, it mutes once.

    Raises NotFound `tournament.not_found` for anybody else's event, Malformed
    `organiser.mute_lasts`, Refused `organiser.mute_stranger` or `words.…`, and what
    `sanction_impose` raises: staff are muted by nobody here.
    """
    event = own_event(event_id, organiser)
    if lasts not in MUTE_LENGTHS:
        raise Malformed("organiser.mute_lasts", _("Choose 15 minutes, 24 hours or 7 days."))
    no = _stranger_refusal(event, user), text_refusal(text)
    refuse_if_any([each for each in no if each is not None])
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


def _stranger_refusal(event: Tournament, user: "User") -> Refusal | None:
    """Who has neither entered the event nor said anything in it, is none of its organiser's."""
    if event.entries.filter(user=user).exists():
        return None
    matches = Pairing.objects.filter(tournament=event, match__isnull=False)
    watched = matches.values_list("match__public_id", flat=True)
    rooms = [f"event:{event.public_id}", *(f"watch:{match_id}" for match_id in watched)]
    if has_spoken(user, rooms):
        return None
    text = _("{name} is not in your event and has said nothing in it.")
    return Refusal("organiser.mute_stranger", text, {"name": user.username})


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
