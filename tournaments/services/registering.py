"""Before a scheduled event: it opens, and players enter, leave, stand by and check in."""

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.services import people_lock
from bankroll import kinds
from bankroll.services import accounts_lock
from tournaments import selectors
from tournaments.models import (
    Entry,
    EntryState,
    Kind,
    Tournament,
    WithdrawReason,
)
from tournaments.services.entry import entries_withdraw, entry_create
from tournaments.services.locks import (
    _,
    say_changed,
    state_become,
    target_lock,
    tournament_locked,
)
from tournaments.services.reminders import ReminderKind, reminder_send
from tournaments.services.tickets import ticket_to_enter
from tournaments.states import TournamentState
from wire.errors import Conflict, NotFound, Refused
from wire.refusals import refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def tournament_open(*, tournament_id: str) -> bool:
    """Open an announced event for entries once its time has come; whether it had."""
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.ANNOUNCED or tournament.opens_at > now():
        return False
    state_become(tournament, TournamentState.REGISTERING)
    say_changed(tournament, "state")
    return True


@transaction.atomic
def entry_register(
    *, event_id: str, user: "User", invitation: str = "", ticket_id: str = ""
) -> Entry:
    """Enter a scheduled event and pay for it, with a fitting ticket if the player has one.

    ticket_id: the ticket to be used, where he has several. Where all places are taken he stands
    by: he pays like everybody and is seated when one comes free, or gets everything back.

    Raises:
        NotFound: `tournament.not_found`, `ticket.not_found`.
        Refused: the first reason against, all of them in `refusals`; no chip has moved.
    """
    if not user.is_bot:
        people_lock([user.pk])
    tournament = scheduled_locked(event_id)
    target_lock(tournament)
    ticket = ticket_to_enter(tournament=tournament, user=user, ticket_id=ticket_id)
    facts = selectors.entry_facts(tournament, user, invitation=invitation)
    refuse_if_any(selectors.entry_refusals_of(facts, tournament))
    is_free = selectors.has_free_place(tournament, ticket)
    payer = kinds.wallet(user) if ticket is None else kinds.escrow(ticket.escrow_ref)
    accounts_lock([kinds.escrow(tournament.escrow_ref), payer])
    entry = entry_create(
        tournament=tournament,
        user=user,
        ticket=ticket,
        state=EntryState.ACTIVE if is_free else EntryState.STANDBY,
    )
    say_changed(tournament, "state", "entrants")
    return entry


@transaction.atomic
def entry_withdraw(*, event_id: str, user: "User") -> Entry:
    """Give an entry back, in the form in which it was paid; the first who stands by moves up.

    Until `leave_s` before the start, and until the draw for whoever entered under an earlier
    version of the card, or stands by.

    Raises NotFound `tournament.not_entered`, or Conflict `tournament.started`,
    `tournament.too_late` or `tournament.cancelled`.
    """
    tournament = scheduled_locked(event_id)
    entry = _live_entry(tournament, user)
    if tournament.state == TournamentState.CANCELLED:
        text = _("The event is cancelled. What you paid comes back by itself.")
        raise Conflict("tournament.cancelled", text)
    if tournament.state not in (TournamentState.ANNOUNCED, TournamentState.REGISTERING):
        raise Conflict("tournament.started", _("The event has begun; your seat is drawn."))
    if now() > selectors.leaves_until(tournament, entry):
        text = _("Entries could be given back until {until}.")
        until = selectors.leaves_until(tournament, entry)
        raise Conflict("tournament.too_late", text, until=until)
    entries_withdraw(tournament=tournament, entries=[entry], reason=WithdrawReason.LEFT)
    standby_seat(tournament)
    say_changed(tournament, "state", "entrants")
    return entry


@transaction.atomic
def entry_check_in(*, event_id: str, user: "User") -> Entry:
    """Say that one will be there at the start. Saying it twice is fine.

    Raises NotFound `tournament.not_entered`, Conflict `tournament.started`, or
    Refused `tournament.check_in_early`.
    """
    tournament = scheduled_locked(event_id)
    entry = _live_entry(tournament, user)
    if tournament.state != TournamentState.REGISTERING:
        raise Conflict("tournament.started", _("The event has begun; your seat is drawn."))
    opens_at = selectors.check_in_at(tournament)
    if now() < opens_at:
        text = _("Check-in opens on {opens_at}.")
        raise Refused("tournament.check_in_early", text, opens_at=opens_at)
    if not entry.is_checked_in:
        entry.is_checked_in = True
        entry.save(update_fields=["is_checked_in"])
        say_changed(tournament, "entrants")
    return entry


def scheduled_locked(event_id: str) -> Tournament:
    """The scheduled event, locked. Raises NotFound for a Sit&Go: its seats are taken elsewise."""
    tournament = tournament_locked(event_id)
    if tournament.kind != Kind.SCHEDULED:
        raise NotFound("tournament.not_found", _("There is no such event."))
    return tournament


@transaction.atomic
def standby_move_up(*, tournament_id: str) -> bool:
    """Seat those who stand by where places have come free; whether there was one.

    Also places that nobody gave back: fewer tickets are promised, or one was not used in time.
    """
    if not Entry.objects.standby().filter(tournament__public_id=tournament_id).exists():
        return False
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.REGISTERING or not standby_seat(tournament):
        return False
    say_changed(tournament, "state", "entrants")
    return True


def standby_seat(tournament: Tournament) -> list[Entry]:
    """Seat those who stand by, first come first served, while places are free, and tell them.

    Who was seated. The caller has locked the event.
    """
    free = tournament.seats - tournament.taken_seats - selectors.places_held(tournament)
    moving = list(tournament.entries.standby()[: max(0, free)])
    if moving:
        Entry.objects.filter(pk__in=[entry.pk for entry in moving]).update(state=EntryState.ACTIVE)
        tournament.taken_seats += len(moving)
        tournament.save(update_fields=["taken_seats"])
    for seated in moving:
        reminder_send(
            user=seated.user,
            kind=ReminderKind.SEATED,
            key=f"seated:{tournament.public_id}:{seated.number}",
            tournament=tournament,
        )
    return moving


def _live_entry(tournament: Tournament, user: "User") -> Entry:
    entry = tournament.entries.live().filter(user=user).first()
    if entry is None:
        raise NotFound("tournament.not_entered", _("You have no seat in this event."))
    return entry
