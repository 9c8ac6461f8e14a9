"""The rating formula: the worked rows of docs/ratings.md, and what holds for every match."""

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis.strategies import SearchStrategy, decimals, integers

from backgammon import START_RATING, Fault, InvalidRules, RatingStep, Standing, rating_step
from backgammon.ratings import pace_of

FAVOURITE = Standing(Decimal("1700.00"), 600)
UNDERDOG = Standing(Decimal("1500.00"), 50)


def ratings() -> SearchStrategy[Decimal]:
    return decimals(min_value=500, max_value=2500, places=2)


def step(
    before: Standing, opponent: Standing, *, length_points: int = 5, is_win: bool
) -> RatingStep:
    return rating_step(before, opponent.rating, length_points=length_points, is_win=is_win)


def test_when_the_favourite_wins_to_five_little_moves() -> None:
    assert step(FAVOURITE, UNDERDOG, is_win=True).change == Decimal("3.35")
    assert step(UNDERDOG, FAVOURITE, is_win=False).change == Decimal("-15.06")


def test_when_the_underdog_wins_to_five_much_moves() -> None:
    assert step(UNDERDOG, FAVOURITE, is_win=True).change == Decimal("25.19")
    assert step(FAVOURITE, UNDERDOG, is_win=False).change == Decimal("-5.60")


def test_every_number_of_the_formula_is_kept_for_the_receipt() -> None:
    lost = step(UNDERDOG, FAVOURITE, is_win=False)

    assert (lost.before, lost.opponent_rating) == (UNDERDOG, FAVOURITE.rating)
    assert (lost.length_points, lost.is_win) == (5, False)
    assert lost.difference == 200
    assert round(lost.root, 4) == Decimal("2.2361")
    assert round(lost.underdog_chance, 4) == Decimal("0.3741")
    assert lost.loser_chance == lost.underdog_chance
    assert lost.pace == Decimal("4.5")
    assert lost.after == Standing(Decimal("1484.94"), 55)


def test_between_two_newcomers_one_point_is_worth_ten() -> None:
    newcomer = Standing()
    won = step(newcomer, newcomer, length_points=1, is_win=True)
    lost = step(newcomer, newcomer, length_points=1, is_win=False)

    assert newcomer.rating == START_RATING == 1500
    assert (won.change, lost.change) == (10, -10)
    assert won.underdog_chance == won.loser_chance == Decimal("0.5")


@pytest.mark.parametrize(
    ("experience", "pace"),
    [(0, "5"), (1, "4.99"), (150, "3.5"), (399, "1.01"), (400, "1"), (40_000, "1")],
)
def test_a_rating_moves_slower_with_experience_down_to_one(experience: int, pace: str) -> None:
    assert pace_of(experience) == Decimal(pace)


@pytest.mark.parametrize("length_points", [0, -3, 26])
def test_a_length_no_match_has_is_refused(length_points: int) -> None:
    with pytest.raises(InvalidRules) as refusal:
        step(UNDERDOG, FAVOURITE, length_points=length_points, is_win=True)
    assert refusal.value.fault is Fault.LENGTH_RANGE


def test_the_arithmetic_of_the_caller_changes_nothing() -> None:
    expected = step(UNDERDOG, FAVOURITE, is_win=True)
    with localcontext() as coarse:
        coarse.prec = 4
        assert step(UNDERDOG, FAVOURITE, is_win=True) == expected


@given(one=ratings(), other=ratings(), length=integers(1, 25), experience=integers(0, 1000))
def test_two_of_equal_experience_win_and_lose_the_same(
    one: Decimal, other: Decimal, length: int, experience: int
) -> None:
    winner, loser = Standing(one, experience), Standing(other, experience)
    won = step(winner, loser, length_points=length, is_win=True)
    lost = step(loser, winner, length_points=length, is_win=False)

    assert won.change == -lost.change
    assert won.loser_chance == lost.loser_chance


@given(one=ratings(), other=ratings(), length=integers(1, 25), experience=integers(0, 1000))
def test_a_win_never_costs_and_a_loss_never_gains(
    one: Decimal, other: Decimal, length: int, experience: int
) -> None:
    before = Standing(one, experience)
    won = rating_step(before, other, length_points=length, is_win=True)
    lost = rating_step(before, other, length_points=length, is_win=False)

    assert lost.change <= 0 <= won.change
    assert won.loser_chance + lost.loser_chance == 1
    assert 0 < won.underdog_chance <= Decimal("0.5")
    # To the hundredth to which changes are rounded.
    assert max(won.change, -lost.change) <= 20 * won.root + Decimal("0.005")
    assert won.after.experience == lost.after.experience == experience + length
    assert -won.change.as_tuple().exponent == 2  # type: ignore[operator]


@given(rating=ratings(), gap=integers(1, 900), length=integers(1, 24))
def test_the_longer_the_match_the_smaller_the_chance_of_the_underdog(
    rating: Decimal, gap: int, length: int
) -> None:
    before = Standing(rating)
    shorter, longer = (
        rating_step(before, rating + gap, length_points=points, is_win=True)
        for points in (length, length + 1)
    )

    assert longer.underdog_chance < shorter.underdog_chance
    assert longer.change > shorter.change


@given(rating=ratings(), gap=integers(1, 900), length=integers(1, 25))
def test_beating_a_stronger_player_gains_more(rating: Decimal, gap: int, length: int) -> None:
    before = Standing(rating)
    stronger = rating_step(before, rating + gap, length_points=length, is_win=True)
    equal = rating_step(before, rating, length_points=length, is_win=True)
    weaker = rating_step(before, rating - gap, length_points=length, is_win=True)

    assert stronger.change >= equal.change >= weaker.change
