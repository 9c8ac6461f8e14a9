"""Single elimination for any field: everybody once, byes apart, one left at the end."""

import random
from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.base import (
    History,
    Outcome,
    Pairing,
    Ref,
    Result,
    settled_without_play,
)
from tournaments.formats.knockout import Knockout
from tournaments.formats.seating import DrawnLots
from tournaments.formats.trees import bye_slots, feeders, round_count, slot_count

KNOCKOUT = Knockout()
LOTS = DrawnLots(bytes(32), "event")
Pick: TypeAlias = Callable[[Pairing], int | None]


def field_of(entrants: int) -> History:
    return History(tuple(range(1, entrants + 1)))


def play_out(history: History, pick: Pick, chance: random.Random | None = None) -> History:
    """Play until nothing is left; `pick` names each winner, None where both are out.

    With `chance`, only some of the open results come in at a time, in any order.
    """
    while True:
        history = history.with_pairings(KNOCKOUT.pairings_due(history, LOTS))
        open_ones = [p for ref, p in history.pairings.items() if ref not in history.results]
        if not open_ones:
            return history
        if chance is not None:
            open_ones = chance.sample(open_ones, chance.randint(1, len(open_ones)))
        history = history.with_results(
            settled_without_play(p) or Result(p.ref, Outcome.PLAYED, pick(p)) for p in open_ones
        )


def first(pairing: Pairing) -> int:
    return pairing.entrants[0]


def places_of(history: History) -> dict[int, int]:
    return {each.entrant: each.place for each in KNOCKOUT.standings(history, LOTS)}


@pytest.mark.parametrize(
    ("entrants", "byes", "rounds"),
    [
        (2, 0, 1),
        (3, 1, 2),
        (4, 0, 2),
        (5, 3, 3),
        (6, 2, 3),
        (7, 1, 3),
        (9, 7, 4),
        (11, 5, 4),
        (12, 4, 4),
        (33, 31, 6),
        (512, 0, 9),
    ],
)
def test_byes_fill_the_bracket_to_the_next_power_of_two(entrants, byes, rounds) -> None:
    assert len(bye_slots(entrants)) == byes
    assert round_count(entrants) == rounds


@pytest.mark.parametrize("entrants", range(2, 71))
def test_d_trn_10_a_knockout_of_any_size_plays_one_match_fewer_than_it_has_entrants(
    entrants,
) -> None:
    over = play_out(field_of(entrants), first)
    played = [r for r in over.results.values() if r.outcome is Outcome.PLAYED]
    byes = [p for p in over.pairings.values() if len(p.entrants) == 1]
    assert len(played) == entrants - 1
    assert len(byes) == (1 << round_count(entrants)) - entrants
    assert {p.ref.round for p in byes} <= {1}
    assert KNOCKOUT.is_over(over)


@settings(deadline=None)
@given(entrants=st.integers(2, 512))
def test_the_first_round_seats_everybody_once_and_never_bye_against_bye(entrants) -> None:
    due = KNOCKOUT.pairings_due(field_of(entrants), LOTS)
    seated = [seat for pairing in due for seat in pairing.entrants]
    assert seated == list(range(1, entrants + 1))
    assert all(len(pairing.entrants) in (1, 2) for pairing in due)
    assert [pairing.ref.slot for pairing in due] == list(range(1, slot_count(entrants, 1) + 1))


@settings(deadline=None)
@given(entrants=st.integers(3, 512))
def test_byes_are_spread_evenly_over_the_halves_of_the_bracket(entrants) -> None:
    half = slot_count(entrants, 1) // 2
    upper = sum(slot <= half for slot in bye_slots(entrants))
    assert abs(2 * upper - len(bye_slots(entrants))) <= 1


