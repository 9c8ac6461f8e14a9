"""Rulings on a person: out of the event, or another in his seat."""

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from accounts.gates import Door, gate_refusal
from accounts.selectors import user_by_name
from bankroll import kinds
from bankroll.services import accounts_lock, release
from matches.services import match_annul
from tournaments.models import (
    Arrival,
    Entry,
    EntryState,
    Pairing,
    PairingResult,
    TicketKind,
    Tournament,
    WithdrawReason,
)
from tournaments.orders import Disqualify, Replace
from tournaments.services.entry import entries_end, entries_withdraw, entry_create
from tournaments.services.leaving import entrant_remove
from tournaments.services.locks import _
from tournaments.services.ruling_parts import (
    RULED,
    RUNNING,
    Done,
    drawn_check,
    live_entry_numbered,
)
from tournaments.services.tickets import GOOD_FOR, ticket_issue
from wire.refusals import Refusal, refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


def disqualify(tournament: Tournament, order: Disqualify) -> Done:
    """Take an entrant out: before the draw with all he paid, after it with nothing."""
    entry = live_entry_numbered(tournament, order.entry)
    if tournament.state in RUNNING and entry.state == EntryState.ACTIVE:
        entrant_remove(tournament=tournament, entry=entry, reason=WithdrawReason.DISQUALIFIED)
    else:
        entries_withdraw(tournament=tournament, entries=[entry], reason=WithdrawReason.DISQUALIFIED)
    return Done(entry=entry)


def replace(tournament: Tournament, order: Replace) -> Done:
    """Give the seat of somebody who has not played yet to another, who pays for it.

    What the first one paid goes back to him: chips with the fee, or a ticket of the same price
    to any event. The house keeps the fee it took for the seat.
    """
    drawn_check(tournament)
    old = live_entry_numbered(tournament, order.entry)
    user = user_by_name(order.by)
    refuse_if_any(_replace_refusals(tournament, old, user))
    _call_off_first_match(tournament, old)
    wallets = [kinds.wallet(user), kinds.wallet(old.user)]
    accounts_lock([kinds.escrow(tournament.escrow_ref), *wallets])
    seat, old.seat = old.seat, 0
    old.save(update_fields=["seat"])
    tournament.taken_seats -= 1
    tournament.save(update_fields=["taken_seats"])
    new = entry_create(
        tournament=tournament,
        user=user,
        arrival=Arrival.REPLACEMENT,
        buy_in_chips=old.buy_in_chips,
        fee_chips=old.fee_chips,
        seat=seat,
        joined_round=old.joined_round,
    )
    entries_end([old], WithdrawReason.REPLACED)
    _pay_back(tournament, old)
    for side in ("white", "black"):
        tournament.pairings.filter(**{side: old}).update(**{side: new})
    PairingResult.objects.filter(winner=old).update(winner=new)
    return Done(entry=new, details={"replaced": old.number, "seat": seat})


def _replace_refusals(tournament: Tournament, old: Entry, user: "User") -> list[Refusal]:
    """Everything against it."""
    refusals = []
    has_begun = Q(match__seq__gt=0) | Q(result__isnull=False)
    begun = _pairings_of(tournament, old).filter(has_begun, black__isnull=False)
    if not old.seat:
        text = _("{name} has no seat in the draw.")
        refusals.append(Refusal("ruling.no_seat", text, {"name": old.user.username}))
    if begun.exists():
        refusals.append(_has_played(old))
    if gate_refusal(user, Door.EVENTS) is not None:
        text = _("{name} is kept out of events at the moment.")
        refusals.append(Refusal("ruling.kept_out", text, {"name": user.username}))
    taken = tournament.entries.filter(user=user)
    if taken.exclude(state=EntryState.WITHDRAWN).exists():
        text = _("{name} is or was in the event already.")
        refusals.append(Refusal("ruling.is_entered", text, {"name": user.username}))
    return refusals


def _call_off_first_match(tournament: Tournament, old: Entry) -> None:
    """End the match to which he was called and in which nothing has happened; it is made anew.

    Raises Refused `ruling.has_played` where it begins at this moment.
    """
    called = _pairings_of(tournament, old).filter(match__isnull=False, result__isnull=True)
    for pairing in called.select_related("match"):
        assert pairing.match is not None
        match_annul(match_id=pairing.match.public_id, reason=RULED)
        pairing.match.refresh_from_db(fields=["seq"])
        if pairing.match.seq > 1:  # more than the end itself
            refuse_if_any([_has_played(old)])


def _pairings_of(tournament: Tournament, entry: Entry) -> QuerySet[Pairing]:
    return tournament.pairings.filter(Q(white=entry) | Q(black=entry))


def _has_played(old: Entry) -> Refusal:
    text = _("The first match of {name} has begun: a seat is given away only before it.")
    return Refusal("ruling.has_played", text, {"name": old.user.username})


def _pay_back(tournament: Tournament, old: Entry) -> None:
    """What he paid, in kind. His ticket was used at the draw, so he gets another of its price."""
    if old.ticket is not None:
        ticket_issue(
            holder=old.user,
            kind=TicketKind.FLEXIBLE,
            value_chips=old.cost_chips,
            key=f"replaced:{tournament.public_id}:{old.number}",
            expires_at=now() + GOOD_FOR,
            source_ref=tournament.escrow_ref,
            note=_("The seat went to another by a ruling."),
        )
    elif old.cost_chips:
        release(
            escrow_ref=tournament.escrow_ref,
            user=old.user,
            chips=old.cost_chips,
            key=f"entry:{tournament.public_id}:{old.number}:back",
            note=tournament.name,
        )
