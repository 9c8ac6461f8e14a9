"""The end of an event: everybody gets a place, and every prize is paid once."""

from django.db import transaction

from bankroll import kinds
from bankroll.services import accounts_lock, pay
from tournaments import selectors
from tournaments.formats import format_of
from tournaments.models import Award, Entry, EntryState, Tournament
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.states import TournamentState


@transaction.atomic
def tournament_finish(*, tournament_id: str) -> bool:
    """Place everybody and pay every prize, once the last result is in; whether it was.

    Each award has its own key in the books and its own row here, so no second
    attempt pays anything.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.PLAYING:
        return False
    pairing_format, lots = format_of(tournament.rules_card), selectors.lots_of(tournament)
    history = selectors.history_of(tournament)
    if not pairing_format.is_over(history):
        return False
    entries = {entry.seat: entry for entry in tournament.entries.drawn()}
    standings = pairing_format.standings(history, lots)
    for standing in standings:
        entries[standing.entrant].place = standing.place
        entries[standing.entrant].state = EntryState.OUT
    Entry.objects.bulk_update(entries.values(), ["place", "state"])
    card = tournament.rules_card
    prizes = card.shares_for(len(entries)).prizes(
        standings, card.pool_chips(len(entries)), lots=lots.order("prizes", entries)
    )
    _awards_pay(
        tournament,
        [
            Award(
                tournament=tournament,
                place=prize.place,
                entry=entries[prize.entrant],
                chips=prize.chips,
            )
            for prize in prizes
        ],
    )
    state_become(tournament, TournamentState.FINISHED)
    say_changed(tournament, "state", "entrants", "bracket", "draw")
    return True


def _awards_pay(tournament: Tournament, awards: list[Award]) -> None:
    """Store the awards and move their chips, all accounts locked ahead in one order."""
    accounts_lock(
        [kinds.escrow(tournament.escrow_ref), *(kinds.wallet(each.entry.user) for each in awards)]
    )
    Award.objects.bulk_create(awards)
    for award in awards:
        if award.chips:
            pay(
                escrow_ref=tournament.escrow_ref,
                user=award.entry.user,
                chips=award.chips,
                key=f"award:{tournament.public_id}:{award.place}",
                note=tournament.name,
            )