@settings(deadline=None)
@given(entrants=st.integers(2, 128), chance=st.randoms(use_true_random=False))
def test_results_in_any_order_lead_to_one_winner_and_lose_nobody(entrants, chance) -> None:
    def pick(pairing: Pairing) -> int:
        return chance.choice(pairing.entrants)

    over = play_out(field_of(entrants), pick, chance=chance)
    assert KNOCKOUT.is_over(over)
    standings = KNOCKOUT.standings(over, LOTS)
    assert sorted(each.entrant for each in standings) == list(range(1, entrants + 1))
    assert [each.place for each in standings].count(1) == 1
    for ref, pairing in over.pairings.items():
        if ref.round > 1:
            assert set(pairing.entrants) == {over.results[feeder].winner for feeder in feeders(ref)}


@settings(deadline=None)
@given(entrants=st.integers(2, 64), chance=st.randoms(use_true_random=False))
def test_the_bracket_ends_whoever_fails_to_come(entrants, chance) -> None:
    def pick(pairing: Pairing) -> int | None:
        return chance.choice([*pairing.entrants, None])

    over = play_out(field_of(entrants), pick, chance=chance)
    assert KNOCKOUT.is_over(over)
    places = [each.place for each in KNOCKOUT.standings(over, LOTS)]
    assert places[0] == 1
    for place in set(places):
        assert place == places.index(place) + 1


def test_a_match_is_due_as_soon_as_both_its_players_are_known() -> None:
    history = field_of(8)
    history = history.with_pairings(KNOCKOUT.pairings_due(history, LOTS)).with_results(
        [Result(Ref(1, 1), Outcome.PLAYED, 2), Result(Ref(1, 2), Outcome.PLAYED, 3)]
    )
    assert KNOCKOUT.pairings_due(history, LOTS) == (Pairing(Ref(2, 1), (2, 3), Outcome.WALKOVER),)


def test_a_pairing_that_is_made_is_never_due_again() -> None:
    history = field_of(8)
    history = history.with_pairings(KNOCKOUT.pairings_due(history, LOTS))
    assert KNOCKOUT.pairings_due(history, LOTS) == ()


def test_places_follow_the_round_in_which_a_player_went_out() -> None:
    over = play_out(field_of(8), first)
    assert places_of(over) == {1: 1, 5: 2, 3: 3, 7: 3, 2: 5, 4: 5, 6: 5, 8: 5}


def test_d_trn_03_both_out_gives_the_next_opponent_a_walkover_and_defines_every_place() -> None:
    over = play_out(field_of(8), lambda p: None if p.ref == Ref(1, 1) else first(p))
    assert over.results[Ref(1, 1)] == Result(Ref(1, 1), Outcome.PLAYED, None)
    assert over.results[Ref(2, 1)] == Result(Ref(2, 1), Outcome.WALKOVER, 3)
    assert over.pairings[Ref(3, 1)].entrants == (3, 5)
    assert places_of(over) == {3: 1, 5: 2, 7: 3, 1: 4, 2: 4, 4: 4, 6: 4, 8: 4}


def test_two_neighbouring_matches_without_a_winner_leave_an_empty_slot() -> None:
    over = play_out(field_of(8), lambda p: None if p.ref in {(1, 1), (1, 2)} else first(p))
    assert over.results[Ref(2, 1)] == Result(Ref(2, 1), Outcome.BOTH_OUT, None)
    assert over.results[Ref(3, 1)] == Result(Ref(3, 1), Outcome.WALKOVER, 5)
    assert places_of(over)[5] == 1


def test_both_absent_at_the_final_share_its_two_places() -> None:
    over = play_out(field_of(4), lambda p: None if p.ref == Ref(2, 1) else first(p))
    assert places_of(over) == {1: 1, 3: 1, 2: 3, 4: 3}


def test_a_bye_is_no_walkover() -> None:
    history = field_of(3)
    lone = next(p for p in KNOCKOUT.pairings_due(history, LOTS) if not p.is_contested)
    assert settled_without_play(lone) == Result(lone.ref, Outcome.BYE, lone.entrants[0])
