"""Sit&Go: take a seat, leave it while one is free, and begin when the last one is taken.

A seat counts only while its player is connected; house bots fill what stays
empty as long as somebody is waiting.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from accounts.services import people_lock
from bankroll import kinds
from bankroll.services import accounts_lock
from tournaments import selectors
from tournaments.lifecycle import say_seated
from tournaments.models import Entry, Kind, Tournament, WithdrawReason
from tournaments.services.drawing import tournament_draw
from tournaments.services.entry import entries_withdraw, entry_create
from tournaments.services.house_bots import bot_stake, free_bots
from tournaments.services.locks import _, say_changed, target_lock, tournament_locked
from tournaments.services.rounds import matches_start, round_start
from tournaments.services.series import series_keep_open
from tournaments.services.tickets import ticket_to_enter
from tournaments.states import TournamentState
from wire.errors import Conflict, NotFound
from wire.presence import users_online
from wire.refusals import refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def sit_and_go_join(
    *, event_id: str, user: "User", invitation: str = "", ticket_id: str = ""
) -> Entry:
    """Take a seat. The last one draws the seats and begins the event in the same breath.

    A ticket that fits pays for it, the one of `ticket_id` where he names it; else chips. Whatever
    the player offers elsewhere, an open table or a seek, is withdrawn.

    Raises:
        NotFound: `tournament.not_found`, `ticket.not_found`.
        Refused: the first reason against, all of them in `refusals`; no chip has moved.
    """
    if not user.is_bot:
        people_lock([user.pk])
    tournament = _sit_and_go_locked(event_id)
    target_lock(tournament)
    ticket = ticket_to_enter(tournament=tournament, user=user, ticket_id=ticket_id)
    facts = selectors.entry_facts(tournament, user, invitation=invitation)
    refuse_if_any(selectors.entry_refusals_of(facts, tournament))
    is_last = tournament.taken_seats + 1 == tournament.seats
    accounts_lock(
        [
            kinds.wallet(user) if ticket is None else kinds.escrow(ticket.escrow_ref),
            kinds.escrow(tournament.escrow_ref),
            *([kinds.HOUSE] if is_last else []),
        ]
    )
    entry = entry_create(tournament=tournament, user=user, ticket=ticket)
    say_seated(user)
    say_changed(tournament, "state", "entrants")
    if is_last:
        tournament_draw(tournament_id=event_id)
        round_start(tournament_id=event_id)
        matches_start(tournament_id=event_id)
        series_keep_open(series=tournament.series)
    return entry


@transaction.atomic
def sit_and_go_leave(*, event_id: str, user: "User") -> Entry:
    """Give a seat back, free of charge, as long as one is still empty.

    Raises NotFound `tournament.not_found` or `tournament.not_entered`, or Conflict
    `tournament.started`.
    """
    tournament = _sit_and_go_locked(event_id)
    entry = tournament.entries.active().filter(user=user).first()
    if entry is None:
        raise NotFound("tournament.not_entered", _("You have no seat in this event."))
    if tournament.state != TournamentState.REGISTERING:
        raise Conflict("tournament.started", _("The event has begun; your seat is drawn."))
    entries_withdraw(tournament=tournament, entries=[entry], reason=WithdrawReason.LEFT)
    say_changed(tournament, "state", "entrants")
    return entry


def _sit_and_go_locked(event_id: str) -> Tournament:
    """The Sit&Go, locked. Raises NotFound for a scheduled event: it is entered elsewise."""
    tournament = tournament_locked(event_id)
    if tournament.kind != Kind.SIT_AND_GO:
        raise NotFound("tournament.not_found", _("There is no such event."))
    return tournament


def absent_seats_free(*, tournament_id: str) -> bool:
    """Free the seats of people who have been gone longer than the grace; whether any was.

    Who is here now is noted first, outside the lock. Under it only those are
    dropped whom nobody has noted since.
    """
    seated = Entry.objects.active().filter(
        tournament__public_id=tournament_id,
        tournament__state=TournamentState.REGISTERING,
        is_exclusive=True,
    )
    online = users_online(seated.values_list("user_id", flat=True))
    grace = timedelta(seconds=settings.HOUSE_SEAT_GRACE_S)
    seated.filter(user_id__in=online, last_seen_at__lt=now() - grace / 3).update(last_seen_at=now())
    if not seated.filter(last_seen_at__lt=now() - grace).exists():
        return False
    return _absent_withdraw(tournament_id, grace)


@transaction.atomic
def _absent_withdraw(tournament_id: str, grace: timedelta) -> bool:
    tournament = tournament_locked(tournament_id)
    if tournament.state != TournamentState.REGISTERING:
        return False
    gone = list(
        tournament.entries.active().filter(is_exclusive=True, last_seen_at__lt=now() - grace)
    )
    if gone:
        entries_withdraw(tournament=tournament, entries=gone, reason=WithdrawReason.ABSENT)
        say_changed(tournament, "state", "entrants")
    return bool(gone)


@transaction.atomic
def house_bot_seat(*, tournament_id: str) -> bool:
    """Seat one house bot where somebody has waited, or send them all home; whether any moved.

    The first comes HOUSE_BOT_WAIT_S after the last person sat down or left,
    the others every two seconds. Without a person nobody is waited for.
    """
    tournament = tournament_locked(tournament_id)
    is_open = tournament.state == TournamentState.REGISTERING and not tournament.is_paused
    if tournament.kind != Kind.SIT_AND_GO or not is_open or tournament.taken_seats == 0:
        return False
    seated = list(tournament.entries.active())
    if all(entry.user.is_bot for entry in seated):
        entries_withdraw(tournament=tournament, entries=seated, reason=WithdrawReason.NO_PEOPLE)
        say_changed(tournament, "state", "entrants")
        return True
    if tournament.next_bot_at > now():
        return False
    for bot in free_bots(tournament)[:1]:
        bot_stake(bot, tournament)
        sit_and_go_join(event_id=tournament_id, user=bot)
        return True
    return False
