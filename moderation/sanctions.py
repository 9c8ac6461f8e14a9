"""What a sanction is: its kinds, how long they last, and which doors they close. Data, pure.

The values of the enums are stored and never renamed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.gates import Door
from accounts.ranks import Rank

#: The end of what has none.
FOR_EVER: Final = datetime(9999, 12, 31, tzinfo=UTC)


class SanctionKind(models.TextChoices):
    """What is imposed."""

    WARN = "warn", _("warning")
    MUTE = "mute", _("mute")
    EVENT_BAN = "event_ban", _("ban from events")
    SUSPEND = "suspend", _("suspension")
    BAN = "ban", _("ban")


class Offence(models.TextChoices):
    """What it is imposed for."""

    LANGUAGE = "language", _("not English")
    OFFENSIVE = "offensive", _("offensive language")
    THREAT = "threat", _("threats or hate")
    SPAM = "spam", _("spam")
    ADVERT = "advert", _("advertising")
    NAME = "name", _("name or profile")
    UNFAIR = "unfair", _("unfair play")
    STALLING = "stalling", _("stalling or leaving matches")
    EVASION = "evasion", _("evading a sanction")
    REPORTS = "reports", _("false reports")
    OTHER = "other", _("something else")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a kind of sanction does. closes: the doors it keeps its bearer from. bars: sessions,
    sockets and tokens end, running matches are lost by leaving, entries withdrawn with refund.
    rank: the lowest that may impose it."""

    closes: frozenset[Door]
    bars: bool = False
    rank: Rank = Rank.MODERATOR


EFFECTS: Final[Mapping[SanctionKind, Effect]] = {
    SanctionKind.WARN: Effect(closes=frozenset()),
    SanctionKind.MUTE: Effect(closes=frozenset({Door.SPEAK})),
    SanctionKind.EVENT_BAN: Effect(closes=frozenset({Door.EVENTS})),
    SanctionKind.SUSPEND: Effect(closes=frozenset(Door), bars=True),
    SanctionKind.BAN: Effect(closes=frozenset(Door), bars=True, rank=Rank.DIRECTOR),
}

#: How long a mute lasts, step by step; the last until staff have looked at it again.
MUTE_STEPS: Final = (timedelta(minutes=15), timedelta(hours=24), timedelta(days=7), None)


class SanctionState(models.TextChoices):
    """Whether staff have taken it back. One that has run out is still in force in this sense."""

    IN_FORCE = "in_force", _("in force")
    LIFTED = "lifted", _("lifted")
