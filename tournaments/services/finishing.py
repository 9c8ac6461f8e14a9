"""The end of an event: everybody gets a place, and every prize is paid once."""

from collections.abc import Iterable

from django.db import transaction

from bankroll import kinds
from bankroll.services import accounts_lock, overlay_add
from tournaments import selectors
from tournaments.formats.base import Standing
from tournaments.models import Entry, EntryState, Tournament
from tournaments.services.awards import awards_pay
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.states import TournamentState

BATCH = 500


@transaction.atomic
def tournament_finish(*, tournament_id: str) -> bool:
    """Place everybody and pay every prize, once the last result is in; whether it was.

    It is also over when nothing is left to be played: everybody has gone, or nobody is there
    whom the last one could meet. Each award has its own key in the books and its own row here,
    so no second attempt pays anything.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.is_paused or tournament.state != TournamentState.PLAYING:
        return False
    if tournament.pairings.filter(result__isnull=True).exists():
        return False
    event_format, lots = selectors.format_of_event(tournament), selectors.lots_of(tournament)
    history = selectors.history_of(tournament)
    if not event_format.is_over(history) and event_format.pairings_due(history, lots):
        return False
    standings = event_format.standings(history, lots)
    _places_store(tournament, standings)
    _guarantee_keep(tournament)
    awards_pay(tournament=tournament, standings=standings, lots=lots)
    state_become(tournament, TournamentState.FINISHED)
    say_changed(tournament, "state", "entrants", "bracket", "standings", "draw")
    return True


def _places_store(tournament: Tournament, standings: Iterable[Standing]) -> None:
    """Everybody who played has his place and is out of the event."""
    entries = {entry.seat: entry for entry in tournament.entries.filter(seat__gt=0)}
    for standing in standings:
        entry = entries[standing.entrant]
        entry.place, entry.state = standing.place, EntryState.OUT
    Entry.objects.bulk_update(entries.values(), ["place", "state"], batch_size=BATCH)


def _guarantee_keep(tournament: Tournament) -> None:
    """What the pool is short of the guarantee comes from the house.

    Source: docs/tournaments.md, "Guarantees".
    """
    missing_chips = tournament.rules_card.guarantee_chips - selectors.pool_of(tournament)
    if missing_chips <= 0:
        return
    # All accounts of the payout in one order: the prizes are paid in this transaction as well.
    players = [kinds.wallet(entry.user) for entry in tournament.entries.drawn()]
    accounts_lock([kinds.escrow(tournament.escrow_ref), kinds.MINT, *players])
    overlay_add(
        escrow_ref=tournament.escrow_ref,
        chips=missing_chips,
        key=f"overlay:{tournament.public_id}",
        note=tournament.name,
    )
    tournament.added_chips += missing_chips
    tournament.save(update_fields=["added_chips"])
