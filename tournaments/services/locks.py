"""What every write of an event shares: its lock, its change of state, and who hears of it."""

from tournaments.models import Tournament
from tournaments.states import TournamentState, may_become
from tournaments.streams import LOBBY, lobby_row, tournament_stream
from wire.errors import Conflict, NotFound
from wire.publish import changed_on_commit
from wire.time import now


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


def tournament_locked(tournament_id: str) -> Tournament:
    """The event, its row locked until the transaction ends. Raises NotFound.

    Rows that only point at it are not kept waiting: the end of a match may write some, and
    whoever holds the event may be waiting for that very match.
    """
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True)
    try:
        return rows.get(public_id=tournament_id)
    except Tournament.DoesNotExist:
        raise NotFound("tournament.not_found", _("There is no such event.")) from None


def target_lock(satellite: Tournament) -> None:
    """Lock the event to which a locked satellite leads, if it is one.

    An entry may promise a ticket, and a ticket keeps a place there. A satellite is locked before
    its target, never the other way.
    """
    if satellite.target_id is not None:
        rows = Tournament.objects.select_for_update(of=("self",), no_key=True)
        rows.get(pk=satellite.target_id)


def state_become(tournament: Tournament, state: TournamentState) -> None:
    """Move a locked event on. Raises Conflict where the table of states has no such step."""
    if not may_become(tournament.state, state):
        raise Conflict(
            "tournament.wrong_state",
            _("This cannot be done to an event that is {state}."),
            state=tournament.state,
        )
    tournament.state = state
    tournament.state_since = now()
    tournament.save(update_fields=["state", "state_since"])


def say_changed(tournament: Tournament, *parts: str) -> None:
    """Tell the event's page which parts to read again, and the lobby its row; the page of a
    target shows what its satellites would pay.

    A private event has no row: nobody hears of it who does not know its address.
    """
    for part in parts:
        changed_on_commit(tournament_stream(tournament.public_id), part)
    terms = tournament.rules_card.satellite
    if terms is not None and "entrants" in parts:
        changed_on_commit(tournament_stream(terms.target_id), "satellites")
    if not tournament.is_private:
        changed_on_commit(LOBBY, lobby_row(tournament.kind, tournament.public_id))
