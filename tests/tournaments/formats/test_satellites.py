"""A knock-out that looks for several survivors stops when they cannot miss."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import (
    LOTS,
    at_random,
    chances,
    field_of,
    first,
    large,
    lots_of,
    now_and_then_nobody,
    play_out,
    steps,
)
from tournaments.formats.base import Outcome, Part, Ref, Result, SectionKind
from tournaments.formats.knockout import Knockout


def matches_of(history) -> dict[int, int]:
    """How many matches were played in each round."""
    rounds = [ref.round for ref, pairing in history.pairings.items() if pairing.is_contested]
    return {number: rounds.count(number) for number in sorted(set(rounds))}


def test_two_tickets_play_no_final() -> None:
    over = play_out(Knockout(survivors=2), field_of(16), first)
    assert matches_of(over) == {1: 8, 2: 4, 3: 2}
    assert Knockout(survivors=2).alive(over) == {1, 9}


def test_sixteen_for_three_are_the_finalists_and_one_match_between_the_semifinal_losers() -> None:
    rule = Knockout(survivors=3)
    over = play_out(rule, field_of(16), first)
    assert matches_of(over) == {1: 8, 2: 4, 3: 2, 4: 1}
    assert set(over.pairings[Ref(4, 1)].entrants) == {5, 13}
    survivor = over.results[Ref(4, 1)].winner
    assert survivor is not None
    places = {each.entrant: each.place for each in rule.standings(over, LOTS)}
    assert {entrant for entrant, place in places.items() if place == 1} == {1, 9, survivor}
    assert places[18 - survivor] == 4
    assert sorted(places.values()) == [1, 1, 1, 4] + [5] * 4 + [9] * 8


def test_fourteen_for_three_as_the_house_counts_it() -> None:
    rule = Knockout(survivors=3)
    over = play_out(rule, field_of(14), first)
    assert matches_of(over) == {1: 6, 2: 4, 3: 2, 4: 1}
    assert len(rule.alive(over)) == 3


def test_seven_tickets_are_played_off_again_and_again() -> None:
    over = play_out(Knockout(survivors=7), field_of(16), first)
    # Four of the quarter-finalists, then two of their four victims, then one of those two.
    assert matches_of(over) == {1: 8, 2: 4, 3: 2, 4: 1}
    assert len(Knockout(survivors=7).alive(over)) == 7


@large
@given(
    entrants=st.integers(2, 300),
    survivors=st.integers(1, 64),
    seed=st.integers(0, 1000),
    chance=chances(),
)
def test_so_many_survive_as_are_looked_for(entrants, survivors, seed, chance) -> None:
    rule = Knockout(survivors=survivors)
    over = play_out(rule, field_of(entrants), at_random(chance), chance=chance, lots=lots_of(seed))
    left = min(entrants, survivors)
    assert rule.is_over(over)
    assert len(rule.alive(over)) == left
    places = [each.place for each in rule.standings(over, LOTS)]
    assert places.count(1) == left
    played = [r for r in over.results.values() if r.outcome is Outcome.PLAYED]
    assert len(played) <= entrants - 1


@settings(deadline=None)
@given(
    entrants=st.integers(2, 64),
    survivors=st.integers(1, 16),
    chance=chances(),
)
def test_nobody_who_was_safe_is_ever_out_and_nobody_out_comes_back(
    entrants, survivors, chance
) -> None:
    rule = Knockout(survivors=survivors)
    course = list(steps(rule, field_of(entrants), now_and_then_nobody(chance), chance=chance))
    for before, after in pairwise(course):
        assert rule.alive(after) <= rule.alive(before)
    assert rule.is_over(course[-1])
    assert len(rule.alive(course[-1])) <= max(survivors, 1)


@settings(deadline=None)
@given(
    entrants=st.integers(2, 128),
    survivors=st.integers(2, 40),
    chance=chances(),
)
def test_a_free_pass_of_a_play_off_goes_to_somebody_who_had_none(
    entrants, survivors, chance
) -> None:
    rule = Knockout(survivors=survivors)
    over = play_out(rule, field_of(entrants), at_random(chance))
    byes = [r for r in over.results.values() if r.outcome is Outcome.BYE]
    for result in byes:
        earlier = {other.winner for other in byes if other.ref.round < result.ref.round}
        if result.winner in earlier:
            rivals = {
                entrant
                for ref, pairing in over.pairings.items()
                if ref.round == result.ref.round
                for entrant in pairing.entrants
            }
            alone = {other.winner for other in byes if other.ref.round == result.ref.round}
            assert rivals - alone <= earlier


def test_as_many_tickets_as_entrants_need_no_match() -> None:
    rule = Knockout(survivors=4)
    assert rule.is_over(field_of(4))
    assert rule.pairings_due(field_of(4), LOTS) == ()
    assert rule.alive(field_of(4)) == {1, 2, 3, 4}


def test_d_trn_03_both_out_in_the_last_round_leaves_the_ticket_to_a_loser_of_it() -> None:
    rule = Knockout(survivors=2)
    over = play_out(
        rule, field_of(8), lambda pairing: None if pairing.ref == (2, 1) else pairing.entrants[0]
    )
    assert over.results[Ref(2, 1)] == Result(Ref(2, 1), Outcome.BOTH_OUT, None)
    assert rule.alive(over) == {5, 7}
    assert rule.is_over(over)


@pytest.mark.parametrize(("survivors", "is_kept"), [(1, True), (2, False), (3, False)])
def test_a_loser_is_out_at_once_only_where_nothing_can_come_after(survivors, is_kept) -> None:
    assert Knockout(survivors=survivors).has_knockout is is_kept


def test_the_loser_of_the_first_semifinal_still_waits_for_the_other() -> None:
    rule = Knockout(survivors=3)
    history = field_of(4)
    history = history.with_pairings(rule.pairings_due(history, LOTS))
    history = history.with_results([Result(Ref(1, 1), Outcome.PLAYED, 1)])
    assert rule.alive(history) == {1, 2, 3, 4}
    assert rule.pairings_due(history, LOTS) == ()
    assert not rule.is_over(history)


def test_the_play_off_has_sections_of_its_own_and_no_round_is_called_the_final() -> None:
    over = play_out(Knockout(survivors=3), field_of(16), first)
    assert [(s.part, s.kind, s.number) for s in Knockout(survivors=3).sections(over)] == [
        (Part.BRACKET, SectionKind.ROUND, 1),
        (Part.BRACKET, SectionKind.ROUND, 2),
        (Part.BRACKET, SectionKind.ROUND, 3),
        (Part.PLAY_OFF, SectionKind.FINAL, 1),
    ]
