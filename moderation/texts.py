"""Sanctions in sentences: what their bearer is told at a door, and what staff are told before."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from moderation.models import Sanction
from moderation.sanctions import FOR_EVER, SanctionKind
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_BARRED: Final = "account.barred"

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
        _BARRED,
        _("Your account is suspended until {when}. The reason: {reason}"),
        _("Your account is suspended until our staff decide otherwise. The reason: {reason}"),
    ),
    SanctionKind.BAN: (
        _BARRED,
        _("Your account is banned until {when}. The reason: {reason}"),
        _("Your account is banned. The reason: {reason}"),
    ),
}


def moment_text(moment: datetime) -> str:
    """A moment in a form that is read alike in every language; "" for FOR_EVER."""
    return "" if moment >= FOR_EVER else f"{moment:%Y-%m-%d %H:%M} UTC"


def sanction_facts(sanction: Sanction) -> dict[str, Any]:
    """What machines are told: kind, reason, and `until` in ISO 8601, None for no end.

    `when` is the same for a sentence.
    """
    until = None if sanction.is_endless else sanction.ends_at
    return {
        "sanction": sanction.public_id,
        "kind": sanction.kind,
        "scope": sanction.scope,
        "reason": sanction.text,
        "until": until.isoformat() if until is not None else None,
        "when": moment_text(sanction.ends_at),
    }


def door_refusal(sanction: Sanction) -> Refusal:
    """What its bearer hears at a door it closes: what it is, until when, and why."""
    code, ending, endless = _DOOR_TEXTS[SanctionKind(sanction.kind)]
    return Refusal(code, endless if sanction.is_endless else ending, sanction_facts(sanction))
