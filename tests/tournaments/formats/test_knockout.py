"""Single elimination for any field: everybody once, byes apart, one left at the end."""

from dataclasses import replace

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
    now_and_then_nobody,
    play_out,
    steps,
)
from tournaments.formats.base import (
    History,
    Outcome,
    Pairing,
    Ref,
    Result,
    settled_without_play,
)
from tournaments.formats.knockout import Knockout
from tournaments.formats.trees import bye_slots, feeders, round_count, slot_count

KNOCKOUT = Knockout()


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
    over = play_out(KNOCKOUT, field_of(entrants), first)
    played = [r for r in over.results.values() if r.outcome is Outcome.PLAYED]
    byes = [p for p in over.pairings.values() if len(p.entrants) == 1]
    assert len(played) == entrants - 1
    assert len(byes) == (1 << round_count(entrants)) - entrants
    assert {p.ref.round for p in byes} <= {1}
    assert KNOCKOUT.is_over(over)


@large
@given(entrants=st.integers(2, 512))
def test_the_first_round_seats_everybody_once_and_never_bye_against_bye(entrants) -> None:
    due = KNOCKOUT.pairings_due(field_of(entrants), LOTS)
    seated = [seat for pairing in due for seat in pairing.entrants]
    assert seated == list(range(1, entrants + 1))
    assert all(len(pairing.entrants) in (1, 2) for pairing in due)
    assert [pairing.ref.slot for pairing in due] == list(range(1, slot_count(entrants, 1) + 1))


@large
@given(entrants=st.integers(3, 512))
def test_byes_are_spread_evenly_over_the_halves_of_the_bracket(entrants) -> None:
    half = slot_count(entrants, 1) // 2
    upper = sum(slot <= half for slot in bye_slots(entrants))
    assert abs(2 * upper - len(bye_slots(entrants))) <= 1


@large
@given(entrants=st.integers(2, 512), chance=chances())
def test_results_in_any_order_lead_to_one_winner_and_lose_nobody(entrants, chance) -> None:
    over = play_out(KNOCKOUT, field_of(entrants), at_random(chance), chance=chance)
    assert KNOCKOUT.is_over(over)
    standings = KNOCKOUT.standings(over, LOTS)
    assert sorted(each.entrant for each in standings) == list(range(1, entrants + 1))
    assert [each.place for each in standings].count(1) == 1
    for ref, pairing in over.pairings.items():
        if ref.round > 1:
            assert set(pairing.entrants) == {over.results[feeder].winner for feeder in feeders(ref)}


@settings(deadline=None)
@given(entrants=st.integers(2, 64), chance=chances())
def test_the_bracket_ends_whoever_fails_to_come(entrants, chance) -> None:
    over = play_out(KNOCKOUT, field_of(entrants), now_and_then_nobody(chance), chance=chance)
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
    over = play_out(KNOCKOUT, field_of(8), first)
    assert places_of(over) == {1: 1, 5: 2, 3: 3, 7: 3, 2: 5, 4: 5, 6: 5, 8: 5}


def test_d_trn_03_both_out_gives_the_next_opponent_a_walkover_and_defines_every_place() -> None:
    over = play_out(KNOCKOUT, field_of(8), lambda p: None if p.ref == Ref(1, 1) else first(p))
    assert over.results[Ref(1, 1)] == Result(Ref(1, 1), Outcome.BOTH_OUT, None)
    assert over.results[Ref(2, 1)] == Result(Ref(2, 1), Outcome.WALKOVER, 3)
    assert over.pairings[Ref(3, 1)].entrants == (3, 5)
    assert places_of(over) == {3: 1, 5: 2, 7: 3, 1: 4, 2: 4, 4: 4, 6: 4, 8: 4}


def test_two_neighbouring_matches_without_a_winner_leave_an_empty_slot() -> None:
    over = play_out(
        KNOCKOUT, field_of(8), lambda p: None if p.ref in {(1, 1), (1, 2)} else first(p)
    )
    assert over.results[Ref(2, 1)] == Result(Ref(2, 1), Outcome.BOTH_OUT, None)
    assert over.results[Ref(3, 1)] == Result(Ref(3, 1), Outcome.WALKOVER, 5)
    assert places_of(over)[5] == 1


def test_both_absent_at_the_final_share_its_two_places() -> None:
    over = play_out(KNOCKOUT, field_of(4), lambda p: None if p.ref == Ref(2, 1) else first(p))
    assert places_of(over) == {1: 1, 3: 1, 2: 3, 4: 3}


def test_a_bye_is_no_walkover() -> None:
    history = field_of(3)
    lone = next(p for p in KNOCKOUT.pairings_due(history, LOTS) if not p.is_contested)
    assert settled_without_play(lone) == Result(lone.ref, Outcome.BYE, lone.entrants[0])


@pytest.mark.parametrize("entrants", range(2, 71))
def test_d_trn_10_the_page_shows_the_places_in_the_order_of_the_bracket(entrants) -> None:
    columns = [
        [place.ref for place in each.places] for each in KNOCKOUT.sections(field_of(entrants))
    ]
    assert columns == [
        [Ref(number, slot) for slot in range(1, slot_count(entrants, number) + 1)]
        for number in range(1, round_count(entrants) + 1)
    ]


def test_who_leaves_between_matches_is_out_in_the_round_he_missed() -> None:
    history = field_of(8)
    history = history.with_pairings(KNOCKOUT.pairings_due(history, LOTS)).with_results(
        [Result(Ref(1, slot), Outcome.PLAYED, 2 * slot - 1) for slot in (1, 2, 3, 4)]
    )
    history = replace(history, present=frozenset({1, 5, 7}))
    over = play_out(KNOCKOUT, history, first)
    assert over.results[Ref(2, 1)] == Result(Ref(2, 1), Outcome.WALKOVER, 1)
    assert places_of(over) == {1: 1, 5: 2, 3: 3, 7: 3, 2: 5, 4: 5, 6: 5, 8: 5}


def test_who_leaves_before_the_first_round_shares_the_places_of_those_who_lost_in_it() -> None:
    history = replace(field_of(4), present=frozenset({1, 2, 3}))
    over = play_out(KNOCKOUT, history, first)
    assert over.results[Ref(1, 2)] == Result(Ref(1, 2), Outcome.WALKOVER, 3)
    assert places_of(over) == {1: 1, 3: 2, 2: 3, 4: 3}


@settings(deadline=None)
@given(entrants=st.integers(2, 64), chance=chances())
def test_the_bracket_ends_whoever_leaves_between_the_rounds(entrants, chance) -> None:
    def leaves(history: History) -> frozenset[int]:
        return frozenset(each for each in history.entrants if chance.random() < 0.1)

    over = play_out(KNOCKOUT, field_of(entrants), at_random(chance), chance=chance, leaves=leaves)
    assert KNOCKOUT.is_over(over)
    assert sorted(places_of(over)) == list(over.entrants)
    assert len(KNOCKOUT.alive(over)) <= 1


@large
@given(entrants=st.integers(2, 512), chance=chances())
def test_those_alive_are_those_who_have_not_lost(entrants, chance) -> None:
    for history in steps(KNOCKOUT, field_of(entrants), at_random(chance), chance=chance):
        beaten = {
            entrant
            for ref, result in history.results.items()
            for entrant in history.pairings[ref].entrants
            if entrant != result.winner
        }
        assert KNOCKOUT.alive(history) == frozenset(history.entrants) - beaten
