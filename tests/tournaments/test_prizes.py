"""Prizes: exact shares, whole chips, the whole pool, ties equal, the rest to the best place."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.base import Standing
from tournaments.prizes import (
    ChipShares,
    Prize,
    SharesError,
    default_shares,
    percent_text,
    percents_of,
)


def shares(text: str) -> ChipShares:
    return ChipShares(percents_of(text.split()))


def places(*each: int) -> tuple[Standing, ...]:
    return tuple(Standing(entrant, place) for entrant, place in enumerate(each, start=1))


def paid(policy: ChipShares, standings, pool: int, lots=None) -> list[int]:
    lots = lots or [each.entrant for each in standings]
    return [prize.chips for prize in policy.prizes(standings, pool, lots=lots)]


def test_d_mon_03_a_hundred_among_three_equal_winners_is_34_33_33() -> None:
    assert paid(shares("50 30 20"), places(1, 1, 1), 100) == [34, 33, 33]


def test_d_mon_03_b_the_rest_goes_to_the_best_place() -> None:
    assert paid(shares("50 30 20"), places(1, 2, 3), 101) == [51, 30, 20]


def test_d_mon_03_c_seven_among_ten_places_pays_the_best_and_misses_no_place() -> None:
    ten = ChipShares((Fraction(10),) * 10)
    assert paid(ten, places(*range(1, 11)), 7) == [7, 0, 0, 0, 0, 0, 0, 0, 0, 0]


def test_d_mon_03_d_tied_places_share_their_sum() -> None:
    assert paid(shares("50 30 20"), places(1, 2, 2), 101) == [51, 25, 25]


def test_d_mon_03_e_shares_that_do_not_add_up_to_100_are_refused() -> None:
    with pytest.raises(SharesError, match="99"):
        shares("33 33 33")


@pytest.mark.parametrize(
    "text", ["", "60 41", "110 -10", "100 0", "40 60", "sixty 40", "1/0 100", "1e99999999"]
)
def test_shares_that_make_no_sense_are_refused(text) -> None:
    with pytest.raises(SharesError):
        shares(text)


def test_the_chip_that_is_over_goes_to_the_luckier_of_equals() -> None:
    prizes = shares("50 30 20").prizes(places(1, 1, 1), 100, lots=(3, 1, 2))
    assert prizes == (Prize(1, 3, 34), Prize(2, 1, 33), Prize(3, 2, 33))


def test_eleven_entries_of_fifty_pay_277_137_68_68() -> None:
    assert default_shares(11).ladder(550) == (277, 137, 68, 68)


def test_a_tie_over_the_last_paid_place_is_paid_as_a_whole() -> None:
    assert paid(shares("50 30 20"), places(1, 2, 3, 3), 100) == [50, 30, 10, 10]


def test_two_finalists_who_both_stayed_away_share_the_prizes_of_the_final() -> None:
    assert paid(shares("60 40"), places(1, 1, 3, 3), 200) == [100, 100]


def test_shares_nobody_can_reach_go_to_the_best_place() -> None:
    assert paid(shares("50 30 20"), places(1, 2), 100) == [70, 30]


def test_an_event_without_entrants_pays_nobody() -> None:
    assert paid(shares("100"), (), 100) == []


@pytest.mark.parametrize(
    ("entrants", "percents"),
    [
        (2, "100"),
        (3, "60 40"),
        (8, "60 40"),
        (9, "50 25 12.5 12.5"),
        (16, "50 25 12.5 12.5"),
        (17, "40 20 10 10 5 5 5 5"),
        (33, "33 16 8.86 8.86 4.16 4.16 4.16 4.16" + " 2.08" * 8),
    ],
)
def test_the_house_shares_are_those_of_the_card(entrants, percents) -> None:
    assert default_shares(entrants).percents == percents_of(percents.split())


@settings(deadline=None)
@given(entrants=st.integers(2, 2000))
def test_house_shares_add_up_and_from_65_on_pay_the_last_quarter_of_the_bracket(entrants) -> None:
    policy = default_shares(entrants)
    assert sum(policy.percents) == 100
    if entrants > 64:
        assert len(policy.percents) == (1 << (entrants - 1).bit_length()) // 4


@st.composite
def tied_places(draw, entrants: int) -> list[int]:
    result: list[int] = []
    while len(result) < entrants:
        size = draw(st.integers(1, entrants - len(result)))
        result.extend([len(result) + 1] * size)
    return result


@st.composite
def some_shares(draw) -> ChipShares:
    weights = sorted(draw(st.lists(st.integers(1, 100), min_size=1, max_size=30)), reverse=True)
    return ChipShares(tuple(Fraction(100 * weight, sum(weights)) for weight in weights))


@settings(deadline=None)
@given(data=st.data(), policy=some_shares(), pool=st.integers(0, 5000), entrants=st.integers(1, 40))
def test_d_mon_03_every_pool_is_paid_out_exactly_once(data, policy, pool, entrants) -> None:
    standings = places(*data.draw(tied_places(entrants)))
    lots = data.draw(st.permutations([each.entrant for each in standings]))
    prizes = policy.prizes(standings, pool, lots=lots)
    chips = [prize.chips for prize in prizes]
    assert sum(chips) == pool
    assert min(chips) >= 0
    assert [prize.place for prize in prizes] == list(range(1, len(prizes) + 1))
    assert len({prize.entrant for prize in prizes}) == len(prizes)
    assert len(prizes) >= min(entrants, len(policy.percents))
    place_of = {each.entrant: each.place for each in standings}
    for better, worse in pairwise(prizes):
        gap = better.chips - worse.chips
        tied = place_of[better.entrant] == place_of[worse.entrant]
        assert 0 <= gap <= 1 if tied else gap >= 0


@pytest.mark.parametrize(
    ("share", "text"), [(Fraction(60), "60"), (Fraction(25, 2), "12.5"), (Fraction(55, 12), "4.58")]
)
def test_percentages_are_shown_short(share, text) -> None:
    assert percent_text(share) == text
