"""Sit&Go: take a seat, leave it while one is free, and begin when the last one is taken.

A seat counts only while its player is connected; house bots fill what stays
empty as long as somebody is waiting.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from accounts.selectors import house_bots
from accounts.services import people_lock
from bankroll import kinds
from bankroll.selectors import balance_of
from bankroll.services import accounts_lock, grant
from matches.selectors import clocked_matches_of
from tournaments import selectors
from tournaments.eligibility import SIT_AND_GO_CHECKS, EntryFacts
from tournaments.lifecycle import say_seated
from tournaments.models import Entry, EntryState, Tournament, WithdrawReason
from tournaments.services.drawing import tournament_draw
from tournaments.services.entry import entries_withdraw, entry_create
from tournaments.services.locks import _, say_changed, tournament_locked
from tournaments.services.rounds import matches_start, round_start
from tournaments.services.series import series_keep_open
from tournaments.states import TournamentState
from wire.errors import Conflict, NotFound
from wire.presence import users_online
from wire.refusals import all_refusals, refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: A house bot that runs out of chips is given enough for this many entries.
BOT_ENTRIES = 20


@transaction.atomic
def sit_and_go_join(*, event_id: str, user: "User") -> Entry:
    """Take a seat. The last one draws the seats and begins the event in the same breath.

    Whatever the player offers elsewhere, an open table or a seek, is withdrawn.

    Raises:
        NotFound: `tournament.not_found`.
        Refused: the first reason against, all of them in `refusals`; no chip has moved.
    """
    if not user.is_bot:
        people_lock([user.pk])
    tournament = tournament_locked(event_id)
    refuse_if_any(all_refusals(SIT_AND_GO_CHECKS, _facts(tournament, user)))
    is_last = tournament.taken_seats + 1 == tournament.seats
    accounts_lock(
        [
            kinds.wallet(user),
            kinds.escrow(tournament.escrow_ref),
            *([kinds.HOUSE] if is_last else []),
        ]
    )
    entry = entry_create(tournament=tournament, user=user)
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

    Raises NotFound `tournament.not_entered`, or Conflict `tournament.started`.
    """
    tournament = tournament_locked(event_id)
    entry = tournament.entries.active().filter(user=user).first()
    if entry is None:
        raise NotFound("tournament.not_entered", _("You have no seat in this event."))
    if tournament.state != TournamentState.REGISTERING:
        raise Conflict("tournament.started", _("The event has begun; your seat is drawn."))
    entries_withdraw(tournament=tournament, entries=[entry], reason=WithdrawReason.LEFT)
    say_changed(tournament, "state", "entrants")
    return entry


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
    if tournament.state != TournamentState.REGISTERING or tournament.taken_seats == 0:
        return False
    seated = list(tournament.entries.active())
    if all(entry.user.is_bot for entry in seated):
        entries_withdraw(tournament=tournament, entries=seated, reason=WithdrawReason.NO_PEOPLE)
        say_changed(tournament, "state", "entrants")
        return True
    if not tournament.rules_card.has_house_bots or tournament.next_bot_at > now():
        return False
    bot = _free_bot({entry.user_id for entry in seated})
    if bot is None:
        return False
    _stake(bot, tournament)
    sit_and_go_join(event_id=tournament_id, user=bot)
    return True


def _facts(tournament: Tournament, user: "User") -> EntryFacts:
    card = tournament.rules_card
    has_entry = tournament.entries.filter(user=user).exclude(state=EntryState.WITHDRAWN).exists()
    other_event = "" if has_entry or user.is_bot else selectors.live_event_of(user)
    return EntryFacts(
        state=TournamentState(tournament.state),
        seats=tournament.seats,
        taken_seats=tournament.taken_seats,
        has_house_bots=card.has_house_bots,
        cost_chips=card.cost_chips,
        balance_chips=balance_of(user),
        is_bot=user.is_bot,
        has_entry=has_entry,
        other_event=other_event,
        is_in_match=bool(clocked_matches_of(user)),
    )


def _free_bot(seated_ids: set[int]) -> "User | None":
    """The house bot with the least to do, if there is one beside those seated."""
    busy = selectors.live_entry_counts()
    free = [bot for bot in house_bots() if bot.pk not in seated_ids]
    return min(free, key=lambda bot: (busy[bot.pk], bot.pk), default=None)


def _stake(bot: "User", tournament: Tournament) -> None:
    """Give a house bot chips when it cannot pay its entry; once for each event."""
    cost_chips = tournament.rules_card.cost_chips
    if balance_of(bot) < cost_chips:
        grant(
            user=bot,
            chips=cost_chips * BOT_ENTRIES,
            key=f"bot:{bot.pk}:{tournament.public_id}",
            note=_("For playing with people."),
        )
