"""Late entry into a knock-out: into byes that are not used yet, and nowhere else."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import LOTS, field_of, first, play_out, result_of
from tournaments.formats.base import History, Outcome, Pairing, Ref
from tournaments.formats.knockout import Knockout
from tournaments.formats.trees import bye_slots

KNOCKOUT = Knockout()


def begun(entrants: int) -> History:
    """The first round is paired, its byes are through."""
    history = field_of(entrants)
    due = KNOCKOUT.pairings_due(history, LOTS)
    byes = [result_of(pairing, first) for pairing in due if not pairing.is_contested]
    return history.with_pairings(due).with_results(byes)


def joined(history: History) -> History:
    """One more entrant, in the first place a latecomer can take."""
    ref = KNOCKOUT.late_slots(history)[0]
    late = len(history.entrants) + 1
    pairing = Pairing(ref, (*history.pairings[ref].entrants, late))
    return replace(
        history,
        entrants=(*history.entrants, late),
        joined={**history.joined, late: 2},
        results={other: result for other, result in history.results.items() if other != ref},
    ).with_pairings([pairing])


def byes_of(history: History) -> set[int]:
    return {ref.slot for ref, result in history.results.items() if result.outcome is Outcome.BYE}


def test_eleven_of_sixteen_and_two_latecomers_leave_three_byes() -> None:
    history = joined(joined(begun(11)))
    assert len(KNOCKOUT.late_slots(history)) == 3
    assert byes_of(history) == set(bye_slots(13))


@settings(deadline=None)
@given(entrants=st.integers(2, 256), data=st.data())
def test_the_byes_that_are_left_lie_as_if_the_latecomers_had_been_drawn(entrants, data) -> None:
    history = begun(entrants)
    late = data.draw(st.integers(0, len(bye_slots(entrants))))
    for _each in range(late):
        history = joined(history)
    assert byes_of(history) == set(bye_slots(entrants + late))


@settings(deadline=None)
@given(entrants=st.integers(2, 128), data=st.data())
def test_latecomers_play_like_everybody_else(entrants, data) -> None:
    history = begun(entrants)
    for _each in range(data.draw(st.integers(0, len(bye_slots(entrants))))):
        history = joined(history)
    over = play_out(KNOCKOUT, history, lambda pairing: max(pairing.entrants))
    assert KNOCKOUT.is_over(over)
    assert KNOCKOUT.alive(over) == {len(over.entrants)}
    played = [r for r in over.results.values() if r.outcome is Outcome.PLAYED]
    assert len(played) == len(over.entrants) - 1


def test_a_bye_is_used_once_its_winner_is_paired_on() -> None:
    history = begun(6)
    slots = KNOCKOUT.late_slots(history)
    assert {ref.slot for ref in slots} == set(bye_slots(6))
    neighbour = next(ref for ref in history.pairings if ref not in history.results)
    history = history.with_results([result_of(history.pairings[neighbour], first)])
    history = history.with_pairings(KNOCKOUT.pairings_due(history, LOTS))
    still_free = {ref for ref in slots if Ref(2, (ref.slot + 1) // 2) not in history.pairings}
    assert set(KNOCKOUT.late_slots(history)) == still_free
    assert len(still_free) == 1


def test_nobody_is_put_against_somebody_who_has_left() -> None:
    history = begun(3)
    (ref,) = KNOCKOUT.late_slots(history)
    gone = frozenset(history.entrants) - set(history.pairings[ref].entrants)
    assert KNOCKOUT.late_slots(replace(history, present=gone)) == ()


def test_a_full_bracket_and_one_that_is_not_drawn_take_nobody() -> None:
    assert KNOCKOUT.late_slots(begun(8)) == ()
    assert KNOCKOUT.late_slots(field_of(6)) == ()
