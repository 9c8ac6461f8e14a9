"""Appeals as a player sees his own, and as the desk sees those that wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from tournaments.models import Appeal, AppealState, Pairing, Ruling, RulingKind, Tournament

if TYPE_CHECKING:
    from accounts.models import User

#: Rulings that leave nothing to appeal against.
FINAL = (RulingKind.DECLARE, RulingKind.UPHOLD, RulingKind.REVERSE)


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match of a player in an event, and where an appeal about it stands."""

    pairing: Pairing
    opponent: str
    appeal: Appeal | None
    ruling: Ruling | None

    @property
    def is_open(self) -> bool:
        """Whether staff have an appeal of his and have not answered."""
        return self.appeal is not None and self.appeal.state == AppealState.OPEN

    @property
    def can_appeal(self) -> bool:
        """Whether he could still ask staff to look at it."""
        return not self.is_open and self.ruling is None


def own_matches(user: "User", tournament: Tournament) -> list[OwnMatch]:
    """The matches of a player in an event, the latest first."""
    mine = Q(white__user=user) | Q(black__user=user)
    pairings = list(
        tournament.pairings.filter(mine, black__isnull=False)
        .select_related("white__user", "black__user", "match", "result")
        .order_by("-round", "-slot")
    )
    appeals = {
        appeal.pairing_id: appeal
        for appeal in Appeal.objects.filter(pairing__in=pairings, entry__user=user).order_by("pk")
    }
    rulings = {
        ruling.pairing_id: ruling
        for ruling in Ruling.objects.filter(pairing__in=pairings, kind__in=FINAL).order_by("pk")
    }
    return [
        OwnMatch(
            pairing,
            next(each.user.username for each in pairing.entries if each.user_id != user.pk),
            appeals.get(pairing.pk),
            rulings.get(pairing.pk),
        )
        for pairing in pairings
    ]


def appeals_waiting() -> Sequence[Appeal]:
    """Every appeal that staff have not answered, the oldest first."""
    waiting = Appeal.objects.filter(state=AppealState.OPEN).order_by("pk")
    return list(
        waiting.select_related(
            "entry__user",
            "pairing__tournament",
            "pairing__match",
            "pairing__result",
        )
    )
