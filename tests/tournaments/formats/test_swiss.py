"""Swiss: equal scores meet, nobody twice, one bye a round and never a second one."""

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import (
    LOTS,
    Decide,
    at_random,
    by_seat,
    chances,
    field_of,
    large,
    lots_of,
    now_and_then_nobody,
    play_out,
    result_of,
    steps,
)
from tournaments.formats.base import History, Outcome, Pairing, Ref, Result
from tournaments.formats.swiss import Swiss
from tournaments.formats.trees import round_count

SWISS = Swiss()
A, B, C, D, E = range(1, 6)


def history_of(entrants: int, *rounds: Iterable[tuple[int, ...]]) -> History:
    """Rounds as tables, the winner first, alone for a bye."""
    history = field_of(entrants)
    for number, tables in enumerate(rounds, 1):
        pairings = [
            Pairing(Ref(number, slot), tuple(sorted(table))) for slot, table in enumerate(tables, 1)
        ]
        winners = {pairing.ref: table[0] for pairing, table in zip(pairings, tables, strict=True)}
        history = history.with_pairings(pairings).with_results(
            result_of(pairing, as_told(winners)) for pairing in pairings
        )
    return history


def as_told(winners: Mapping[Ref, int]) -> Decide:
    """Who wins is listed by pairing."""
    return lambda pairing: winners[pairing.ref]


def round_of(history: History, number: int) -> list[Pairing]:
    return [pairing for ref, pairing in sorted(history.pairings.items()) if ref.round == number]


def byes_of(history: History) -> Counter[int | None]:
    return Counter(r.winner for r in history.results.values() if r.outcome is Outcome.BYE)


def met_in(history: History) -> Counter[frozenset[int]]:
    return Counter(frozenset(p.entrants) for p in history.pairings.values() if p.is_contested)


def before(history: History, number: int) -> History:
    """The event as it was when a round was paired."""
    return replace(
        history,
        pairings={ref: each for ref, each in history.pairings.items() if ref.round < number},
        results={ref: each for ref, each in history.results.items() if ref.round < number},
    )


def by_seat_in(pairing: Pairing) -> Result:
    return result_of(pairing, by_seat)


def points_of(history: History, rule: Swiss = SWISS) -> dict[int, Fraction]:
    return {each.entrant: each.points for each in rule.standings(history, LOTS)}


def can_be_paired(entrants: list[int], met: Counter[frozenset[int]]) -> bool:
    """Whether these can all meet somebody new, by trying everything."""
    if not entrants:
        return True
    one, *others = entrants
    return any(
        frozenset({one, other}) not in met
        and can_be_paired([each for each in others if each != other], met)
        for other in others
    )


def every_course(entrants: int) -> Iterator[History]:
    """An event with every possible result of every match."""
    open_ones = [field_of(entrants)]
    while open_ones:
        history = open_ones.pop()
        due = SWISS.pairings_due(history, LOTS)
        if not due:
            yield history
            continue
        history = history.with_pairings(due)
        for winners in product(*(pairing.entrants for pairing in due)):
            won = dict(zip((pairing.ref for pairing in due), winners, strict=True))
            open_ones.append(
                history.with_results(result_of(pairing, as_told(won)) for pairing in due)
            )


def assert_rounds_are_right(over: History) -> None:
    """Each round pairs everybody once; the bye is where it belongs; nobody meets twice."""
    so_far = field_of(len(over.entrants))
    for number in range(1, round_count(len(over.entrants)) + 1):
        tables = round_of(over, number)
        seated = [entrant for pairing in tables for entrant in pairing.entrants]
        assert sorted(seated) == list(over.entrants)
        alone = [pairing.entrants[0] for pairing in tables if not pairing.is_contested]
        assert len(alone) == len(over.entrants) % 2
        if alone:
            points, met, had = points_of(so_far), met_in(so_far), byes_of(so_far)
            able = [
                each
                for each in over.entrants
                if not had[each] and can_be_paired([x for x in over.entrants if x != each], met)
            ]
            assert alone[0] in able
            assert points[alone[0]] == min(points[each] for each in able)
        so_far = so_far.with_pairings(tables).with_results(over.results[p.ref] for p in tables)
    assert set(met_in(over).values()) == {1}
    assert over.pairings == so_far.pairings


