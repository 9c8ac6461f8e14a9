"""As many couples as there can be, and the first in the order served first: against brute force."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import chances
from tournaments.formats.matching import Barred, lonely_count, matched


def a_field(
    entrants: int, density: float, chance: random.Random
) -> tuple[list[int], dict[int, set[int]]]:
    """An order, and who is barred from whom with this probability."""
    order = chance.sample(range(3 * entrants), entrants)
    barred: dict[int, set[int]] = {each: set() for each in order}
    for one, other in combinations(order, 2):
        if chance.random() < density:
            barred[one].add(other)
            barred[other].add(one)
    return order, barred


def by_trying_everything(
    order: Sequence[int], barred: Barred
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The same answer from its definition."""

    @cache
    def most(rest: tuple[int, ...]) -> int:
        if len(rest) < 2:
            return 0
        one, *others = rest
        fit = (each for each in others if each not in barred[one])
        return max([most(tuple(others)), *(1 + most(without(rest, one, each)) for each in fit)])

    couples, alone, rest = [], [], tuple(order)
    while rest:
        one, *others = rest
        partner = next(
            (
                each
                for each in others
                if each not in barred[one] and most(without(rest, one, each)) == most(rest) - 1
            ),
            None,
        )
        if partner is None:
            alone.append(one)
        else:
            couples.append((one, partner))
        rest = without(rest, one, partner)
    return tuple(couples), tuple(alone)


def without(rest: Sequence[int], *gone: int | None) -> tuple[int, ...]:
    return tuple(each for each in rest if each not in gone)


@settings(deadline=None, max_examples=500)
@given(entrants=st.integers(0, 10), density=st.floats(0, 1), chance=chances())
def test_couples_are_those_the_rule_names(entrants, density, chance) -> None:
    order, barred = a_field(entrants, density, chance)
    couples, alone = matched(order, barred)
    assert (couples, alone) == by_trying_everything(order, barred)
    assert lonely_count(order, barred) == len(alone)


@settings(deadline=None, max_examples=50)
@given(entrants=st.integers(2, 120), density=st.floats(0, 0.9), chance=chances())
def test_everybody_is_in_one_couple_or_left_over(entrants, density, chance) -> None:
    order, barred = a_field(entrants, density, chance)
    couples, alone = matched(order, barred)
    assert sorted([*alone, *(each for couple in couples for each in couple)]) == sorted(order)
    assert all(other not in barred[one] for one, other in couples)
    assert all(other in barred[one] for one, other in combinations(alone, 2))


def test_the_first_gives_up_the_one_next_to_him_only_if_somebody_else_needs_him() -> None:
    barred: Barred = {1: {4}, 2: set(), 3: {4}, 4: {1, 3}}
    assert matched([1, 2, 3, 4], barred) == (((1, 3), (2, 4)), ())


def test_a_large_field_with_one_who_may_meet_almost_nobody_is_still_coupled() -> None:
    barred: dict[int, set[int]] = {each: set() for each in range(64)}
    for each in range(1, 63):
        barred[0].add(each)
        barred[each].add(0)
    couples, alone = matched(range(64), barred)
    assert couples[:2] == ((0, 63), (1, 2))
    assert alone == ()
