"""Stopping an event after its draw: all its chips go out at once, then its matches end.

The money and the state are one transaction. Ending many matches may take longer than one
transaction should, so it is a step of the director, which finds what is left to end.
"""

from django.db import transaction

from bankroll import kinds
from bankroll.services import accounts_lock, overlay_add, settle
from matches.services import match_annul
from tournaments.models import Award, Entry, EntryState, Pairing, Tournament
from tournaments.selectors.settling import Settled, matches_of_stopped, settlement_of
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.states import TournamentState
from wire.publish import enqueue_on_commit

STOPPED = "stopped"
#: What the page of a stopped event reads again.
PARTS = ("state", "entrants", "bracket", "standings", "prizes", "draw", "log")
#: So many matches end in one step, so that no transaction gets long.
MATCHES_A_STEP = 50


@transaction.atomic
def tournament_stop(*, tournament_id: str) -> Settled | None:
    """Pay out and end an event that is drawn; None where it is stopped already.

    Results are waited for that are being written at this moment; later ones count no more.
    Who decides it and why is the business of `ruling_make`.

    Raises:
        NotFound: `tournament.not_found`.
        Conflict: `tournament.wrong_state` before the draw, when it is cancelled instead, and
            after the end.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.state == TournamentState.STOPPED:
        return None
    state_become(tournament, TournamentState.STOPPED)
    # A result is written under the lock of its pairing; so none comes in between.
    list(
        Pairing.objects.select_for_update(of=("self",))
        .filter(tournament=tournament, result__isnull=True)
        .order_by("pk")
    )
    settled = settlement_of(tournament)
    _pay_out(tournament, settled)
    _place(settled)
    say_changed(tournament, *PARTS)
    enqueue_on_commit("tournaments.advance_tournament", tournament_id=tournament_id)
    return settled


def stopped_matches_end(*, tournament_id: str) -> bool:
    """End some of the matches that a stopped event has left running; whether there were any."""
    running = matches_of_stopped(tournament_id, most=MATCHES_A_STEP)
    for match_id in running:
        match_annul(match_id=match_id, reason=STOPPED)
    return bool(running)


def _pay_out(tournament: Tournament, settled: Settled) -> None:
    """The overlay, the fees that come back, and everybody's chips; an award for each."""
    paid = [each for each in settled.settlement.receipts if each.chips]
    users = [settled.entries[each.entrant].user for each in paid]
    accounts_lock(
        [kinds.escrow(tournament.escrow_ref), kinds.HOUSE, kinds.MINT, *map(kinds.wallet, users)]
    )
    overlay_chips = settled.settlement.overlay_chips
    if overlay_chips:
        overlay_add(
            escrow_ref=tournament.escrow_ref,
            chips=overlay_chips,
            key=f"overlay:{tournament.public_id}",
            note=tournament.name,
        )
        tournament.added_chips += overlay_chips
        tournament.save(update_fields=["added_chips"])
    Award.objects.bulk_create(
        Award(
            tournament=tournament,
            place=place,
            entry=settled.entries[receipt.entrant],
            chips=receipt.chips,
        )
        for place, receipt in enumerate(paid, start=1)
    )
    if paid:
        settle(
            escrow_ref=tournament.escrow_ref,
            fees_back_chips=settled.settlement.fees_back_chips,
            payments=[(user, each.chips) for user, each in zip(users, paid, strict=True)],
            key=f"settle:{tournament.public_id}",
            note=tournament.name,
        )


def _place(settled: Settled) -> None:
    """Everybody has the place at which he was stopped, and is out of the event."""
    for standing in settled.standings:
        entry = settled.entries[standing.entrant]
        entry.place, entry.state = standing.place, EntryState.OUT
    Entry.objects.bulk_update(settled.entries.values(), ["place", "state"])
