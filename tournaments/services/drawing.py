"""The draw: random seats for whoever plays, and the fees to the house.

It locks the event, looks, and writes in one transaction, so a kill between any two lines leaves
either all of it or none.
"""

from collections.abc import Sequence

from django.db import transaction

from bankroll.services import fee_take
from tournaments import selectors
from tournaments.formats.seating import draw_seats
from tournaments.models import Entry, Kind, Tournament
from tournaments.services.bulk import numbers_store
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.services.tickets import tickets_use
from tournaments.states import TournamentState


@transaction.atomic
def tournament_draw(*, tournament_id: str) -> bool:
    """Draw the seats of a Sit&Go that is full; whether it was due."""
    tournament = tournament_locked(tournament_id)
    is_full = tournament.taken_seats == tournament.seats
    if tournament.state != TournamentState.REGISTERING or not is_full or tournament.is_paused:
        return False
    if tournament.kind != Kind.SIT_AND_GO:
        return False
    seats_draw(tournament, list(tournament.entries.active()), forfeited=())
    return True


def seats_draw(
    tournament: Tournament, entrants: Sequence[Entry], *, forfeited: Sequence[Entry]
) -> None:
    """Seat the entrants of a locked event at random, pass on its fees and use its tickets up.

    forfeited: entries that stay in the pool though nobody plays for them.
    The names, sorted, and the seats they drew are stored for everybody to check once the secret
    is open. A satellite's tickets are fixed with them.
    """
    by_name = {entry.user.username: entry for entry in entrants}
    drawn = draw_seats(
        by_name, secret=selectors.secret_of(tournament), event_id=tournament.public_id
    )
    for seat, name in enumerate(drawn, start=1):
        by_name[name].seat = seat
    numbers_store(entrants, "seat")
    draw: dict[str, object] = {"names": sorted(by_name), "seats": list(drawn)}
    if tournament.rules_card.satellite is not None:
        draw["tickets"] = selectors.satellite_outlook(tournament).division.tickets
    tournament.draw = draw
    tournament.save(update_fields=["draw"])
    state_become(tournament, TournamentState.SEATED)
    if fee_chips := sum(entry.fee_chips for entry in (*entrants, *forfeited)):
        fee_take(
            escrow_ref=tournament.escrow_ref,
            chips=fee_chips,
            key=f"fee:{tournament.public_id}",
            note=tournament.name,
        )
    tickets_use(tournament=tournament)
    say_changed(tournament, "state", "entrants", "draw")
