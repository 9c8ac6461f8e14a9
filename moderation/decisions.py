"""What staff decide with one press: sanction, lines to hide, answer to reporters. Data, pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from moderation.cases import CaseOutcome
from moderation.policy import Step
from moderation.sanctions import Offence, SanctionKind


class Hides(models.TextChoices):
    """What is taken away from everybody but staff."""

    NOTHING = "nothing", _("Nothing")
    LINE = "line", _("The line that was reported")
    HOUR = "hour", _("All lines of the last hour")


#: How far back `Hides.HOUR` reaches.
HOUR: Final = timedelta(hours=1)

#: How long something may last, by the word in addresses and forms. None: until staff have
#: looked at it again.
LASTS: Final[Mapping[str, timedelta | None]] = {
    "15m": timedelta(minutes=15),
    "24h": timedelta(hours=24),
    "7d": timedelta(days=7),
    "30d": timedelta(days=30),
    "90d": timedelta(days=90),
    "review": None,
}

LASTS_TEXTS: Final[Mapping[str, Promise]] = {
    "15m": _("15 minutes"),
    "24h": _("24 hours"),
    "7d": _("7 days"),
    "30d": _("30 days"),
    "90d": _("90 days"),
    "review": _("until staff have looked at it again"),
}

#: What the desk offers of each kind. Warnings have no length, bans no end.
LASTS_OF: Final[Mapping[SanctionKind, tuple[str, ...]]] = {
    SanctionKind.WARN: (),
    SanctionKind.MUTE: ("15m", "24h", "7d", "review"),
    SanctionKind.EVENT_BAN: ("7d", "30d", "90d", "review"),
    SanctionKind.SUSPEND: ("24h", "7d", "30d", "90d", "review"),
    SanctionKind.BAN: (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """All that one press does, or nothing of it.

    step: what is imposed, None for no sanction. text: what its bearer reads as the reason.
    outcome: how the case is closed; `CaseOutcome.NONE` leaves it open, or there is none.
    answer: what its reporters read beside the outcome.
    """

    step: Step | None = None
    offence: Offence = Offence.OTHER
    text: str = ""
    hides: Hides = Hides.NOTHING
    outcome: CaseOutcome = CaseOutcome.NONE
    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button of the desk: what its form is filled with. kind: None for no sanction."""

    title: Promise
    kind: SanctionKind | None = None
    hides: Hides = Hides.NOTHING
    outcome: CaseOutcome = CaseOutcome.ACTED


#: By the word in the address.
PRESSES: Final[Mapping[str, Press]] = {
    "hide": Press(title=_("Hide the line"), hides=Hides.LINE, outcome=CaseOutcome.HIDDEN),
    "hide_hour": Press(
        title=_("Hide all lines of the last hour"), hides=Hides.HOUR, outcome=CaseOutcome.HIDDEN
    ),
    "warn": Press(title=_("Warn"), kind=SanctionKind.WARN, outcome=CaseOutcome.TALKED),
    "mute": Press(title=_("Mute"), kind=SanctionKind.MUTE),
    "event_ban": Press(title=_("Ban from events"), kind=SanctionKind.EVENT_BAN),
    "suspend": Press(title=_("Suspend"), kind=SanctionKind.SUSPEND),
    "ban": Press(title=_("Ban"), kind=SanctionKind.BAN),
    "no_breach": Press(title=_("No breach"), outcome=CaseOutcome.NO_BREACH),
}


def press_of(step: Step) -> tuple[str, str]:
    """The words of the press and of the length that impose this step, "" for no length."""
    lasts = next((word for word, each in LASTS.items() if each == step.lasts), "review")
    return step.kind.value, lasts if LASTS_OF[step.kind] else ""
