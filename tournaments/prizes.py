"""Who is paid what: exact shares of a pool, in whole chips, all of it and never more.

Pure arithmetic on standings; no Django, no ledger. Prizes that are tickets are the business
of `tournaments.satellites`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from tournaments.formats.base import EntrantId, Standing

WHOLE = Fraction(100)

_PERCENT = re.compile(r"-?\d{1,20}(?:\.\d{1,20}|/0*[1-9]\d{0,20})?", re.ASCII)

#: (largest number of entrants, shares in percent by place), by rising number.
_TABLE: tuple[tuple[int, str], ...] = (
    (2, "100"),
    (8, "60 40"),
    (16, "50 25" + " 12.5" * 2),
    (32, "40 20 10 10" + " 5" * 4),
    (64, "33 16" + " 8.86" * 2 + " 4.16" * 4 + " 2.08" * 8),
)


def _(text: str) -> str:
    """Mark a sentence for the translators; it becomes a language where it is shown."""
    return text


class SharesError(ValueError):
    """Shares that cannot be paid: they do not add up to 100, rise, or are not positive.

    text: an English template, filled from `facts`.
    """

    def __init__(self, text: str, **facts: str) -> None:
        super().__init__(text.format(**facts))
        self.text = text
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Prize:
    """Chips for one finishing position.

    place: the position that is paid, 1 upwards, each exactly once, also
    within a tie.
    """

    place: int
    entrant: EntrantId
    chips: int


@dataclass(frozen=True, slots=True)
class ChipShares:
    """The pool by fixed percentages of the places.

    Tied entrants share the sum of their places, floored. What the floors leave
    goes to the best place; equals there get one chip each in the order of
    their lots until it is gone.

    Raises SharesError unless the shares are positive, do not rise, and add
    up to exactly 100.
    """

    percents: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if any(share <= 0 for share in self.percents):
            raise SharesError(_("Every prize share must be more than 0."))
        if any(lower > higher for higher, lower in pairwise(self.percents)):
            raise SharesError(_("A lower place cannot be worth more than a higher one."))
        if sum(self.percents) != WHOLE:
            total = percent_text(sum(self.percents))
            raise SharesError(_("The prize shares add up to {total}, not 100."), total=total)

    def prizes(
        self, standings: Sequence[Standing], pool_chips: int, *, lots: Sequence[EntrantId]
    ) -> tuple[Prize, ...]:
        """Prizes of the paid places, best first; their chips add up to the pool exactly.

        A tie that reaches over the last paid place is paid as a whole. With
        fewer entrants than shares, the shares left over go to the best place.
        """
        luck = {entrant: order for order, entrant in enumerate(lots)}
        groups = [
            sorted((each.entrant for each in group), key=luck.__getitem__)
            for _place, group in groupby(standings, key=lambda each: each.place)
        ]
        prizes: list[Prize] = []
        for group in groups:
            first = len(prizes)
            if first >= len(self.percents):
                break
            share = sum(self.percents[first : first + len(group)]) / WHOLE / len(group)
            chips = int(pool_chips * share)
            prizes.extend(
                Prize(first + index + 1, entrant, chips) for index, entrant in enumerate(group)
            )
        return _with_rest(prizes, len(groups[0]), pool_chips) if groups else ()

    def ladder(self, pool_chips: int) -> tuple[int, ...]:
        """Chips by place if nobody ties."""
        places = range(1, len(self.percents) + 1)
        alone = [Standing(place, place) for place in places]
        return tuple(prize.chips for prize in self.prizes(alone, pool_chips, lots=places))


def default_shares(entrants: int) -> ChipShares:
    """The house's shares for a field of this size, from two entrants up."""
    for largest, shares in _TABLE:
        if entrants <= largest:
            return ChipShares(percents_of(shares.split()))
    return _large_field_shares(entrants)


def percents_of(texts: Iterable[str]) -> tuple[Fraction, ...]:
    """Percentages from stored text: "60", "12.5" or "55/12". Raises SharesError."""
    return tuple(map(_percent_of, texts))


def _percent_of(text: str) -> Fraction:
    # `Fraction` also reads 1e99999999, and works at it for hours.
    if not _PERCENT.fullmatch(text):
        raise SharesError(_("A prize share is a number such as 60 or 12.5."))
    return Fraction(text)


def percent_text(share: Fraction | int) -> str:
    """A percentage with at most two decimals, as programs write it: 60, 12.5, 4.58."""
    return f"{float(share):.2f}".rstrip("0").rstrip(".")


def _with_rest(prizes: Sequence[Prize], best: int, pool_chips: int) -> tuple[Prize, ...]:
    """The prizes with what the floors left given to the first `best` of them."""
    rest = pool_chips - sum(prize.chips for prize in prizes)
    each, over = divmod(rest, best)
    return tuple(
        Prize(prize.place, prize.entrant, prize.chips + each + (index < over))
        if index < best
        else prize
        for index, prize in enumerate(prizes)
    )


def _large_field_shares(entrants: int) -> ChipShares:
    """Shares for 65 entrants and more: the last quarter of the bracket is paid.

    30 for the winner, 15 for the other finalist; each earlier round that is
    paid gets the same part of the other 55 and divides it among its losers.
    """
    bracket = 1 << (entrants - 1).bit_length()
    rounds = (bracket // 4).bit_length() - 2
    shares = [Fraction(30), Fraction(15)]
    for earlier in range(1, rounds + 1):
        losers = 1 << earlier
        shares.extend([Fraction(55, rounds * losers)] * losers)
    return ChipShares(tuple(shares))
