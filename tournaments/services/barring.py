"""What becomes of the entries of somebody whom the house keeps out.

What has not begun he gives back, in the form in which he paid; out of what is being played he is
taken as if he had left, and the others go on. Each event by itself, locked as for any entry.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.services import people_lock
from tournaments import selectors
from tournaments.models import WithdrawReason
from tournaments.services.entry import entries_withdraw
from tournaments.services.leaving import RUNNING, entrant_remove
from tournaments.services.locks import say_changed, tournament_locked
from tournaments.services.registering import standby_seat
from tournaments.states import TournamentState

if TYPE_CHECKING:
    from accounts.models import User


def entries_give_up(*, user: "User") -> None:
    """End every entry of somebody who is kept out of the house; what he has won stays his."""
    _give_up(user, (*selectors.COMING, *RUNNING))


def coming_entries_give_up(*, user: "User") -> None:
    """End his entries in events that have not begun: he is kept out of events. Those that are
    being played he plays to their end."""
    _give_up(user, selectors.COMING)


def _give_up(user: "User", states: Collection[TournamentState]) -> None:
    with transaction.atomic():
        people_lock([user.pk])
        entered = selectors.live_entries_of(user).filter(tournament__state__in=states)
        events = list(entered.values_list("tournament__public_id", flat=True))
    for event_id in events:
        _entry_end(event_id, user, states)


@transaction.atomic
def _entry_end(event_id: str, user: "User", states: Collection[TournamentState]) -> None:
    """End his entry in one event, whatever has become of the event since it was looked for."""
    tournament = tournament_locked(event_id)
    entry = tournament.entries.live().filter(user=user).first()
    if entry is None or tournament.state not in states:
        return
    if tournament.state in RUNNING:
        entrant_remove(tournament=tournament, entry=entry, reason=WithdrawReason.LEFT)
        return
    entries_withdraw(tournament=tournament, entries=[entry], reason=WithdrawReason.LEFT)
    standby_seat(tournament)
    say_changed(tournament, "state", "entrants")
