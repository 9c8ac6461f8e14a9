"""Sanctions in sentences: what their bearer is told at a door, and what staff are told before."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from moderation.models import Sanction
from moderation.sanctions import FOR_EVER, SanctionKind
from moderation.sentences import as_read
from wire.refusals import Refusal
from wire.signout import BARRED
from wire.texts import sentence


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: By kind: the code of a refusal, what is said of one that ends, and of one that does not.
_DOOR_TEXTS: Final[Mapping[SanctionKind, tuple[str, str, str]]] = {
    SanctionKind.MUTE: (
        "chat.muted",
        _("You are muted until {when}. The reason: {reason}"),
        _("You are muted until our staff have looked at it again. The reason: {reason}"),
    ),
    SanctionKind.EVENT_BAN: (
        "events.barred",
        _("You are kept out of events until {when}. The reason: {reason}"),
        _("You are kept out of events until our staff decide otherwise. The reason: {reason}"),
    ),
    SanctionKind.SUSPEND: (
        BARRED,
        _("Your account is suspended until {when}. The reason: {reason}"),
        _("Your account is suspended until our staff decide otherwise. The reason: {reason}"),
    ),
    SanctionKind.BAN: (
        BARRED,
        _("Your account is banned until {when}. The reason: {reason}"),
        _("Your account is banned. The reason: {reason}"),
    ),
}


#: The same of a mute in one event alone, which its organiser imposes.
_ORGANISER_TEXTS: Final = (
    "chat.muted",
    _("The organiser of this event has muted you here until {when}. The reason: {reason}"),
    _("The organiser of this event has muted you here. The reason: {reason}"),
)


def moment_told(moment: datetime) -> datetime | None:
    """A moment as sentences are filled with it (`wire.texts`); None for FOR_EVER."""
    return None if moment >= FOR_EVER else moment


def sanction_facts(sanction: Sanction) -> dict[str, Any]:
    """What machines are told: kind, reason, and `until` in ISO 8601, None for no end.

    `when` is the same for a sentence.
    """
    until = None if sanction.is_endless else sanction.ends_at
    return {
        "sanction": sanction.public_id,
        "kind": sanction.kind,
        "scope": sanction.scope,
        "reason": as_read(sanction.text),
        "until": until.isoformat() if until is not None else None,
        "when": moment_told(sanction.ends_at),
    }


def door_refusal(sanction: Sanction) -> Refusal:
    """What its bearer hears at a door it closes: what it is, until when, and why."""
    texts = _ORGANISER_TEXTS if sanction.scope else _DOOR_TEXTS[SanctionKind(sanction.kind)]
    code, ending, endless = texts
    return Refusal(code, endless if sanction.is_endless else ending, sanction_facts(sanction))


#: By kind: what it is called to its bearer, and what it keeps him from.
_OWN_TEXTS: Final[Mapping[SanctionKind, tuple[str, str]]] = {
    SanctionKind.WARN: (
        _("You have been warned"),
        _("A warning keeps you from nothing. If it happens again, more than a warning may follow."),
    ),
    SanctionKind.MUTE: (
        _("You are muted"),
        _("You can read, play and use everything else; you cannot write in any room."),
    ),
    SanctionKind.EVENT_BAN: (
        _("You are kept out of events"),
        _("You can play at tables and talk; you cannot enter tournaments."),
    ),
    SanctionKind.SUSPEND: (
        _("Your account is suspended"),
        _("You cannot sign in, play or talk. Your chips and your history stay yours."),
    ),
    SanctionKind.BAN: (
        _("Your account is banned"),
        _("You cannot sign in, play or talk."),
    ),
}
_MUTED_IN_EVENT: Final = (
    _("You are muted in one event"),
    _("Its organiser has muted you: you cannot write in its rooms. Elsewhere nothing changes."),
)


def headline(sanction: Sanction) -> str:
    """What it is, to its bearer, in his language."""
    return sentence(_own_texts(sanction)[0], {})


def effect_text(sanction: Sanction) -> str:
    """What it keeps its bearer from, in his language."""
    return sentence(_own_texts(sanction)[1], {})


def _own_texts(sanction: Sanction) -> tuple[str, str]:
    return _MUTED_IN_EVENT if sanction.scope else _OWN_TEXTS[SanctionKind(sanction.kind)]
