"""Ready sentences for players: why something was imposed on them, and what came of a report.

They are stored in English and read by everybody in his own language, unless staff have
changed them.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from moderation.cases import CaseOutcome, ReportReason
from moderation.sanctions import Offence

#: What the player reads as the reason, by offence.
REASON_TEXTS: Final[Mapping[Offence, str]] = {
    Offence.LANGUAGE: _("Please write English in chat, so that everybody can follow."),
    Offence.OFFENSIVE: _("You insulted another player. We want everybody to feel welcome here."),
    Offence.THREAT: _("You threatened somebody or spoke with hate. We do not accept that."),
    Offence.SPAM: _("You flooded the chat. Please leave room for others."),
    Offence.ADVERT: _("You advertised in the chat. That is not allowed here."),
    Offence.NAME: _("Your name or profile breaks the house rules. Please change it."),
    Offence.UNFAIR: _("You played with help or against the spirit of fair play."),
    Offence.STALLING: _("You kept opponents waiting or left matches on purpose."),
    Offence.EVASION: _("You used another account while this one was under a sanction."),
    Offence.REPORTS: _("You reported players without cause. Please report what really happened."),
    Offence.OTHER: _("You broke the house rules."),
}

#: What the reporters read beside the outcome, to begin with.
ANSWER_TEXTS: Final[Mapping[CaseOutcome, str]] = {
    CaseOutcome.NONE: "",
    CaseOutcome.ACTED: _("Thank you for telling us."),
    CaseOutcome.HIDDEN: _("Thank you for telling us."),
    CaseOutcome.TALKED: _("Thank you for telling us."),
    CaseOutcome.NO_BREACH: _(
        "If the player still bothers you, you can mute or block him for yourself."
    ),
}

#: The offence a report points at.
OFFENCE_OF: Final[Mapping[ReportReason, Offence]] = {
    ReportReason.OFFENSIVE: Offence.OFFENSIVE,
    ReportReason.NOT_ENGLISH: Offence.LANGUAGE,
    ReportReason.SPAM: Offence.SPAM,
    ReportReason.THREAT: Offence.THREAT,
    ReportReason.NAME: Offence.NAME,
    ReportReason.UNFAIR: Offence.UNFAIR,
    ReportReason.STALLING: Offence.STALLING,
    ReportReason.OTHER: Offence.OTHER,
}

_READY: Final = frozenset({*REASON_TEXTS.values(), *ANSWER_TEXTS.values()} - {""})


def as_read(text: str) -> str:
    """A text of staff as its reader sees it: a ready sentence in his language, any other as is."""
    return gettext(text) if text in _READY else text