def test_d_trn_01_the_bye_of_five_goes_to_one_of_the_lowest_who_had_none() -> None:
    history = history_of(5, [(A, B), (D, E), (C,)], [(A, D), (B, C), (E,)])
    for seed in range(50):
        due = SWISS.pairings_due(history, lots_of(seed))
        (bye,) = [pairing.entrants[0] for pairing in due if not pairing.is_contested]
        assert bye in {B, D}
        assert sorted(each for pairing in due for each in pairing.entrants) == [A, B, C, D, E]
        new = {frozenset(pairing.entrants) for pairing in due if pairing.is_contested}
        assert not new & {frozenset(pair) for pair in [(A, B), (D, E), (A, D), (B, C)]}


@pytest.mark.parametrize("entrants", range(3, 9))
def test_d_trn_01_small_fields_are_paired_right_whatever_the_results(entrants) -> None:
    for over in every_course(entrants):
        assert_rounds_are_right(over)


@settings(deadline=None)
@given(seed=st.integers(0, 10_000), chance=chances())
def test_d_trn_01_nine_are_paired_right_whatever_the_results(seed, chance) -> None:
    assert_rounds_are_right(play_out(SWISS, field_of(9), at_random(chance), lots=lots_of(seed)))


@large
@given(entrants=st.integers(2, 512), seed=st.integers(0, 1000), chance=chances())
def test_swiss_never_pairs_two_entrants_twice(entrants, seed, chance) -> None:
    over = play_out(SWISS, field_of(entrants), at_random(chance), lots=lots_of(seed))
    assert SWISS.is_over(over)
    assert set(met_in(over).values()) == {1}
    assert set(byes_of(over).values()) <= {1}
    assert over.last_round == SWISS.round_total(over) == round_count(entrants)
    for number in range(1, over.last_round + 1):
        seated = [entrant for pairing in round_of(over, number) for entrant in pairing.entrants]
        assert sorted(seated) == list(over.entrants)
    points = points_of(over)
    assert sum(points.values()) == len(over.results)


@settings(deadline=None)
@given(entrants=st.integers(2, 10), rounds=st.integers(1, 12), chance=chances())
def test_there_is_a_rematch_only_where_none_could_be_avoided(entrants, rounds, chance) -> None:
    for history in steps(Swiss(rounds=rounds), field_of(entrants), at_random(chance)):
        earlier = before(history, history.last_round)
        met, had = met_in(earlier), byes_of(earlier)
        tables = round_of(history, history.last_round)
        if any(frozenset(pairing.entrants) in met for pairing in tables):
            fewest = min(had[each] for each in history.entrants)
            sit_out = [each for each in history.entrants if had[each] == fewest]
            for each in sit_out if entrants % 2 else [0]:
                assert not can_be_paired([x for x in history.entrants if x != each], met)


@settings(deadline=None)
@given(entrants=st.integers(2, 64), chance=chances())
def test_it_ends_whoever_fails_to_come_or_leaves(entrants, chance) -> None:
    def leaves(history: History) -> frozenset[int]:
        return frozenset(each for each in history.entrants if chance.random() < 0.2)

    *_, over = steps(SWISS, field_of(entrants), now_and_then_nobody(chance), leaves=leaves)
    assert SWISS.is_over(over)
    assert sorted(points_of(over)) == list(over.entrants)
    assert set(byes_of(over).values()) <= {1, 2}


def test_equal_scores_meet() -> None:
    history = history_of(8, [(1, 2), (3, 4), (5, 6), (7, 8)])
    due = SWISS.pairings_due(history, LOTS)
    winners = {1, 3, 5, 7}
    assert [len(winners & set(pairing.entrants)) for pairing in due] == [2, 2, 0, 0]


def test_the_lot_decides_among_equal_scores() -> None:
    history = field_of(16)
    rounds = {SWISS.pairings_due(history, lots_of(seed)) for seed in range(20)}
    assert len(rounds) == 20
    assert SWISS.pairings_due(history, lots_of(3)) == SWISS.pairings_due(history, lots_of(3))


def test_forbidden_pairs_do_not_meet_even_if_somebody_sits_out() -> None:
    nobody_for_1 = frozenset((1, other) for other in range(2, 7))
    history = replace(field_of(6), forbidden=nobody_for_1)
    due = SWISS.pairings_due(history, LOTS)
    assert [p for p in due if not p.is_contested and p.entrants == (1,)]
    assert not [p for p in due if p.is_contested and 1 in p.entrants]


