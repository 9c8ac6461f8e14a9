"""Where somebody stands with the house, as he reads it himself."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.rules import RULES_VERSION
from moderation.cases import AppealState
from moderation.models import Appeal, Sanction
from moderation.sanctions import EFFECTS, SanctionKind, SanctionState
from moderation.sentences import as_read
from moderation.texts import effect_text, headline
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One sanction as its bearer reads it.

    headline: what it is. effect: what it keeps him from. until: None without an end, and for a
    warning. event_id: the one event it holds in, "" for the whole house. said: what was said when
    it was lifted.
    """

    sanction_id: str
    kind: str
    headline: str
    effect: str
    reason: str
    event_id: str
    since: datetime
    until: datetime | None
    is_in_force: bool
    is_lifted: bool
    said: str
    appeal: Appeal | None

    @property
    def is_warning(self) -> bool:
        """Whether it only has to be read."""
        return self.kind == SanctionKind.WARN

    @property
    def may_appeal(self) -> bool:
        """Whether he has not appealed yet, and there is something to appeal against."""
        return self.appeal is None and not self.is_lifted

    @property
    def waits(self) -> bool:
        """Whether his appeal has not been decided."""
        return self.appeal is not None and self.appeal.state == AppealState.OPEN


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on top of every page: sanctions in force, warnings he has not marked as read.

    asked_version: of the house rules he is asked to accept; 0 where he has.
    """

    lines: tuple[StandingLine, ...] = ()
    asked_version: int = 0


def standing_of(user: "User | AnonymousUser") -> Standing:
    """What somebody should know now. Nothing for a visitor, and for house bots."""
    if isinstance(user, AnonymousUser) or user.is_bot:
        return Standing()
    unread = Q(kind=SanctionKind.WARN, is_read=False, state=SanctionState.IN_FORCE)
    found = Sanction.objects.filter(Q(ended_at__gt=now()) | unread, user_id=user.pk)
    is_asked = user.rules_version < RULES_VERSION
    return Standing(_lines(found), RULES_VERSION if is_asked else 0)


def standing_record(user: "User") -> tuple[StandingLine, ...]:
    """Everything that was ever imposed on him, the latest first."""
    return _lines(Sanction.objects.filter(user_id=user.pk))


def bars_of(user: "User") -> tuple[StandingLine, ...]:
    """What keeps him out of the house now, the longest first."""
    barring = [kind for kind, effect in EFFECTS.items() if effect.bars]
    found = Sanction.objects.filter(user_id=user.pk, kind__in=barring, ended_at__gt=now())
    return _lines(found.order_by("-ended_at", "-pk"))


def _lines(sanctions: QuerySet[Sanction]) -> tuple[StandingLine, ...]:
    return tuple(_line(sanction) for sanction in sanctions.select_related("appeal"))


def _line(sanction: Sanction) -> StandingLine:
    is_warning = sanction.kind == SanctionKind.WARN
    return StandingLine(
        sanction_id=sanction.public_id,
        kind=sanction.kind,
        headline=headline(sanction),
        effect=effect_text(sanction),
        reason=as_read(sanction.text),
        event_id=sanction.scope.partition(":")[2],
        since=sanction.starts_at,
        until=None if is_warning or sanction.is_endless else sanction.ends_at,
        is_in_force=sanction.is_in_force,
        is_lifted=sanction.state == SanctionState.LIFTED,
        said=as_read(sanction.ended_text),
        appeal=getattr(sanction, "appeal", None),
    )
