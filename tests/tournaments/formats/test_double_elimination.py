"""Double elimination: two lives each, one grand final or two, and rematches as late as can be."""

from collections import Counter
from dataclasses import replace
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
    now_and_then_nobody,
    play_out,
    steps,
)
from tournaments.formats.base import (
    History,
    Outcome,
    Pairing,
    Part,
    Place,
    Ref,
    Result,
    SectionKind,
    Source,
)
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.trees import round_count

DOUBLE = DoubleElimination()


def losses_of(history: History) -> Counter:
    return Counter(
        entrant
        for ref, result in history.results.items()
        for entrant in history.pairings[ref].entrants
        if entrant != result.winner
    )


def places_of(history: History) -> dict[int, int]:
    return {each.entrant: each.place for each in DOUBLE.standings(history, LOTS)}


def unbeaten_wins(pairing: Pairing) -> int:
    """The lowest seat wins everything; elsewhere the upper line."""
    return 1 if 1 in pairing.entrants else pairing.entrants[0]


def titles(history: History) -> list[tuple[Part, SectionKind, int]]:
    return [(each.part, each.kind, each.number) for each in DOUBLE.sections(history)]


def test_eight_entrants_play_seven_and_six_matches_and_a_grand_final() -> None:
    over = play_out(DOUBLE, field_of(8), unbeaten_wins)
    assert len(over.pairings) == 14
    assert Counter(ref.round for ref in over.pairings) == {1: 4, 2: 4, 3: 2, 4: 2, 5: 1, 6: 1}
    assert places_of(over)[1] == 1
    assert sorted(places_of(over).values()) == [1, 2, 3, 4, 5, 5, 7, 7]


def test_the_sections_of_eight_entrants_are_two_brackets_and_the_grand_final() -> None:
    assert titles(field_of(8)) == [
        (Part.BRACKET, SectionKind.QUARTERFINAL, 1),
        (Part.BRACKET, SectionKind.SEMIFINAL, 2),
        (Part.BRACKET, SectionKind.FINAL, 3),
        (Part.LAST_CHANCE, SectionKind.ROUND, 1),
        (Part.LAST_CHANCE, SectionKind.ROUND, 2),
        (Part.LAST_CHANCE, SectionKind.ROUND, 3),
        (Part.LAST_CHANCE, SectionKind.FINAL, 4),
        (Part.GRAND_FINAL, SectionKind.FINAL, 1),
    ]


def test_losers_of_the_second_round_cross_to_the_other_half() -> None:
    places = {p.ref: p.sources for each in DOUBLE.sections(field_of(8)) for p in each.places}
    assert places[Ref(3, 1)] == (Source(Ref(2, 2), is_loser=True), Source(Ref(2, 3)))
    assert places[Ref(3, 2)] == (Source(Ref(2, 1), is_loser=True), Source(Ref(2, 4)))


def test_the_grand_final_is_played_again_if_the_unbeaten_player_loses_it() -> None:
    final = Ref(4, 1)
    over = play_out(DOUBLE, field_of(4), lambda p: p.entrants[1] if p.ref == final else first(p))
    unbeaten, other = over.pairings[final].entrants
    assert over.pairings[Ref(5, 1)].entrants == (unbeaten, other)
    assert titles(over)[-1] == (Part.GRAND_FINAL, SectionKind.AGAIN, 2)
    assert places_of(over)[unbeaten] == 1
    assert losses_of(over)[unbeaten] == 1
    assert losses_of(over)[other] == 2
    assert DOUBLE.round_total(over) == 5


def test_the_grand_final_is_not_played_again_if_the_unbeaten_player_wins_it() -> None:
    over = play_out(DOUBLE, field_of(4), first)
    assert max(over.pairings) == Ref(4, 1)
    assert DOUBLE.round_total(over) == 4
    assert DOUBLE.is_over(over)


def test_two_entrants_play_until_one_has_lost_twice() -> None:
    over = play_out(DOUBLE, field_of(2), first)
    assert [p.entrants for p in over.pairings.values()] == [(1, 2), (1, 2)]
    over = play_out(DOUBLE, field_of(2), lambda p: 2 if p.ref.round == 2 else 1)
    assert [r.winner for r in over.results.values()] == [1, 2, 1]


@large
@given(entrants=st.integers(2, 512), chance=chances())
def test_everybody_but_the_winner_loses_twice(entrants, chance) -> None:
    over = play_out(DOUBLE, field_of(entrants), at_random(chance), chance=chance)
    winner = next(entrant for entrant, place in places_of(over).items() if place == 1)
    losses = losses_of(over)
    assert DOUBLE.is_over(over)
    assert DOUBLE.alive(over) == {winner}
    assert losses[winner] <= 1
    assert all(losses[each] == 2 for each in over.entrants if each != winner)
    played = [r for r in over.results.values() if r.outcome is Outcome.PLAYED]
    assert len(played) == 2 * (entrants - 1) + losses[winner]


@settings(deadline=None)
@given(entrants=st.integers(2, 128), chance=chances())
def test_those_alive_are_those_who_have_not_lost_twice(entrants, chance) -> None:
    for history in steps(DOUBLE, field_of(entrants), at_random(chance), chance=chance):
        losses = losses_of(history)
        assert DOUBLE.alive(history) == {each for each in history.entrants if losses[each] < 2}


