"""What the house usually does about an offence, step by step. It suggests; a person decides. Pure.

Chosen by how many sanctions for the same offence somebody has had within a year. What staff have
taken back does not count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from moderation.sanctions import MUTE_STEPS, Offence, SanctionKind

#: How far back earlier sanctions count.
MEMORY: Final = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Step:
    """One sanction of a ladder. `lasts` is None for what has no end, and for a warning."""

    kind: SanctionKind
    lasts: timedelta | None = None


Ladder = tuple[Step, ...]

_WARN: Final = Step(SanctionKind.WARN)
_BAN: Final = Step(SanctionKind.BAN)
_MUTES: Final = tuple(Step(SanctionKind.MUTE, lasts) for lasts in MUTE_STEPS)


def _event_ban(days: int) -> Step:
    return Step(SanctionKind.EVENT_BAN, timedelta(days=days))


def _suspend(days: int) -> Step:
    return Step(SanctionKind.SUSPEND, timedelta(days=days))


LADDERS: Final[Mapping[Offence, Ladder]] = {
    Offence.LANGUAGE: (_WARN, *_MUTES),
    Offence.OFFENSIVE: _MUTES,
    Offence.THREAT: (_MUTES[2], _suspend(30), _BAN),
    Offence.SPAM: (_WARN, *_MUTES),
    Offence.ADVERT: (_MUTES[1], _MUTES[2], _suspend(30), _BAN),
    Offence.NAME: (_WARN, _suspend(7), _BAN),
    Offence.UNFAIR: (_event_ban(30), _suspend(30), _BAN),
    Offence.STALLING: (_WARN, _event_ban(7), _event_ban(30), _suspend(7)),
    Offence.EVASION: (_suspend(7), _BAN),
    Offence.REPORTS: (_WARN, _MUTES[1], _MUTES[2]),
    Offence.OTHER: (_WARN, *_MUTES),
}


def step_after(offence: Offence, earlier: int) -> Step:
    """What is usual for somebody with so many earlier sanctions for it; the last step repeats."""
    ladder = LADDERS[offence]
    return ladder[min(earlier, len(ladder) - 1)]
