"""An entry and what pays for it: held when it is made, given back in the form paid.

These act on an event whose row the caller has locked; entries of people need the lock of the
person as well (`accounts.services.people_lock`), taken before it.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction

from bankroll import kinds
from bankroll.kinds import AccountRef
from bankroll.services import accounts_lock, hold, release
from tournaments import selectors
from tournaments.eligibility import seated_elsewhere
from tournaments.models import (
    Arrival,
    Entry,
    EntryState,
    Kind,
    Ticket,
    Tournament,
    WithdrawReason,
)
from tournaments.services.tickets import ticket_reserve, ticket_return
from wire.refusals import refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Once a house bot has sat down, the others follow at this distance.
BOT_GAP_S = 2

#: For so long at least a ticket of a cancelled event can be used from then on.
CANCELLED_TICKET_DAYS = 30


def entry_create(
    *,
    tournament: Tournament,
    user: "User",
    ticket: Ticket | None = None,
    state: EntryState = EntryState.ACTIVE,
    arrival: Arrival = Arrival.IN_TIME,
    buy_in_chips: int | None = None,
    fee_chips: int | None = None,
    seat: int = 0,
    joined_round: int = 1,
) -> Entry:
    """Enter somebody and take its price, from his ticket or else from his wallet.

    buy_in_chips, fee_chips: what it costs him, where that is not what the card says.

    Raises Refused `tournament.seated_elsewhere` if the player took a seat in
    another event at this very moment, and `bankroll.short` if his chips went.
    """
    card = tournament.rules_card
    entry = Entry(
        tournament=tournament,
        user=user,
        number=tournament.entries.count() + 1,
        state=state,
        arrival=arrival,
        buy_in_chips=card.buy_in_chips if buy_in_chips is None else buy_in_chips,
        fee_chips=card.fee_chips if fee_chips is None else fee_chips,
        is_exclusive=tournament.kind == Kind.SIT_AND_GO and not user.is_bot,
        seat=seat,
        joined_round=joined_round,
    )
    _write(entry)
    _pay(entry, ticket)
    if state == EntryState.ACTIVE:
        tournament.taken_seats += 1
        _seats_store(tournament, by_bot=user.is_bot)
    return entry


def _write(entry: Entry) -> None:
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError:
        refuse_if_any([seated_elsewhere(selectors.live_event_of(entry.user))])
        raise


def _pay(entry: Entry, ticket: Ticket | None) -> None:
    if ticket is not None:
        ticket_reserve(ticket=ticket, entry=entry)
    elif entry.cost_chips:
        hold(
            user=entry.user,
            escrow_ref=entry.tournament.escrow_ref,
            chips=entry.cost_chips,
            key=_key(entry),
            note=entry.tournament.name,
        )


def entries_withdraw(
    *, tournament: Tournament, entries: Iterable[Entry], reason: WithdrawReason
) -> None:
    """End entries before the draw and give each back what paid for it: chips with the fee, or
    the ticket."""
    leaving = list(entries)
    accounts_lock(refund_accounts(tournament, leaving))
    tournament.taken_seats -= sum(entry.state == EntryState.ACTIVE for entry in leaving)
    entries_end(leaving, reason)
    for entry in leaving:
        _give_back(tournament, entry)
    _seats_store(tournament, by_bot=False)


def entries_end(entries: Sequence[Entry], reason: WithdrawReason) -> None:
    """Mark entries withdrawn for a reason. What was paid, and the count of seats, stay."""
    for entry in entries:
        entry.state, entry.reason = EntryState.WITHDRAWN, reason
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(
        state=EntryState.WITHDRAWN, reason=reason
    )


def refund_accounts(tournament: Tournament, entries: Iterable[Entry]) -> list[AccountRef]:
    """Every account that giving these entries back touches. The tickets are read with them."""
    accounts = [kinds.escrow(tournament.escrow_ref)]
    for entry in entries:
        paid_by = entry.ticket
        accounts.append(
            kinds.wallet(entry.user) if paid_by is None else kinds.escrow(paid_by.escrow_ref)
        )
    return accounts


def _give_back(tournament: Tournament, entry: Entry) -> None:
    """What paid for an entry that has ended, once."""
    if entry.ticket is not None:
        is_cancelled = entry.reason == WithdrawReason.CANCELLED
        ticket_return(
            entry=entry,
            note=entry.get_reason_display(),
            days=CANCELLED_TICKET_DAYS if is_cancelled else 0,
        )
    elif entry.cost_chips:
        release(
            escrow_ref=tournament.escrow_ref,
            user=entry.user,
            chips=entry.cost_chips,
            key=f"{_key(entry)}:back",
            note=tournament.name,
        )


def _seats_store(tournament: Tournament, *, by_bot: bool) -> None:
    """Store the count; people get time to join before the next house bot does."""
    wait_s = min(BOT_GAP_S, settings.HOUSE_BOT_WAIT_S) if by_bot else settings.HOUSE_BOT_WAIT_S
    tournament.next_bot_at = now() + timedelta(seconds=wait_s)
    tournament.save(update_fields=["taken_seats", "next_bot_at"])


def _key(entry: Entry) -> str:
    """The name of an entry in the books."""
    return f"entry:{entry.tournament.public_id}:{entry.number}"
