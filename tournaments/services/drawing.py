"""The draw: random seats for whoever is there, and the fees to the house.

It locks the event, looks, and writes in one transaction, so a kill between any two lines leaves
either all of it or none.
"""

from django.db import transaction

from bankroll.services import fee_take
from tournaments import selectors
from tournaments.formats.seating import draw_seats
from tournaments.models import Entry
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.states import TournamentState


@transaction.atomic
def tournament_draw(*, tournament_id: str) -> bool:
    """Seat the entrants of a full event at random and pass its fees to the house.

    Whether it was due. The names, sorted, and the seats they drew are stored
    for everybody to check once the secret is open.
    """
    tournament = tournament_locked(tournament_id)
    is_full = tournament.taken_seats == tournament.seats
    if tournament.state != TournamentState.REGISTERING or not is_full:
        return False
    entries = {entry.user.username: entry for entry in tournament.entries.active()}
    drawn = draw_seats(
        entries, secret=selectors.secret_of(tournament), event_id=tournament.public_id
    )
    for seat, name in enumerate(drawn, start=1):
        entries[name].seat = seat
    Entry.objects.bulk_update(entries.values(), ["seat"])
    tournament.draw = {"names": sorted(entries), "seats": list(drawn)}
    tournament.save(update_fields=["draw"])
    state_become(tournament, TournamentState.SEATED)
    if fee_chips := tournament.rules_card.fee_chips * len(drawn):
        fee_take(
            escrow_ref=tournament.escrow_ref,
            chips=fee_chips,
            key=f"fee:{tournament.public_id}",
            note=tournament.name,
        )
    say_changed(tournament, "state", "entrants", "draw")
    return True
