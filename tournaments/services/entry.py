"""An entry and its chips: paid when a seat is taken, given back in full when it is left in time.

These act on an event whose row the caller has locked.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction

from bankroll import kinds
from bankroll.services import accounts_lock, hold, release
from tournaments import selectors
from tournaments.eligibility import seated_elsewhere
from tournaments.models import Entry, EntryState, Tournament, WithdrawReason
from wire.refusals import refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Once a house bot has sat down, the others follow at this distance.
BOT_GAP_S = 2


def entry_create(*, tournament: Tournament, user: "User") -> Entry:
    """Take a seat and hold its price.

    Raises Refused `tournament.seated_elsewhere` if the player took a seat in
    another event at this very moment, and `bankroll.short` if his chips went.
    """
    try:
        with transaction.atomic():
            entry = Entry.objects.create(
                tournament=tournament,
                user=user,
                number=tournament.entries.count() + 1,
                is_exclusive=not user.is_bot,
            )
    except IntegrityError:
        refuse_if_any([seated_elsewhere(selectors.live_event_of(user))])
        raise
    if cost_chips := tournament.rules_card.cost_chips:
        hold(
            user=user,
            escrow_ref=tournament.escrow_ref,
            chips=cost_chips,
            key=_key(tournament, entry),
            note=tournament.name,
        )
    tournament.taken_seats += 1
    _seats_store(tournament, by_bot=user.is_bot)
    return entry


def entries_withdraw(
    *, tournament: Tournament, entries: Iterable[Entry], reason: WithdrawReason
) -> None:
    """End entries before the draw and give each its chips back, fee included."""
    leaving = list(entries)
    cost_chips = tournament.rules_card.cost_chips
    accounts_lock(
        [kinds.escrow(tournament.escrow_ref), *(kinds.wallet(each.user) for each in leaving)]
    )
    for entry in leaving:
        entry.state = EntryState.WITHDRAWN
        entry.reason = reason
        entry.save(update_fields=["state", "reason"])
        if cost_chips:
            release(
                escrow_ref=tournament.escrow_ref,
                user=entry.user,
                chips=cost_chips,
                key=f"{_key(tournament, entry)}:back",
                note=tournament.name,
            )
    tournament.taken_seats -= len(leaving)
    _seats_store(tournament, by_bot=False)


def _seats_store(tournament: Tournament, *, by_bot: bool) -> None:
    """Store the count; people get time to join before the next house bot does."""
    wait_s = min(BOT_GAP_S, settings.HOUSE_BOT_WAIT_S) if by_bot else settings.HOUSE_BOT_WAIT_S
    tournament.next_bot_at = now() + timedelta(seconds=wait_s)
    tournament.save(update_fields=["taken_seats", "next_bot_at"])


def _key(tournament: Tournament, entry: Entry) -> str:
    """The name of an entry in the books."""
    return f"entry:{tournament.public_id}:{entry.number}"
