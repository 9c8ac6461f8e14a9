"""What everybody would get if an event that is drawn were stopped now, read from its rows."""

from dataclasses import dataclass

from tournaments.formats.base import EntrantId, Format, History, Lots, Standing
from tournaments.models import Entry, Pairing, Tournament
from tournaments.selectors.events import format_of_event, history_of, lots_of, pool_of
from tournaments.settlement import (
    Settlement,
    Stake,
    Stopped,
    full_rounds,
    played_out,
    settlement,
    up_to_round,
)
from tournaments.states import TournamentState

SWING = "swing"


@dataclass(frozen=True, slots=True)
class Settled:
    """A settlement, the places as they stand, and the entries by the seats both speak of."""

    settlement: Settlement
    standings: tuple[Standing, ...]
    entries: dict[EntrantId, Entry]


def settlement_of(tournament: Tournament) -> Settled:
    """What stopping this event now would pay to whom. For events whose seats are drawn."""
    pairing_format, lots = format_of_event(tournament), lots_of(tournament)
    history = history_of(tournament)
    standings = pairing_format.standings(history, lots)
    entries = {entry.seat: entry for entry in tournament.entries.drawn()}
    weights = _weights(pairing_format, standings)
    final, has_places = _final(pairing_format, history, lots)
    present = history.present if history.present is not None else frozenset(entries)
    event = Stopped(
        stakes={
            seat: Stake(
                buy_in_chips=entry.buy_in_chips,
                fee_chips=entry.fee_chips,
                weight=weights.get(seat, 1),
            )
            for seat, entry in entries.items()
        },
        others_chips=pool_of(tournament) - sum(each.buy_in_chips for each in entries.values()),
        still_in=pairing_format.alive(history) & present,
        final=final,
        shares=tournament.rules_card.shares_for(len(entries)),
        guarantee_chips=tournament.rules_card.guarantee_chips,
        has_places=has_places,
        pays_prizes=tournament.rules_card.satellite is None,
    )
    return Settled(settlement(event, lots=lots.order("prizes", entries)), standings, entries)


def _final(
    pairing_format: Format, history: History, lots: Lots
) -> tuple[tuple[Standing, ...], bool]:
    """The places as far as they are certain, and whether they are all that counts.

    Where nobody is knocked out, the places after the last full round count once half the
    rounds are full.
    """
    if pairing_format.key == SWING:
        return pairing_format.standings(history, lots), False
    if not pairing_format.by_round:
        end = played_out(pairing_format, history, lots)
        return pairing_format.standings(end, lots), False
    last = full_rounds(history)
    so_far = up_to_round(history, last)
    is_enough = last > 0 and 2 * last >= pairing_format.round_total(history)
    return pairing_format.standings(so_far, lots), is_enough


def _weights(pairing_format: Format, standings: tuple[Standing, ...]) -> dict[EntrantId, int]:
    """In a swing the stacks; elsewhere all weigh the same."""
    if pairing_format.key != SWING:
        return {}
    return {standing.entrant: int(standing.points) for standing in standings}


def matches_of_stopped(tournament_id: str, *, most: int) -> list[str]:
    """Ids of some matches that are still being played in an event that was stopped."""
    running = Pairing.objects.filter(
        tournament__public_id=tournament_id,
        tournament__state=TournamentState.STOPPED,
        match__status="playing",
    )
    return list(running.order_by("pk").values_list("match__public_id", flat=True)[:most])
