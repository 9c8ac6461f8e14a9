"""What a match does to two ratings: the FIBS formula, every part of it kept for the receipt.

Decimals, so that the same match gives the same numbers on every machine and a reader with a
pocket calculator agrees with the last digit. Nothing here knows who plays or what is rated.

Source: docs/ratings.md.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from typing import Final

from backgammon.errors import Fault, InvalidRules
from backgammon.length import PointMatch

START_RATING: Final = Decimal("1500.00")
"""Everybody's rating before his first match."""

CENT: Final = Decimal("0.01")
"""Ratings and changes have two decimals; a half is rounded away from zero."""

_SPREAD: Final = 2000
_FACTOR: Final = 4
_FIRST_PACE: Final = 5
_EXPERIENCE_A_PACE: Final = 100
_ARITHMETIC: Final = Context(prec=28, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating, and the experience behind it: the lengths of all rated matches, added up."""

    rating: Decimal = START_RATING
    experience: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingStep:
    """How one match moves one player, with every number the formula passes through.

    `difference` is never negative. `underdog_chance` is the chance of the lower rated player,
    a half between equals; `loser_chance` is the chance the loser had. `pace` is K.
    """

    before: Standing
    opponent_rating: Decimal
    length_points: int
    is_win: bool
    difference: Decimal
    root: Decimal
    underdog_chance: Decimal
    loser_chance: Decimal
    pace: Decimal
    change: Decimal

    @property
    def after(self) -> Standing:
        """Where the player stands once the match is counted."""
        return Standing(
            self.before.rating + self.change, self.before.experience + self.length_points
        )


def rating_step(
    before: Standing, opponent_rating: Decimal, *, length_points: int, is_win: bool
) -> RatingStep:
    """What a match to `length_points` does to one of its players.

    With D the difference of the ratings and n the length, the underdog wins with a chance of
    1 / (10^(D*sqrt(n)/2000) + 1). The winner gains and the loser loses 4 * K * sqrt(n) * P, each
    with his own K = max(1, 5 - experience/100), where P is the chance the loser had.

    Raises InvalidRules: LENGTH_RANGE for a length no match has.
    """
    if PointMatch(length_points).problem() is not None:
        raise InvalidRules(Fault.LENGTH_RANGE)
    with localcontext(_ARITHMETIC):
        difference = abs(before.rating - opponent_rating)
        root = Decimal(length_points).sqrt()
        underdog_chance = 1 / (Decimal(10) ** (difference * root / _SPREAD) + 1)
        is_upset = is_win != (before.rating > opponent_rating)
        loser_chance = 1 - underdog_chance if is_upset else underdog_chance
        pace = pace_of(before.experience)
        points = (_FACTOR * pace * root * loser_chance).quantize(CENT)
    return RatingStep(
        before=before,
        opponent_rating=opponent_rating,
        length_points=length_points,
        is_win=is_win,
        difference=difference,
        root=root,
        underdog_chance=underdog_chance,
        loser_chance=loser_chance,
        pace=pace,
        change=points if is_win else -points,
    )


def pace_of(experience: int) -> Decimal:
    """K, how fast a rating moves: 5 for a newcomer, less with every point played, at last 1."""
    return max(Decimal(1), _FIRST_PACE - Decimal(experience) / _EXPERIENCE_A_PACE)
