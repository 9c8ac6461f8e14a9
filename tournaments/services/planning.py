"""Calling an event off before its draw: its state first, then every entry back, bit by bit.

The change of state is one act. The refunds follow in small transactions, each of which only
gives back what has not gone back yet: whoever is killed in between is continued by the director.
"""

from typing import Final

from django.db import transaction

from bankroll.services import fee_take
from tournaments.models import Kind, Tournament, WithdrawReason
from tournaments.services.entry import entries_withdraw
from tournaments.services.locks import _, say_changed, state_become, tournament_locked
from tournaments.services.reminders import Mail, ReminderKind, reminders_send
from tournaments.services.tickets import tickets_free
from tournaments.states import TournamentState
from wire.moments import in_zone
from wire.publish import enqueue_on_commit

#: So many entries go back in one transaction.
REFUNDS_AT_ONCE: Final = 25


def tournament_call_off(*, tournament: Tournament) -> None:
    """Make a locked event cancelled; the director gives the entries back.

    Tickets that wait for it become good for any event of their price. What satellites have put
    into its pool belongs to nobody, so the house keeps it.
    Raises Conflict `tournament.wrong_state`.
    """
    state_become(tournament, TournamentState.CANCELLED)
    tickets_free(tournament=tournament)
    if tournament.added_chips:
        fee_take(
            escrow_ref=tournament.escrow_ref,
            chips=tournament.added_chips,
            key=f"added:{tournament.public_id}",
            note=tournament.name,
        )
        tournament.added_chips = 0
        tournament.save(update_fields=["added_chips"])
    say_changed(tournament, "state", "entrants")
    enqueue_on_commit("tournaments.advance_tournament", tournament_id=tournament.public_id)
    if tournament.target is not None:
        # The places it kept there are free.
        enqueue_on_commit(
            "tournaments.advance_tournament", tournament_id=tournament.target.public_id
        )


@transaction.atomic
def entries_give_back(*, tournament_id: str) -> bool:
    """Give back some entries of a cancelled event that have not gone back yet; whether any."""
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.CANCELLED:
        return False
    entries = list(tournament.entries.live()[:REFUNDS_AT_ONCE])
    if not entries:
        return False
    entries_withdraw(tournament=tournament, entries=entries, reason=WithdrawReason.CANCELLED)
    reminders_send(
        users=[entry.user for entry in entries],
        kind=ReminderKind.CANCELLED,
        key=f"cancelled:{tournament.public_id}",
        tournament=tournament,
        mail=_mail(tournament) if tournament.kind == Kind.SCHEDULED else None,
    )
    say_changed(tournament, "entrants")
    return True


def _mail(tournament: Tournament) -> Mail:
    starts_at = in_zone(tournament.starts_at, tournament.zone)
    facts = {"event": tournament.name, "starts_at": starts_at}
    text = _(
        "{event}, which was to start on {starts_at}, is cancelled.\n\n"
        "What you paid has gone back to you: chips to your wallet, with the fee;"
        " a ticket to your tickets.\n"
    )
    return Mail(_("{event} is cancelled"), text, facts)
