"""Where a running event stands in time: its round, what is played, when the next one begins."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Q

from tournaments.models import Tournament
from tournaments.services.swing import rate_at
from wire.time import now

if TYPE_CHECKING:
    from tournaments.card import RulesCard


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A running event as its clock shows it.

    number, began_at: of the last round that was drawn. live: matches being played, undecided:
    those and the ones that wait for their time, in all rounds. next_at: when the next matches
    begin, None while that is not known. rest_s: the pause or break before the next round.
    rate, doubles_at: of a swing, else 0 and None.
    """

    number: int
    began_at: datetime
    live: int
    undecided: int
    next_at: datetime | None
    rest_s: int
    rate: int = 0
    doubles_at: datetime | None = None


def round_clock(tournament: Tournament) -> RoundClock | None:
    """The clock of an event, None before its first round."""
    last = tournament.rounds.order_by("-number").first()
    if last is None:
        return None
    waiting = Q(result__isnull=True)
    facts = tournament.pairings.aggregate(
        live=Count("pk", filter=waiting & Q(match__isnull=False)),
        undecided=Count("pk", filter=waiting),
        next_at=Max("starts_at", filter=waiting & Q(match__isnull=True, starts_at__gt=now())),
    )
    card = tournament.rules_card
    return RoundClock(
        number=last.number,
        began_at=last.starts_at,
        live=facts["live"],
        undecided=facts["undecided"],
        next_at=facts["next_at"],
        rest_s=card.rest_s(last.number + 1),
        rate=rate_at(tournament, now()),
        doubles_at=_doubles_at(tournament, card),
    )


def _doubles_at(tournament: Tournament, card: "RulesCard") -> datetime | None:
    """When a point of a swing is worth twice as much."""
    if card.swing is None:
        return None
    played_s = (now() - tournament.state_since).total_seconds()
    doublings = int(max(0.0, played_s) // card.swing.doubles_s) + 1
    return tournament.state_since + timedelta(seconds=doublings * card.swing.doubles_s)