@settings(deadline=None)
@given(entrants=st.integers(8, 64), seed=st.integers(0, 100), chance=chances())
def test_a_few_forbidden_pairs_cost_nobody_a_match(entrants, seed, chance) -> None:
    pairs = list(combinations(range(1, entrants + 1), 2))
    forbidden = frozenset(chance.sample(pairs, 2))
    history = replace(field_of(entrants), forbidden=forbidden)
    over = play_out(SWISS, history, at_random(chance), lots=lots_of(seed))
    assert not {frozenset(pair) for pair in forbidden} & set(met_in(over))
    assert set(met_in(over).values()) == {1}
    assert len(over.results) == over.last_round * ((entrants + 1) // 2)


def after_round_one(present: set[int]) -> History:
    history = history_of(6, [(1, 2), (3, 4), (5, 6)])
    return replace(history, present=frozenset(present))


def test_d_trn_02_everybody_withdraws_and_the_event_is_over() -> None:
    history = after_round_one(set())
    assert SWISS.pairings_due(history, LOTS) == ()
    assert SWISS.is_over(history)
    assert len(SWISS.standings(history, LOTS)) == 6


def test_d_trn_02_one_is_left_and_gets_no_byes() -> None:
    history = after_round_one({4})
    assert SWISS.pairings_due(history, LOTS) == ()
    assert SWISS.is_over(history)
    assert points_of(history)[4] == 0


def test_d_trn_02_the_two_who_are_left_have_met_and_the_event_is_over() -> None:
    history = after_round_one({3, 4})
    assert SWISS.pairings_due(history, LOTS) == ()
    assert SWISS.is_over(history)


def test_the_two_who_are_left_have_not_met_and_play_on() -> None:
    history = after_round_one({1, 4})
    (pairing,) = SWISS.pairings_due(history, LOTS)
    assert set(pairing.entrants) == {1, 4}
    assert not SWISS.is_over(history)


def test_d_trn_11_who_is_not_there_scores_nothing_and_who_comes_late_half_a_point_once() -> None:
    """Of seven rounds, P (1) is away when rounds 1 to 3 are paired; Q (9) joins in round 3, R (8)
    in round 2.
    """
    rule, chance = Swiss(rounds=7), random.Random(11)
    joined = {8: 2, 9: 3}
    history = History(tuple(range(1, 8)))
    for number in range(1, 8):
        here = [each for each in range(1, 10) if joined.get(each, 1) <= number]
        history = replace(
            history,
            entrants=tuple(here),
            joined={each: joined[each] for each in here if each in joined},
            present=frozenset(here) - ({1} if number <= 3 else set()),
        )
        due = rule.pairings_due(history, LOTS)
        assert (number <= 3) is all(1 not in pairing.entrants for pairing in due)
        history = history.with_pairings(due)
        history = history.with_results(result_of(each, at_random(chance)) for each in due)
    points, won = points_of(history, rule), Counter(r.winner for r in history.results.values())
    assert points[1] == won[1] <= 4
    assert points[8] == won[8] + Fraction(1, 2)
    assert points[9] == won[9] + Fraction(1, 2)
    assert byes_of(history)[8] == byes_of(history)[9] == 0


@pytest.mark.parametrize(("rounds", "last"), [(2, 1), (3, 1), (4, 2), (5, 2), (7, 3)])
def test_d_trn_11_late_entry_ends_with_half_of_the_rounds(rounds, last) -> None:
    rule, history = Swiss(rounds=rounds), field_of(16)
    assert rule.late_round(history) == 1
    for number in range(1, rounds + 1):
        assert rule.late_round(history) == (number if number <= last else 0)
        due = rule.pairings_due(history, LOTS)
        history = history.with_pairings(due)
        history = history.with_results(map(by_seat_in, due))


def test_latecomers_do_not_change_the_number_of_rounds() -> None:
    history = replace(field_of(17), joined={17: 2})
    assert SWISS.round_total(history) == 4


def test_a_round_waits_until_the_one_before_is_decided() -> None:
    history = field_of(4)
    history = history.with_pairings(SWISS.pairings_due(history, LOTS))
    history = history.with_results([Result(Ref(1, 1), Outcome.PLAYED, 1)])
    assert SWISS.pairings_due(history, LOTS) == ()
    assert not SWISS.is_over(history)


@pytest.mark.parametrize("entrants", [512, 1024])
def test_a_large_round_is_paired_in_well_under_a_second(entrants) -> None:
    history = field_of(entrants)
    for _round in range(round_count(entrants) - 1):
        history = history.with_pairings(SWISS.pairings_due(history, LOTS))
        history = history.with_results(
            result_of(p, by_seat)
            for ref, p in history.pairings.items()
            if ref not in history.results
        )
    began = time.perf_counter()
    due = SWISS.pairings_due(history, LOTS)
    assert time.perf_counter() - began < 1
    assert len(due) == entrants // 2