@settings(deadline=None)
@given(entrants=st.integers(2, 64), chance=chances())
def test_it_ends_whoever_fails_to_come_or_leaves(entrants, chance) -> None:
    def leaves(history: History) -> frozenset[int]:
        return frozenset(each for each in history.entrants if chance.random() < 0.05)

    course = list(
        steps(DOUBLE, field_of(entrants), now_and_then_nobody(chance), chance=chance, leaves=leaves)
    )
    for before, after in pairwise(course):
        assert DOUBLE.alive(after) <= DOUBLE.alive(before)
    places = [each.place for each in DOUBLE.standings(course[-1], LOTS)]
    assert DOUBLE.is_over(course[-1])
    assert len(places) == entrants
    assert len(DOUBLE.alive(course[-1])) <= 1


@large
@given(entrants=st.integers(2, 512))
def test_byes_lie_in_the_first_round_of_the_main_bracket_alone(entrants) -> None:
    places = [p for each in DOUBLE.sections(field_of(entrants)) for p in each.places]
    assert all(len(p.sources) == 2 for p in places if p.ref.round > 1)
    over = play_out(DOUBLE, field_of(entrants), first)
    byes = [p for p in over.pairings.values() if not p.is_contested]
    assert len(byes) == (1 << round_count(entrants)) - entrants
    assert {p.ref.round for p in byes} <= {1}


@large
@given(entrants=st.integers(2, 512))
def test_every_loser_of_the_main_bracket_has_one_place_to_go_to(entrants) -> None:
    sections = DOUBLE.sections(field_of(entrants))
    fed = Counter(source for each in sections for place in each.places for source in place.sources)
    assert set(fed.values()) <= {1}
    seats = seats_of(entrants)
    matches = {
        place.ref
        for each in sections
        if each.part is Part.BRACKET
        for place in each.places
        if place.sources or len(seats[place.ref]) == 2
    }
    assert {source.ref for source in fed if source.is_loser} == matches


def seats_of(entrants: int) -> dict[Ref, tuple[int, ...]]:
    due = DOUBLE.pairings_due(field_of(entrants), LOTS)
    return {pairing.ref: pairing.entrants for pairing in due}


@settings(deadline=None, max_examples=30)
@given(rounds=st.integers(2, 9), chance=chances())
def test_nobody_meets_anybody_again_while_the_last_chance_has_room_to_keep_them_apart(
    rounds, chance
) -> None:
    over = play_out(DOUBLE, field_of(1 << rounds), at_random(chance))
    met = set()
    for ref in sorted(over.pairings):
        pair = frozenset(over.pairings[ref].entrants)
        main_round = ref.round // 2 + 1
        if (1 << max(0, rounds - main_round)) >= main_round:
            assert pair not in met
        met.add(pair)


def test_both_out_in_the_main_bracket_have_no_last_chance() -> None:
    over = play_out(DOUBLE, field_of(4), lambda p: None if p.ref == (1, 1) else first(p))
    assert over.results[Ref(2, 1)] == Result(Ref(2, 1), Outcome.WALKOVER, 3)
    assert over.results[Ref(4, 1)].winner == 3
    assert places_of(over) == {3: 1, 4: 2, 1: 3, 2: 3}


def test_both_absent_at_the_grand_final_share_its_two_places() -> None:
    over = play_out(DOUBLE, field_of(4), lambda p: None if p.ref == (4, 1) else first(p))
    assert sorted(places_of(over).values()) == [1, 1, 3, 4]
    assert DOUBLE.is_over(over)


def test_who_leaves_before_the_first_round_is_out_in_it() -> None:
    over = play_out(DOUBLE, replace(field_of(4), present=frozenset({1, 3, 4})), first)
    assert over.results[Ref(1, 1)] == Result(Ref(1, 1), Outcome.WALKOVER, 1)
    assert places_of(over) == {1: 1, 3: 2, 4: 3, 2: 4}


@settings(deadline=None)
@given(entrants=st.integers(2, 64), chance=chances())
def test_nobody_wins_who_was_never_there(entrants, chance) -> None:
    here = frozenset(each for each in range(1, entrants + 1) if chance.random() < 0.5)
    over = play_out(DOUBLE, replace(field_of(entrants), present=here), at_random(chance))
    assert DOUBLE.alive(over) <= here
    assert len(DOUBLE.alive(over)) == min(1, len(here))


def test_who_leaves_after_a_loss_gives_his_next_opponent_a_walkover() -> None:
    history = field_of(4)
    history = history.with_pairings(DOUBLE.pairings_due(history, LOTS))
    history = history.with_results(
        [Result(Ref(1, slot), Outcome.PLAYED, 2 * slot - 1) for slot in (1, 2)]
    )
    over = play_out(DOUBLE, replace(history, present=frozenset({1, 3, 4})), first)
    assert over.pairings[Ref(2, 2)] == Pairing(Ref(2, 2), (4,), Outcome.WALKOVER)
    assert places_of(over)[2] == 4


@pytest.mark.parametrize("entrants", [0, 1])
def test_a_field_without_a_match_is_over(entrants) -> None:
    assert DOUBLE.is_over(field_of(entrants))
    assert DOUBLE.pairings_due(field_of(entrants), LOTS) == ()
    assert len(DOUBLE.standings(field_of(entrants), LOTS)) == entrants


def test_an_odd_field_leads_a_lone_loser_straight_on() -> None:
    sections = DOUBLE.sections(field_of(3))
    last_chance = [
        place for each in sections if each.part is Part.LAST_CHANCE for place in each.places
    ]
    (loser,) = [ref for ref, seats in seats_of(3).items() if len(seats) == 2]
    assert last_chance == [
        Place(Ref(3, 1), (Source(Ref(2, 1), is_loser=True), Source(loser, is_loser=True)))
    ]
