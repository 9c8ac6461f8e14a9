"""The prizes of an event before they are paid: what each place is worth as things stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from tournaments.card import SIT_AND_GO
from tournaments.models import Entry, EntryState, Tournament
from tournaments.prizes import percent_text
from tournaments.selectors import pool_of
from tournaments.states import TournamentState
from wire.numbers import decimal_text

BEFORE = (TournamentState.ANNOUNCED, TournamentState.REGISTERING)


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """What some places in a row are worth each, if nobody ties."""

    first: int
    last: int
    percent: str
    chips: int


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The prizes for so many entrants. `is_exact` if neither of that can change any more."""

    entrants: int
    pool_chips: int
    is_exact: bool
    lines: tuple[PrizeLine, ...]


def prize_table(tournament: Tournament) -> PrizeTable:
    """What is played for: exactly in a Sit&Go and after the draw, else if it started now."""
    card = tournament.rules_card
    if card.kind == SIT_AND_GO:
        entrants, pool_chips, is_exact = tournament.seats, card.pool_chips(tournament.seats), True
    else:
        is_exact = tournament.state not in BEFORE and not card.late.has_late_entry
        entrants = _entrants_of(tournament)
        coming = entrants - tournament.taken_seats if tournament.state in BEFORE else 0
        so_far = pool_of(tournament) + coming * card.buy_in_chips
        pool_chips = max(so_far, card.guarantee_chips)
    lines = tuple(_lines(tournament, entrants, pool_chips))
    return PrizeTable(entrants, pool_chips, is_exact, lines)


def _entrants_of(tournament: Tournament) -> int:
    """Who plays: seats before the draw, what was drawn after it, and never fewer than must."""
    if tournament.state in BEFORE:
        return max(tournament.taken_seats, tournament.rules_card.min_entrants, 2)
    drawn = Entry.objects.filter(tournament=tournament, seat__gt=0)
    return max(2, drawn.exclude(state=EntryState.WITHDRAWN).count())


def _lines(tournament: Tournament, entrants: int, pool_chips: int) -> Iterator[PrizeLine]:
    """Places that are worth the same stand in one line."""
    shares = tournament.rules_card.shares_for(entrants)
    places = enumerate(zip(shares.percents, shares.ladder(pool_chips), strict=True), start=1)
    for (percent, chips), group in groupby(places, key=lambda each: each[1]):
        numbers = [place for place, _worth in group]
        share = decimal_text(percent_text(percent))
        yield PrizeLine(numbers[0], numbers[-1], share, chips)
