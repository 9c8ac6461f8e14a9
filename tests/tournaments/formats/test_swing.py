"""Swing: games for stacks between whoever is free, until one holds everything."""

import random
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import LOTS, chances, field_of, lots_of
from tournaments.formats.base import History, Outcome, Pairing, Ref, Result
from tournaments.formats.swing import Swing

STACK = 100
SWING = Swing(STACK)


def played(history: History, ref: Ref, winner: int, chips: int) -> History:
    """A game after which the loser has paid, at most what he has."""
    pairing, stacks = history.pairings[ref], SWING.stacks(history)
    (loser,) = (each for each in pairing.entrants if each != winner)
    paid = min(chips, *(stacks[each] for each in pairing.entrants))
    stacks[winner] += paid
    stacks[loser] -= paid
    points = tuple(stacks[each] for each in pairing.entrants)
    return history.with_results([Result(ref, Outcome.PLAYED, winner, points)])


def paired(history: History, *tables: tuple[int, int]) -> History:
    """The same with games of one more moment."""
    number = history.last_round + 1
    return history.with_pairings(
        Pairing(Ref(number, slot), table) for slot, table in enumerate(tables, 1)
    )


def tables(history: History, seed: int = 0) -> list[set[int]]:
    return [set(pairing.entrants) for pairing in SWING.pairings_due(history, lots_of(seed))]


