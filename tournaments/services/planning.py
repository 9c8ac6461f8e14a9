"""Before the draw: opening an event for entries, and calling it off."""

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.services import staff_action_record
from tournaments.models import Tournament, WithdrawReason
from tournaments.services.entry import entries_withdraw
from tournaments.services.locks import say_changed, state_become, tournament_locked
from tournaments.states import TournamentState

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def tournament_cancel(*, tournament_id: str, actor: "User", reason: str) -> Tournament:
    """Call an event off before the draw; every entry goes back to its player, fee included.

    All of it or nothing: whoever presses second finds it done and is told so.

    Raises:
        Conflict: `tournament.wrong_state` when it is drawn, over, or cancelled already.
        Forbidden: `auth.forbidden` for somebody who is not staff.
        Refused: `staff.reason` without a reason.
    """
    tournament = tournament_locked(tournament_id)
    state_become(tournament, TournamentState.CANCELLED)
    staff_action_record(
        actor=actor,
        act="tournament.cancel",
        subject=f"tournament:{tournament_id}",
        reason=reason,
    )
    entries_withdraw(
        tournament=tournament,
        entries=tournament.entries.active(),
        reason=WithdrawReason.CANCELLED,
    )
    say_changed(tournament, "state", "entrants")
    return tournament
