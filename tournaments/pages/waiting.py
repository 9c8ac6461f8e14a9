"""How long somebody waits for his next match, from how long matches of the event have taken."""

from math import ceil
from typing import TYPE_CHECKING

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Q

from tournaments.expected import match_s
from tournaments.formats.base import Outcome, Ref
from tournaments.models import PairingResult, Tournament
from wire.time import now

if TYPE_CHECKING:
    from tournaments.card import RulesCard

#: From so many matches of the event on, their own time is believed rather than a guess.
ENOUGH_MATCHES = 3

#: Nobody is told that he plays at once while a match still runs.
LEAST_S = 60


def wait_minutes(tournament: Tournament, last: Ref | None) -> int:
    """In about how many minutes somebody plays again; `last` is where he won or was free.

    From how long the event's own matches have taken, for each point of them; before there are
    enough, from what people need as a rule. What has already lasted longer ends soon. In a single
    elimination he waits for one branch of the bracket, elsewhere for whatever is played. 0 while
    nothing is.
    """
    running = tournament.pairings.filter(result__isnull=True, match__isnull=False)
    card = tournament.rules_card
    if card.format == "knockout" and last is not None:
        running = running.filter(_branch_of(last))
    began = list(running.values_list("round", "starts_at"))
    if not began:
        return 0
    pace = _pace(tournament)
    earliest = min(number for number, _starts_at in began)
    left_s = [
        match_s(card.rules_of(number)) * pace - (now() - starts_at).total_seconds()
        for number, starts_at in began
        if number == earliest
    ]
    further = last.round if last is not None and card.format == "knockout" else earliest
    return ceil((max(LEAST_S, *left_s) + _rounds_s(card, earliest, further, pace)) / 60)


def _branch_of(last: Ref) -> Q:
    """The places from which the opponent of whoever comes out of `last` can come."""
    other = (last.slot - 1) ^ 1
    branch = Q(pk__in=())
    for number in range(1, last.round + 1):
        width = 1 << (last.round - number)
        branch |= Q(round=number, slot__gt=other * width, slot__lte=(other + 1) * width)
    return branch


def _rounds_s(card: "RulesCard", first: int, last: int, pace: float) -> float:
    """What still follows the matches of round `first`: pauses, and whole rounds up to `last`."""
    between = range(first + 1, last + 1)
    played_s = sum(card.rest_s(each) + match_s(card.rules_of(each)) * pace for each in between)
    return played_s + card.rest_s(last + 1)


def _pace(tournament: Tournament) -> float:
    """How much longer than expected the matches of this event take; 1 while nobody knows."""
    lasted = ExpressionWrapper(
        F("recorded_at") - F("pairing__starts_at"), output_field=DurationField()
    )
    played = PairingResult.objects.filter(
        pairing__tournament=tournament, outcome=Outcome.PLAYED.value
    )
    by_round = list(
        played.values("pairing__round").annotate(number=Count("pk"), lasted=Avg(lasted))
    )
    if sum(each["number"] for each in by_round) < ENOUGH_MATCHES:
        return 1.0
    card = tournament.rules_card
    expected_s = sum(
        each["number"] * match_s(card.rules_of(each["pairing__round"])) for each in by_round
    )
    taken_s = sum(each["number"] * each["lasted"].total_seconds() for each in by_round)
    return float(taken_s / expected_s)
