"""Coming into an event that has begun: late entry, and buying back after the first match.

A newcomer takes the next number after the drawn seats. In a bracket he meets somebody who has a
free pass of the first round that is not used yet; in a Swiss he comes into the next round.
"""

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from accounts.services import people_lock
from bankroll import kinds
from bankroll.services import accounts_lock, fee_take
from tournaments import selectors
from tournaments.formats.base import Ref
from tournaments.models import Arrival, Entry, Pairing, PairingResult, Ticket, Tournament
from tournaments.services.entry import entry_create
from tournaments.services.locks import say_changed, tournament_locked
from tournaments.services.rounds import color_drawn, starts_after_pause
from tournaments.services.tickets import ticket_to_enter, tickets_use
from wire.publish import enqueue_on_commit
from wire.refusals import refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User

#: In a bracket a newcomer plays from the first round on, but he is not of the draw.
NOT_DRAWN = 2


@transaction.atomic
def late_enter(*, event_id: str, user: "User", invitation: str = "", ticket_id: str = "") -> Entry:
    """Enter an event that has begun, and pay for it as everybody did; the fee goes to the house.

    Raises:
        NotFound: `tournament.not_found`, `ticket.not_found`.
        Refused: the first reason against, all of them in `refusals`; no chip has moved.
    """
    if not user.is_bot:
        people_lock([user.pk])
    tournament = tournament_locked(event_id)
    refuse_if_any(selectors.late_refusals_of(tournament, user, invitation=invitation))
    ticket = ticket_to_enter(tournament=tournament, user=user, ticket_id=ticket_id)
    _accounts_lock(tournament, user, ticket)
    slots = selectors.late_slots(tournament)
    entry = entry_create(
        tournament=tournament,
        user=user,
        ticket=ticket,
        arrival=Arrival.LATE,
        seat=_next_seat(tournament),
        joined_round=NOT_DRAWN if slots else selectors.late_round(tournament),
    )
    if ticket is not None:
        tickets_use(tournament=tournament)
    _fee_pass_on(entry)
    _bring_in(entry, slots)
    return entry


@transaction.atomic
def buy_back(*, event_id: str, user: "User") -> Entry:
    """Come back after the loss of the first match, for half the buy-in, which joins the pool.

    Raises NotFound `tournament.not_found`, or Refused with the first reason against, all of them
    in `refusals`; then no chip has moved.
    """
    if not user.is_bot:
        people_lock([user.pk])
    tournament = tournament_locked(event_id)
    refuse_if_any(selectors.buy_back_refusals_of(tournament, user))
    _accounts_lock(tournament, user, None)
    # He takes his own place again, so that a full event is no fuller than it was.
    tournament.taken_seats -= 1
    entry = entry_create(
        tournament=tournament,
        user=user,
        arrival=Arrival.BUY_BACK,
        buy_in_chips=tournament.rules_card.buy_back_chips,
        fee_chips=0,
        seat=_next_seat(tournament),
        joined_round=NOT_DRAWN,
    )
    _bring_in(entry, selectors.late_slots(tournament))
    return entry


def _accounts_lock(tournament: Tournament, user: "User", ticket: Ticket | None) -> None:
    payer = kinds.wallet(user) if ticket is None else kinds.escrow(ticket.escrow_ref)
    accounts_lock([kinds.escrow(tournament.escrow_ref), kinds.HOUSE, payer])


def _next_seat(tournament: Tournament) -> int:
    highest = tournament.entries.aggregate(highest=Max("seat"))["highest"]
    return int(highest) + 1


def _fee_pass_on(entry: Entry) -> None:
    """The fee goes to the house at once: the draw, at which the others' went, is over."""
    if entry.fee_chips:
        tournament = entry.tournament
        fee_take(
            escrow_ref=tournament.escrow_ref,
            chips=entry.fee_chips,
            key=f"fee:{tournament.public_id}:{entry.number}",
            note=tournament.name,
        )


def _bring_in(entry: Entry, slots: tuple[Ref, ...]) -> None:
    """Put a newcomer where he plays first, and tell everybody."""
    tournament = entry.tournament
    if slots:
        _bye_take(tournament, entry, slots[0])
    say_changed(tournament, "state", "entrants", "bracket", "standings")
    enqueue_on_commit("tournaments.advance_tournament", tournament_id=tournament.public_id)


def _bye_take(tournament: Tournament, entry: Entry, ref: Ref) -> None:
    """The free pass becomes a match: its result is taken back, colours are drawn anew."""
    pairing = Pairing.objects.select_for_update(of=("self",)).get(
        tournament=tournament, round=ref.round, slot=ref.slot
    )
    holder = pairing.white
    assert holder is not None
    PairingResult.objects.filter(pairing=pairing).delete()
    by_seat = {holder.seat: holder, entry.seat: entry}
    white, black = color_drawn(tournament, (holder.seat, entry.seat), ref.round)
    pairing.white, pairing.black = by_seat[white], by_seat[black]
    pairing.starts_at = starts_after_pause(tournament)
    pairing.save(update_fields=["white", "black", "starts_at"])
    first = tournament.rounds.get(number=ref.round)
    first.present = [*first.present, entry.seat]
    first.save(update_fields=["present"])
