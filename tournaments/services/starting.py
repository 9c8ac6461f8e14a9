"""The start of a scheduled event: who is here plays, the seats of the absent are given away.

All of it is one transaction, however often and by however many workers it is asked for. Until it
is done nothing is remembered but how many entrants are missing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from bankroll import kinds
from bankroll.kinds import AccountRef
from bankroll.services import accounts_lock
from tournaments import selectors
from tournaments.field import Applicant, FieldPlan, field_plan
from tournaments.models import Entry, EntryState, Kind, Tournament, WithdrawReason
from tournaments.services.attendance import attendance_miss
from tournaments.services.drawing import seats_draw
from tournaments.services.entry import (
    entries_end,
    entries_withdraw,
    entry_create,
    refund_accounts,
)
from tournaments.services.house_bots import bot_stake, free_bots
from tournaments.services.locks import say_changed, tournament_locked
from tournaments.services.planning import tournament_call_off
from tournaments.services.reminders import ReminderKind, reminders_send
from tournaments.states import TournamentState
from wire.presence import users_online
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Nobody plays alone, whatever the card says.
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Field:
    """The entries of an event by what its plan makes of them, and the house bots that fill up."""

    plan: FieldPlan
    by_number: Mapping[int, Entry]
    bots: "Sequence[User]"

    def of(self, numbers: Iterable[int]) -> list[Entry]:
        """The entries of these numbers."""
        return [self.by_number[number] for number in numbers]


def event_start(*, tournament_id: str) -> bool:
    """Draw a scheduled event whose start has come, or wait, or call it off; whether any was due.

    Who has a socket is read before the event is locked. Whoever enters in between is here.
    """
    tournament = selectors.tournament_by_id(tournament_id)
    if not _is_due(tournament):
        return False
    people = dict(tournament.entries.live().values_list("pk", "user_id"))
    online = users_online(set(people.values()))
    return _start(tournament_id, frozenset(pk for pk in people if people[pk] not in online))


@transaction.atomic
def _start(tournament_id: str, absent: frozenset[int]) -> bool:
    """Start the event. absent: the entries whose players have no socket."""
    tournament = tournament_locked(tournament_id)
    if not _is_due(tournament):
        return False
    field = _field_of(tournament, absent)
    if field.plan.missing:
        return _wait(tournament, field.plan.missing)
    paying = field.plan.entrants + len(field.plan.forfeited)
    if selectors.satellite_refusal(tournament, paying):
        tournament_call_off(tournament=tournament)
        return True
    accounts_lock(_accounts(tournament, field))
    _absent_remove(tournament, field)
    entrants = _entrants_take(tournament, field)
    seats_draw(tournament, entrants, forfeited=field.of(field.plan.forfeited))
    reminders_send(
        users=[entry.user for entry in entrants],
        kind=ReminderKind.STARTS,
        key=f"now:{tournament.public_id}",
        tournament=tournament,
    )
    return True


def _is_due(tournament: Tournament) -> bool:
    return (
        tournament.kind == Kind.SCHEDULED
        and tournament.state == TournamentState.REGISTERING
        and not tournament.is_paused
        and tournament.starts_at <= now()
    )


def _field_of(tournament: Tournament, absent: frozenset[int]) -> Field:
    """Who plays, as things are. House bots are always here."""
    entries = {entry.number: entry for entry in tournament.entries.live()}
    applicants = [
        Applicant(
            number=number,
            is_here=entry.is_checked_in or entry.pk not in absent or entry.user.is_bot,
            stands_by=entry.state == EntryState.STANDBY,
        )
        for number, entry in entries.items()
    ]
    bots = free_bots(tournament)
    plan = field_plan(
        applicants,
        seats=tournament.seats,
        fewest=max(FEWEST, tournament.rules_card.min_entrants),
        free_bots=len(bots),
    )
    return Field(plan, entries, bots[: plan.bots])


def _wait(tournament: Tournament, missing: int) -> bool:
    """Wait for more entrants, or call the event off when they have been waited for long enough.

    Whether anything changed: the number that is missing is stored for the pages.
    """
    if selectors.cancels_at(tournament) <= now():
        tournament_call_off(tournament=tournament)
        return True
    if tournament.missing_entrants != missing:
        tournament.missing_entrants = missing
        tournament.save(update_fields=["missing_entrants"])
        say_changed(tournament, "state", "entrants")
    return False


def _accounts(tournament: Tournament, field: Field) -> list[AccountRef]:
    """Every account the start may touch, to be locked in one order."""
    plan = field.plan
    accounts = refund_accounts(tournament, field.of((*plan.given, *plan.unseated)))
    accounts.append(kinds.HOUSE)
    if field.bots:
        accounts += [kinds.MINT, *(kinds.wallet(bot) for bot in field.bots)]
    return accounts


def _absent_remove(tournament: Tournament, field: Field) -> None:
    """Refund whose seat went to another and who got none; let the other absent forfeit."""
    plan = field.plan
    given, forfeited = field.of(plan.given), field.of(plan.forfeited)
    entries_withdraw(tournament=tournament, entries=given, reason=WithdrawReason.SEAT_GIVEN)
    entries_withdraw(
        tournament=tournament,
        entries=field.of(plan.unseated),
        reason=WithdrawReason.NOT_SEATED,
    )
    entries_end(forfeited, WithdrawReason.NO_SHOW)
    tournament.taken_seats -= len(forfeited)
    attendance_miss(tournament=tournament, users=[entry.user for entry in (*given, *forfeited)])


def _entrants_take(tournament: Tournament, field: Field) -> list[Entry]:
    """Seat who stood by, and house bots; everybody who plays."""
    seated = field.of(field.plan.seated)
    for entry in seated:
        entry.state = EntryState.ACTIVE
    Entry.objects.filter(pk__in=[entry.pk for entry in seated]).update(state=EntryState.ACTIVE)
    tournament.taken_seats += len(seated)
    tournament.missing_entrants = 0
    tournament.save(update_fields=["taken_seats", "missing_entrants"])
    entrants = [*field.of(field.plan.playing), *seated]
    for bot in field.bots:
        bot_stake(bot, tournament)
        entrants.append(entry_create(tournament=tournament, user=bot))
    return entrants
