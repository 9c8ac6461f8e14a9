"""What had to be paid in an event whose secret is open: chips by shares, or tickets."""

from dataclasses import dataclass
from functools import cached_property

from tournaments import satellites
from tournaments.formats.base import Standing
from tournaments.formats.seating import DrawnLots
from tournaments.proof.document import Paid, PublishedDraw
from tournaments.satellites import Won


@dataclass(frozen=True)
class OpenedDraw:
    """A published draw whose secret is open."""

    draw: PublishedDraw
    secret: bytes

    @property
    def lots(self) -> DrawnLots:
        """The lots that follow from the secret."""
        return DrawnLots(self.secret, self.draw.event_id)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody's place by the published results; nobody's unless it was played out."""
        if not self.draw.is_finished:
            return ()
        return self.draw.rule.standings(self.draw.history, self.lots)


def prizes_due(opened: OpenedDraw) -> tuple[Paid, ...]:
    """Every prize of an event that was played to its end, the best place first."""
    draw = opened.draw
    luck = opened.lots.order("prizes", draw.seat_numbers)
    if draw.card.satellite is not None:
        return _tickets_due(opened, satellites.finishers(opened.standings, luck))
    shares = draw.card.shares_for(len(draw.entrants))
    prizes = shares.prizes(opened.standings, draw.pool_chips, lots=luck)
    return tuple(Paid(each.place, each.entrant, each.chips, 0) for each in prizes)


def _tickets_due(opened: OpenedDraw, order: tuple[int, ...]) -> tuple[Paid, ...]:
    draw, terms = opened.draw, opened.draw.card.satellite
    assert terms is not None
    divided = satellites.division(
        terms,
        pool_chips=draw.pool_chips,
        entrants=len(draw.entrants),
        buy_in_chips=draw.card.buy_in_chips,
        tickets=draw.tickets,
    )
    holders = [each.seat for each in draw.entrants if each.had_ticket]
    prizes = satellites.prizes(terms, divided, order, holders=holders)
    return tuple(
        Paid(each.place, each.entrant, each.chips, 0)
        if each.won is Won.CHIPS
        else Paid(each.place, each.entrant, 0, each.chips)
        for each in prizes
    )
