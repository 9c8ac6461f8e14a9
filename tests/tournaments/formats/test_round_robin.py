"""Round robin: everybody meets everybody once; a free round is no win."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import (
    LOTS,
    at_random,
    by_seat,
    chances,
    field_of,
    now_and_then_nobody,
    play_out,
    steps,
)
from tournaments.formats.base import History, Outcome, Pairing, Ref
from tournaments.formats.round_robin import RoundRobin, circle_rounds

ROBIN = RoundRobin()


def points_of(history: History) -> dict[int, int]:
    return {each.entrant: int(each.points) for each in ROBIN.standings(history, LOTS)}


@pytest.mark.parametrize("entrants", range(2, 33))
def test_everybody_meets_everybody_once_and_is_free_once_in_an_odd_field(entrants) -> None:
    over = play_out(ROBIN, field_of(entrants), by_seat)
    met = [pairing.entrants for pairing in over.pairings.values() if pairing.is_contested]
    assert sorted(met) == list(combinations(range(1, entrants + 1), 2))
    free = [each for p in over.pairings.values() if not p.is_contested for each in p.entrants]
    assert sorted(free) == (list(over.entrants) if entrants % 2 else [])
    assert over.last_round == circle_rounds(entrants) == ROBIN.round_total(over)


@pytest.mark.parametrize("entrants", range(2, 33))
def test_in_each_round_everybody_has_one_place(entrants) -> None:
    over = play_out(ROBIN, field_of(entrants), by_seat)
    for number in range(1, over.last_round + 1):
        seated = [e for ref, p in over.pairings.items() if ref.round == number for e in p.entrants]
        assert sorted(seated) == list(over.entrants)


def test_the_rounds_of_four_are_those_of_the_page() -> None:
    over = play_out(ROBIN, field_of(4), by_seat)
    assert [over.pairings[ref].entrants for ref in sorted(over.pairings)] == [
        *[(1, 4), (2, 3)],
        *[(1, 3), (2, 4)],
        *[(1, 2), (3, 4)],
    ]


def test_a_free_round_is_no_win() -> None:
    over = play_out(ROBIN, field_of(5), by_seat)
    assert points_of(over) == {1: 4, 2: 3, 3: 2, 4: 1, 5: 0}


@settings(deadline=None)
@given(entrants=st.integers(2, 32), chance=chances())
def test_there_are_as_many_points_as_matches(entrants, chance) -> None:
    over = play_out(ROBIN, field_of(entrants), at_random(chance))
    assert sum(points_of(over).values()) == entrants * (entrants - 1) // 2
    assert ROBIN.is_over(over)


def test_who_leaves_loses_what_is_to_come_by_walkover() -> None:
    history = next(islice(steps(ROBIN, field_of(4), by_seat), 1, None))
    gone = replace(history, present=frozenset({2, 3, 4}))
    over = play_out(ROBIN, gone, by_seat)
    alone = {p.ref: p for p in over.pairings.values() if not p.is_contested}
    assert alone == {Ref(3, 1): Pairing(Ref(3, 1), (2,), Outcome.WALKOVER)}
    assert points_of(over) == {1: 2, 2: 3, 3: 1, 4: 0}


def test_the_last_one_there_wins_the_rest_and_the_event_ends() -> None:
    over = play_out(ROBIN, replace(field_of(6), present=frozenset({4})), by_seat)
    assert ROBIN.is_over(over)
    assert points_of(over)[4] == 5
    assert Counter(r.outcome for r in over.results.values())[Outcome.PLAYED] == 0


def test_d_trn_02_everybody_withdraws_and_the_event_is_over() -> None:
    history = replace(field_of(6), present=frozenset())
    assert ROBIN.is_over(history)
    assert ROBIN.pairings_due(history, LOTS) == ()


@settings(deadline=None)
@given(entrants=st.integers(2, 24), chance=chances())
def test_it_ends_whoever_fails_to_come_or_leaves(entrants, chance) -> None:
    def leaves(history: History) -> frozenset[int]:
        return frozenset(each for each in history.entrants if chance.random() < 0.1)

    over = play_out(ROBIN, field_of(entrants), now_and_then_nobody(chance), leaves=leaves)
    assert ROBIN.is_over(over)
    assert len(points_of(over)) == entrants


def test_the_page_shows_the_rounds_to_come() -> None:
    sections = ROBIN.sections(field_of(5))
    assert [each.number for each in sections] == [1, 2, 3, 4, 5]
    assert [len(each.places) for each in sections] == [3] * 5
    shown = {place.ref for each in sections for place in each.places}
    assert shown == set(play_out(ROBIN, field_of(5), by_seat).pairings)
