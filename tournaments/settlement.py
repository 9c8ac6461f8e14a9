"""Who gets what when the house stops an event after its draw: exact, all of it, never more.

Pure arithmetic on values; no Django, no ledger. Before the draw nothing is settled here: every
entry goes back in the form it was paid.

Source: docs/tournaments.md, "Stopping".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import groupby

from tournaments.formats.base import (
    EntrantId,
    Format,
    History,
    Lots,
    Outcome,
    Pairing,
    Result,
    Standing,
    settled_without_play,
)
from tournaments.prizes import WHOLE, ChipShares


class Basis(Enum):
    """By what the pool is divided. The values are stored and never renamed.

    ENTRIES: no prize is reached: back what was paid, and the entries of those who are out.
    PRIZES: prizes are reached: theirs to those who are out, the rest to those still in.
    STANDINGS: rounds count for everybody: the prizes by the places after the last full round.
    """

    ENTRIES = "entries"
    PRIZES = "prizes"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What an entrant paid, and by what weight he shares where not all share equally."""

    buy_in_chips: int
    fee_chips: int
    weight: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """An event at the moment it is stopped.

    stakes: of everybody who was drawn. others_chips: what else lies in the pool: entries of
    no-shows, what satellites and the house added. still_in: who could still win.
    final: places as they will be, as far as they are certain: those of entrants who are out
    do not depend on what is still to be played.
    has_places: places are all that counts, and enough was played for them.
    """

    stakes: Mapping[EntrantId, Stake]
    others_chips: int
    still_in: frozenset[EntrantId]
    final: Sequence[Standing]
    shares: ChipShares
    guarantee_chips: int = 0
    has_places: bool = False
    pays_prizes: bool = True

    @property
    def pool_chips(self) -> int:
        """What lies in the pool now, the fees not counted."""
        return self.others_chips + sum(stake.buy_in_chips for stake in self.stakes.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What one entrant gets, part by part.

    buy_in_chips, fee_chips: his own, back. prize_chips: the prize he is certain of.
    share_chips: his part of what is divided. lot_chips: of what cannot be divided, by lot.
    """

    entrant: EntrantId
    buy_in_chips: int = 0
    fee_chips: int = 0
    prize_chips: int = 0
    share_chips: int = 0
    lot_chips: int = 0

    @property
    def chips(self) -> int:
        """All of it."""
        return (
            self.buy_in_chips
            + self.fee_chips
            + self.prize_chips
            + self.share_chips
            + self.lot_chips
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Every receipt, best first, and where the chips come from.

    pool_chips: what is divided, `overlay_chips` included. overlay_chips: what the house adds,
    because prizes are reached and it had guaranteed more. fees_back_chips: what the house gives
    back of the fees it took at the draw.
    """

    basis: Basis
    pool_chips: int
    receipts: tuple[Receipt, ...]
    overlay_chips: int = 0
    divided_chips: int = 0

    @property
    def fees_back_chips(self) -> int:
        """What the house gives back of the fees it took: those of everybody still in."""
        return sum(receipt.fee_chips for receipt in self.receipts)


def settlement(event: Stopped, *, lots: Sequence[EntrantId]) -> Settlement:
    """What everybody gets. `lots` names all entrants, the luckiest first.

    The receipts add up to the pool, the overlay and the fees given back, exactly.
    """
    if not event.still_in or event.has_places:
        return _by_standings(event, lots)
    pool_chips = max(event.pool_chips, event.guarantee_chips)
    prizes = certain_prizes(event.final, event.shares, pool_chips)
    lowest_chips = min(prizes[entrant] for entrant in event.still_in)
    is_reached = lowest_chips or any(
        chips for entrant, chips in prizes.items() if entrant not in event.still_in
    )
    if event.pays_prizes and is_reached:
        return _by_prizes(event, prizes, pool_chips, lots)
    return _by_entries(event, lots)


def certain_prizes(
    final: Sequence[Standing], shares: ChipShares, pool_chips: int
) -> dict[EntrantId, int]:
    """By entrant: the chips of his place, a tie's divided and rounded down; 0 for no prize."""
    prizes: dict[EntrantId, int] = {}
    for _place, group in groupby(final, key=lambda each: each.place):
        tied = [each.entrant for each in group]
        percents = shares.percents[len(prizes) : len(prizes) + len(tied)]
        chips = int(pool_chips * sum(percents, Fraction(0)) / WHOLE / len(tied))
        prizes |= dict.fromkeys(tied, chips)
    return prizes


def played_out(pairing_format: Format, history: History, lots: Lots) -> History:
    """The history with all that is left to play won by the first of each two.

    For whoever is out already it leads to the place he has, whoever wins the rest.
    """
    while True:
        open_pairings = [
            pairing for ref, pairing in history.pairings.items() if ref not in history.results
        ]
        due = pairing_format.pairings_due(history, lots)
        if not open_pairings and not due:
            return history
        history = history.with_pairings(due).with_results(
            _won_by_the_first(pairing, history) for pairing in (*open_pairings, *due)
        )


def full_rounds(history: History) -> int:
    """How many rounds, from the first on, have a result for each of their pairings."""
    unplayed = {ref.round for ref in history.pairings if ref not in history.results}
    rounds = {ref.round for ref in history.pairings}
    return next((number - 1 for number in sorted(unplayed)), max(rounds, default=0))


def up_to_round(history: History, last: int) -> History:
    """The history as it stood after a round."""
    return replace(
        history,
        pairings={ref: each for ref, each in history.pairings.items() if ref.round <= last},
        results={ref: each for ref, each in history.results.items() if ref.round <= last},
    )


def _won_by_the_first(pairing: Pairing, history: History) -> Result:
    present = tuple(filter(history.is_present, pairing.entrants))
    if settled := settled_without_play(pairing):
        return settled
    winner = (present or pairing.entrants)[0]
    points = tuple(int(entrant == winner) for entrant in pairing.entrants)
    return Result(pairing.ref, Outcome.PLAYED, winner, points)


def _by_entries(event: Stopped, lots: Sequence[EntrantId]) -> Settlement:
    """Entry and fee back to each who is still in, and the rest of the pool among them."""
    still_in = _in_order(event, lots)
    own_chips = sum(event.stakes[entrant].buy_in_chips for entrant in still_in)
    divided_chips = event.pool_chips - own_chips
    shares = _divided(divided_chips, still_in, event)
    return Settlement(
        basis=Basis.ENTRIES,
        pool_chips=event.pool_chips,
        divided_chips=divided_chips,
        receipts=tuple(
            Receipt(
                entrant=entrant,
                buy_in_chips=event.stakes[entrant].buy_in_chips,
                fee_chips=event.stakes[entrant].fee_chips,
                share_chips=share_chips,
                lot_chips=lot_chips,
            )
            for entrant, (share_chips, lot_chips) in shares.items()
        ),
    )


def _by_prizes(
    event: Stopped,
    prizes: Mapping[EntrantId, int],
    pool_chips: int,
    lots: Sequence[EntrantId],
) -> Settlement:
    """The lowest prize that is left to each who is still in, and the rest among them."""
    still_in = _in_order(event, lots)
    out = [each.entrant for each in event.final if each.entrant not in event.still_in]
    lowest_chips = min(prizes[entrant] for entrant in still_in)
    kept_chips = sum(prizes[entrant] for entrant in out) + lowest_chips * len(still_in)
    shares = _divided(pool_chips - kept_chips, still_in, event)
    return Settlement(
        basis=Basis.PRIZES,
        pool_chips=pool_chips,
        overlay_chips=pool_chips - event.pool_chips,
        divided_chips=pool_chips - kept_chips,
        receipts=(
            *(
                Receipt(
                    entrant=entrant,
                    prize_chips=lowest_chips,
                    share_chips=share_chips,
                    lot_chips=lot_chips,
                )
                for entrant, (share_chips, lot_chips) in shares.items()
            ),
            *(
                Receipt(entrant=entrant, prize_chips=prizes[entrant])
                for entrant in out
                if prizes[entrant]
            ),
        ),
    )


def _by_standings(event: Stopped, lots: Sequence[EntrantId]) -> Settlement:
    """The prizes of the places as they are."""
    pool_chips = max(event.pool_chips, event.guarantee_chips)
    prizes = event.shares.prizes(event.final, pool_chips, lots=lots)
    return Settlement(
        basis=Basis.STANDINGS,
        pool_chips=pool_chips,
        overlay_chips=pool_chips - event.pool_chips,
        receipts=tuple(Receipt(entrant=prize.entrant, prize_chips=prize.chips) for prize in prizes),
    )


def _in_order(event: Stopped, lots: Sequence[EntrantId]) -> list[EntrantId]:
    """Who is still in, the luckiest first."""
    return [entrant for entrant in lots if entrant in event.still_in]


def _divided(
    chips: int, among: Sequence[EntrantId], event: Stopped
) -> dict[EntrantId, tuple[int, int]]:
    """By entrant: his part by weight, rounded down, and the chips of the remainder he draws."""
    weights = {entrant: event.stakes[entrant].weight for entrant in among}
    total = sum(weights.values())
    parts = {entrant: chips * weight // total for entrant, weight in weights.items()}
    left = chips - sum(parts.values())
    return {
        entrant: (part, int(order < left)) for order, (entrant, part) in enumerate(parts.items())
    }
