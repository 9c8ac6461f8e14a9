"""What a satellite pays: how a pool becomes tickets, and who gets what is left over.

Pure arithmetic on a card, a pool and an order of finishers; no Django, no ledger. Nothing is
rounded away: tickets, chips and what goes to the target add up to the pool and what the house adds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Final

from tournaments.card import SatelliteTerms
from tournaments.formats.base import EntrantId, Standing

#: The rules of a card, as `RemainderRule` and `SecondTicketRule` store them.
TRY_AGAIN: Final = "try_again"
NEXT: Final = "next"


class Won(Enum):
    """What a place of a satellite is worth."""

    TICKET = "ticket"
    FLEXIBLE = "flexible"
    TRY_AGAIN = "try_again"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class Division:
    """What becomes of a pool. `overlay_chips` is what the house adds to it.

    tickets: to the target, at `ticket_chips` each. again: tickets for another try, at
    `again_chips` each. chips: paid to the next finishers, the best first. target_chips: what
    is left goes to the prize pool of the target.
    """

    tickets: int
    overlay_chips: int = 0
    again: int = 0
    chips: tuple[int, ...] = ()
    target_chips: int = 0


@dataclass(frozen=True, slots=True)
class SatellitePrize:
    """What one finisher gets. place: among the finishers, 1 upwards, each once, also in a tie.

    chips: what it is worth, the price of a ticket or the chips themselves.
    """

    place: int
    entrant: EntrantId
    won: Won
    chips: int


def tickets_of_pool(terms: SatelliteTerms, pool_chips: int, entrants: int) -> int:
    """How many tickets a pool makes: never half a one, and never more than there are entrants.

    As many as are guaranteed are made however small the pool is.
    """
    return min(max(pool_chips // terms.ticket_chips, terms.guaranteed), entrants)


def division(
    terms: SatelliteTerms,
    *,
    pool_chips: int,
    entrants: int,
    buy_in_chips: int,
    tickets: int | None = None,
) -> Division:
    """How a pool is divided among so many entrants, the rule for the remainder applied.

    tickets: how many there are, where that was fixed when the seats were drawn.
    """
    if tickets is None:
        tickets = tickets_of_pool(terms, pool_chips, entrants)
    cost_chips = tickets * terms.ticket_chips
    overlay_chips = max(0, cost_chips - pool_chips)
    left_chips = pool_chips + overlay_chips - cost_chips
    others = entrants - tickets
    again, chips = 0, tuple[int, ...]()
    if terms.remainder != TRY_AGAIN:
        chips = _twice_each(left_chips, 2 * buy_in_chips, others)
    elif terms.again_chips:
        again = min(left_chips // terms.again_chips, others)
    spent_chips = again * terms.again_chips + sum(chips)
    return Division(tickets, overlay_chips, again, chips, left_chips - spent_chips)


def finishers(standings: Sequence[Standing], lots: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """Everybody in the order in which prizes go down the places.

    Who shares a place stands in the order of the lots, so a shared place never makes one ticket
    more than there are.
    """
    luck = {entrant: order for order, entrant in enumerate(lots)}
    ordered = sorted(standings, key=lambda each: (each.place, luck[each.entrant]))
    return tuple(each.entrant for each in ordered)


def prizes(
    terms: SatelliteTerms,
    divided: Division,
    order: Sequence[EntrantId],
    *,
    holders: Collection[EntrantId] = (),
) -> tuple[SatellitePrize, ...]:
    """One prize for each finisher who gets anything, the best first.

    holders: who has a ticket to the target already. By the card a holder's ticket passes to the
    next finisher, as long as there is one without, or is a flexible one. What is left over goes
    down the places after that, among those without a ticket.
    """
    worth = _ticket_winners(terms, divided.tickets, order, frozenset(holders))
    rest = [entrant for entrant in order if entrant not in worth]
    over = [(Won.TRY_AGAIN, terms.again_chips)] * divided.again
    over += [(Won.CHIPS, chips) for chips in divided.chips]
    worth |= dict(zip(rest, over, strict=False))
    return tuple(
        SatellitePrize(place, entrant, *worth[entrant])
        for place, entrant in enumerate(order, start=1)
        if entrant in worth
    )


def _ticket_winners(
    terms: SatelliteTerms,
    tickets: int,
    order: Sequence[EntrantId],
    holders: frozenset[EntrantId],
) -> dict[EntrantId, tuple[Won, int]]:
    """Who gets a ticket to the target, and of which sort."""
    passes_on = terms.second_ticket == NEXT
    # Holders come last where tickets pass on: they get what nobody else can take.
    queue = sorted(order, key=holders.__contains__) if passes_on else order
    return {
        entrant: (Won.FLEXIBLE if entrant in holders else Won.TICKET, terms.ticket_chips)
        for entrant in islice(queue, tickets)
    }


def _twice_each(chips: int, most: int, places: int) -> tuple[int, ...]:
    """Chips down so many places, at most `most` each, while they last."""
    if most <= 0:
        return ()
    whole, rest = divmod(chips, most)
    paid = [most] * whole + [rest] * (rest > 0)
    return tuple(paid[:places])
