"""Groups and a final bracket: two of each group advance and can only meet again in the final."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import (
    LOTS,
    at_random,
    by_seat,
    chances,
    field_of,
    large,
    lots_of,
    now_and_then_nobody,
    play_out,
    result_of,
)
from tournaments.formats.base import History, Outcome, Pairing, Part, SectionKind
from tournaments.formats.groups import Groups, group_count, groups_of
from tournaments.formats.trees import round_count

GROUPS = Groups()
GROUP_ROUNDS = 3


def first_of_bracket(history: History) -> list[Pairing]:
    return [p for ref, p in sorted(history.pairings.items()) if ref.round == GROUP_ROUNDS + 1]


def group_numbers(entrants: int) -> dict[int, int]:
    groups = groups_of(range(1, entrants + 1))
    return {each: number for number, group in enumerate(groups) for each in group}


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [
        (2, [2]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
        (13, [4, 3, 3, 3]),
        (16, [4, 4, 4, 4]),
    ],
)
def test_groups_have_four_or_three(entrants, sizes) -> None:
    assert [len(group) for group in groups_of(range(entrants))] == sizes


@given(entrants=st.integers(6, 512))
def test_groups_are_as_few_as_hold_four_and_everybody_is_in_one(entrants) -> None:
    groups = groups_of(range(entrants))
    assert [each for group in groups for each in group] == list(range(entrants))
    assert {len(group) for group in groups} <= {3, 4}
    assert len(groups) == group_count(entrants) == (entrants + 3) // 4


@large
@given(entrants=st.integers(6, 512), seed=st.integers(0, 1000), chance=chances())
def test_two_of_a_group_never_meet_again_before_the_final(entrants, seed, chance) -> None:
    over = play_out(GROUPS, field_of(entrants), at_random(chance), lots=lots_of(seed))
    group_of = group_numbers(entrants)
    for ref, pairing in over.pairings.items():
        if GROUP_ROUNDS < ref.round < over.last_round:
            numbers = [group_of[each] for each in pairing.entrants]
            assert len(set(numbers)) == len(numbers)
    advanced = Counter(group_of[each] for p in first_of_bracket(over) for each in p.entrants)
    assert set(advanced.values()) == {2}
    assert len(advanced) == group_count(entrants)


@large
@given(entrants=st.integers(6, 512), chance=chances())
def test_the_bracket_has_no_empty_place_and_frees_winners_first(entrants, chance) -> None:
    over = play_out(GROUPS, field_of(entrants), at_random(chance))
    winners = {table[0].entrant for table in GROUPS.tables(over, LOTS)}
    alone = [p.entrants[0] for p in first_of_bracket(over) if not p.is_contested]
    assert all(pairing.entrants for pairing in first_of_bracket(over))
    assert all(
        over.results[p.ref].outcome is Outcome.BYE
        for p in first_of_bracket(over)
        if not p.is_contested
    )
    if set(alone) - winners:
        assert winners <= set(alone)


@large
@given(entrants=st.integers(2, 512), chance=chances())
def test_it_ends_with_one_winner_and_a_place_for_everybody(entrants, chance) -> None:
    over = play_out(GROUPS, field_of(entrants), at_random(chance))
    places = [each.place for each in GROUPS.standings(over, LOTS)]
    assert GROUPS.is_over(over)
    assert places.count(1) == 1
    assert sorted(each.entrant for each in GROUPS.standings(over, LOTS)) == list(over.entrants)
    assert over.last_round == GROUPS.round_total(over)


def test_eight_entrants_play_two_groups_two_semifinals_and_a_final() -> None:
    over = play_out(GROUPS, field_of(8), by_seat)
    assert [set(p.entrants) for p in first_of_bracket(over)] in (
        [{1, 6}, {2, 5}],
        [{5, 2}, {6, 1}],
    )
    places = {each.entrant: each.place for each in GROUPS.standings(over, LOTS)}
    assert places == {1: 1, 2: 2, 5: 3, 6: 3, 3: 5, 7: 5, 4: 7, 8: 7}
    assert GROUPS.alive(over) == {1}


def test_the_sections_are_the_groups_and_then_the_bracket() -> None:
    sections = GROUPS.sections(field_of(8))
    assert [(each.part, each.kind, each.number) for each in sections] == [
        (Part.GROUPS, SectionKind.GROUP, 1),
        (Part.GROUPS, SectionKind.GROUP, 2),
        (Part.BRACKET, SectionKind.SEMIFINAL, 1),
        (Part.BRACKET, SectionKind.FINAL, 2),
    ]
    assert [each.entrants for each in sections[:2]] == [(1, 2, 3, 4), (5, 6, 7, 8)]
    shown = [place.ref for each in sections for place in each.places]
    assert sorted(shown) == sorted(play_out(GROUPS, field_of(8), by_seat).pairings)


def test_fewer_than_six_are_one_group_and_its_table_is_the_result() -> None:
    over = play_out(GROUPS, field_of(5), by_seat)
    assert [(each.entrant, each.place) for each in GROUPS.standings(over, LOTS)] == [
        (each, each) for each in range(1, 6)
    ]
    assert GROUPS.is_over(over)
    assert len(over.pairings) == 15


def test_during_the_groups_everybody_stands_by_his_place_in_his_group() -> None:
    history = field_of(6)
    due = GROUPS.pairings_due(history, LOTS)
    history = history.with_pairings(due)
    assert {each.place for each in GROUPS.standings(history, LOTS)} <= {1, 3, 5}
    assert GROUPS.alive(history) == set(range(1, 7))
    assert not GROUPS.is_over(history)


def test_who_has_left_does_not_advance_and_the_next_of_his_group_does() -> None:
    history = field_of(8)
    for _round in range(GROUP_ROUNDS):
        due = GROUPS.pairings_due(history, LOTS)
        history = history.with_pairings(due)
        history = history.with_results(result_of(each, by_seat) for each in due)
    history = replace(history, present=frozenset({2, 3, 4, 5, 6, 7, 8}))
    over = play_out(GROUPS, history, by_seat)
    assert {each for p in first_of_bracket(over) for each in p.entrants} == {2, 3, 5, 6}


def test_a_group_nobody_is_left_of_leaves_its_opponents_a_free_way() -> None:
    history = replace(field_of(8), present=frozenset({5, 6, 7, 8}))
    over = play_out(GROUPS, history, by_seat)
    assert GROUPS.is_over(over)
    assert GROUPS.standings(over, LOTS)[0].entrant == 5
    assert over.pairings[max(over.pairings)].entrants in ((5, 6), (6, 5))


@settings(deadline=None)
@given(entrants=st.integers(2, 64), chance=chances())
def test_it_ends_whoever_fails_to_come_or_leaves(entrants, chance) -> None:
    def leaves(history: History) -> frozenset[int]:
        return frozenset(each for each in history.entrants if chance.random() < 0.1)

    over = play_out(GROUPS, field_of(entrants), now_and_then_nobody(chance), leaves=leaves)
    assert GROUPS.is_over(over)
    assert len(GROUPS.standings(over, LOTS)) == entrants
    assert over.last_round <= GROUP_ROUNDS + 2 + round_count(2 * group_count(entrants))