def an_evening(
    entrants: int, chance: random.Random, *, leaving: float = 0
) -> Iterator[tuple[History, tuple[Pairing, ...]]]:
    """Games that end one by one in any order, with what is paired after each; stakes rise."""
    history = replace(field_of(entrants), present=frozenset(range(1, entrants + 1)))
    while True:
        due = SWING.pairings_due(history, LOTS)
        yield history, due
        history = history.with_pairings(due)
        open_ones = [ref for ref in history.pairings if ref not in history.results]
        if not open_ones:
            return
        ref = chance.choice(open_ones)
        winner = chance.choice(history.pairings[ref].entrants)
        history = played(history, ref, winner, chance.choice([10, 20, 40]) << ref.round // entrants)
        assert history.present is not None
        if chance.random() < leaving:
            gone = chance.choice(sorted(history.present))
            history = replace(history, present=history.present - {gone})


def last_games(history: History) -> dict[int, frozenset[int]]:
    return {
        each: frozenset(pairing.entrants)
        for _ref, pairing in sorted(history.pairings.items())
        for each in pairing.entrants
    }


@settings(deadline=None, max_examples=50)
@given(entrants=st.integers(2, 24), chance=chances())
def test_one_holds_everything_in_the_end_and_no_chip_is_lost(entrants, chance) -> None:
    *_, (over, _due) = an_evening(entrants, chance)
    stacks = SWING.stacks(over)
    assert SWING.is_over(over)
    assert sorted(stacks.values()) == [0] * (entrants - 1) + [STACK * entrants]
    (winner,) = SWING.alive(over)
    standings = SWING.standings(over, LOTS)
    assert standings[0].entrant == winner
    assert standings[0].points == STACK * entrants
    assert [each.place for each in standings] == list(range(1, entrants + 1))


@settings(deadline=None, max_examples=50)
@given(entrants=st.integers(2, 24), chance=chances())
def test_games_are_between_free_players_with_chips_and_no_rematch_while_others_are_there(
    entrants, chance
) -> None:
    for history, due in an_evening(entrants, chance):
        busy = {
            each
            for ref, pairing in history.pairings.items()
            if ref not in history.results
            for each in pairing.entrants
        }
        seated = [each for pairing in due for each in pairing.entrants]
        assert len(set(seated)) == len(seated) == 2 * len(due)
        assert not busy & set(seated)
        assert set(seated) <= SWING.alive(history)
        last = last_games(history)
        if any(frozenset(p.entrants) in map(last.get, p.entrants) for p in due):
            assert len(due) == 1
            assert not busy


@settings(deadline=None, max_examples=50)
@given(entrants=st.integers(2, 24), chance=chances())
def test_it_ends_whoever_leaves(entrants, chance) -> None:
    *_, (over, _due) = an_evening(entrants, chance, leaving=0.2)
    assert SWING.is_over(over)
    assert len({each.entrant for each in SWING.standings(over, LOTS)}) == entrants


def test_everybody_is_paired_at_the_start_and_one_waits_in_an_odd_field() -> None:
    due = tables(field_of(7))
    assert len(set().union(*due)) == 6
    assert due != tables(field_of(7), seed=1)


def test_two_who_have_just_met_wait_while_another_game_is_on() -> None:
    history = played(paired(field_of(4), (1, 2), (3, 4)), Ref(1, 1), 1, 10)
    assert tables(history) == []
    history = played(history, Ref(1, 2), 3, 10)
    assert {1, 2} not in tables(history)
    assert len(tables(history)) == 2


def test_the_last_two_play_each_other_again_and_again() -> None:
    history = played(paired(field_of(2), (1, 2)), Ref(1, 1), 1, 10)
    assert tables(history) == [{1, 2}]
    assert not SWING.is_over(history)


def test_a_third_one_who_is_free_comes_before_a_rematch() -> None:
    history = played(paired(field_of(3), (1, 2)), Ref(1, 1), 1, 10)
    (table,) = tables(history)
    assert 3 in table


def test_who_has_nothing_is_out() -> None:
    history = played(paired(field_of(4), (1, 2), (3, 4)), Ref(1, 1), 1, STACK)
    assert SWING.alive(history) == {1, 3, 4}
    history = played(history, Ref(1, 2), 3, 10)
    assert all(2 not in table for table in tables(history))
    assert [(each.entrant, each.place) for each in SWING.standings(history, LOTS)] == [
        (1, 1),
        (3, 2),
        (4, 3),
        (2, 4),
    ]


def test_places_go_by_the_end_of_the_last_game_not_by_its_start() -> None:
    history = paired(field_of(4), (1, 2), (3, 4))
    history = played(played(history, Ref(1, 2), 3, STACK), Ref(1, 1), 1, STACK)
    standings = SWING.standings(history, LOTS)
    assert [each.entrant for each in standings][2:] == [2, 4]


def test_equal_stacks_share_a_place() -> None:
    assert {each.place for each in SWING.standings(field_of(4), LOTS)} == {1}


def test_who_leaves_stands_below_all_who_are_still_in() -> None:
    history = played(paired(field_of(4), (1, 2), (3, 4)), Ref(1, 1), 1, 50)
    history = replace(history, present=frozenset({2, 3, 4}))
    assert SWING.standings(history, LOTS)[-1].entrant == 1


def test_both_absent_from_a_game_are_out() -> None:
    history = paired(field_of(4), (1, 2), (3, 4))
    history = history.with_results([Result(Ref(1, 1), Outcome.BOTH_OUT, None, (STACK, STACK))])
    assert SWING.alive(history) == {3, 4}


def test_nobody_else_is_there_and_the_event_is_over() -> None:
    assert SWING.is_over(replace(field_of(4), present=frozenset({3})))
    assert SWING.is_over(replace(field_of(4), present=frozenset()))
    assert SWING.round_total(field_of(4)) == 0


def test_the_sections_are_the_moments_at_which_games_were_paired() -> None:
    history = paired(field_of(4), (1, 2), (3, 4))
    history = paired(played(history, Ref(1, 1), 1, 10), (1, 2))
    assert [(each.number, len(each.places)) for each in SWING.sections(history)] == [(1, 2), (2, 1)]


def test_a_result_without_a_game_moves_no_chips() -> None:
    history = paired(field_of(2), (1, 2))
    history = history.with_results([Result(Ref(1, 1), Outcome.PLAYED, 1)])
    assert SWING.stacks(history) == {1: STACK, 2: STACK}
