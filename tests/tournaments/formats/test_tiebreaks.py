"""Tie-breaks, by example: a small table in which every rule says something else."""

from fractions import Fraction

import pytest

from tests.tournaments.formats.simulation import LOTS, field_of
from tournaments.formats.base import History, Outcome, Pairing, Ref, Result, Standing
from tournaments.formats.scores import WIN, scores_of
from tournaments.formats.tiebreaks import HOUSE_ORDER, TIE_BREAKS, ranked, tie_breaks_of
from tournaments.wording import TIE_BREAK_WORDS

A, B, C, D, E = range(1, 6)


def a_table(*matches: tuple[int, int, int, int]) -> History:
    """Matches as (winner, loser, points of the winner, points of the loser), a round each."""
    history = field_of(5)
    for number, (winner, loser, won, lost) in enumerate(matches, 1):
        pair = tuple(sorted((winner, loser)))
        points = (won, lost) if pair[0] == winner else (lost, won)
        ref = Ref(number, 1)
        history = history.with_pairings([Pairing(ref, pair)])
        history = history.with_results([Result(ref, Outcome.PLAYED, winner, points)])
    return history


def with_bye(history: History, entrant: int) -> History:
    ref = Ref(history.last_round + 1, 1)
    history = history.with_pairings([Pairing(ref, (entrant,))])
    return history.with_results([Result(ref, Outcome.BYE, entrant)])


def values(code: str, history: History, *level: int) -> list[int | Fraction]:
    numbers = TIE_BREAKS[code].values(level, scores_of(history, LOTS, bye=WIN))
    return [numbers[each] for each in level]


def standings(history: History, *codes: str) -> tuple[Standing, ...]:
    return ranked(history.entrants, scores_of(history, LOTS, bye=WIN), tie_breaks_of(codes))


TABLE = a_table((A, B, 5, 2), (B, C, 5, 4), (C, A, 5, 0), (A, D, 5, 1), (B, E, 5, 3), (D, E, 5, 4))


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        # Wins: A 2, B 2, C 1, D 1, E 0.
        ("wins", [2, 2, 1, 1, 0]),
        # A met B, C, D: 2 + 1 + 1; E met B and D: 2 + 1.
        ("buchholz", [4, 3, 4, 2, 3]),
        ("median_buchholz", [1, 1, 0, 0, 0]),
        # A has beaten B and D, B has beaten C and E.
        ("sonneborn_berger", [3, 1, 2, 0, 0]),
        ("score_difference", [10 - 8, 12 - 12, 9 - 5, 6 - 9, 7 - 10]),
    ],
)
def test_a_tie_break_counts_what_it_says(code, numbers) -> None:
    assert values(code, TABLE, A, B, C, D, E) == numbers


def test_head_to_head_counts_wins_among_those_who_are_level() -> None:
    assert values("head_to_head", TABLE, A, B) == [1, 0]
    assert values("head_to_head", TABLE, A, B, C) == [1, 1, 1]


def test_head_to_head_says_nothing_where_not_all_have_met() -> None:
    assert values("head_to_head", TABLE, C, D) == [0, 0]
    assert values("head_to_head", TABLE, A, B, E) == [0, 0, 0]


def test_lots_leave_nobody_level() -> None:
    drawn = LOTS.order("tie_break", TABLE.entrants)
    assert values("lots", TABLE, *drawn) == [5, 4, 3, 2, 1]


def test_a_bye_is_a_point_and_no_win() -> None:
    history = with_bye(TABLE, C)
    assert {each.entrant: each.points for each in standings(history)}[C] == 2
    assert values("wins", history, C) == [1]
    assert values("buchholz", history, A) == values("buchholz", TABLE, A)
    assert values("sonneborn_berger", history, B) == values("sonneborn_berger", TABLE, B)


def test_both_out_is_a_meeting_without_a_win() -> None:
    history = TABLE.with_pairings([Pairing(Ref(7, 1), (C, D))])
    history = history.with_results([Result(Ref(7, 1), Outcome.BOTH_OUT, None)])
    assert values("wins", history, C, D) == [1, 1]
    assert values("head_to_head", history, C, D) == [0, 0]
    assert values("buchholz", history, C, D) == [5, 3]


def test_the_card_decides_which_is_asked_first() -> None:
    table = a_table((A, C, 5, 4), (B, D, 5, 0), (C, D, 5, 0))
    assert [each.entrant for each in standings(table, "sonneborn_berger")][:2] == [A, B]
    by_difference = standings(table, "score_difference", "wins")
    assert [each.entrant for each in by_difference][:2] == [B, C]
    assert by_difference[0] == Standing(B, 1, Fraction(1), (Fraction(5), Fraction(1)))


def test_who_stays_level_shares_the_place() -> None:
    assert [(each.entrant, each.place) for each in standings(TABLE, "wins")] == [
        (A, 1),
        (B, 1),
        (C, 3),
        (D, 3),
        (E, 5),
    ]


def test_head_to_head_looks_only_at_those_still_level_after_the_rules_before_it() -> None:
    table = a_table((A, B, 5, 0), (B, C, 5, 0), (C, A, 5, 0), (A, D, 5, 0))
    order = standings(table, "buchholz", "head_to_head")
    # B and C have 1 point and Buchholz 3 each, and B has beaten C.
    assert [each.entrant for each in order] == [A, B, C, D, E]
    assert order[1].tie_breaks == (Fraction(3), Fraction(1))
    assert order[2].tie_breaks == (Fraction(3), Fraction(0))


def test_the_house_order_is_buchholz_sonneborn_berger_head_to_head_lots() -> None:
    assert HOUSE_ORDER == ("buchholz", "sonneborn_berger", "head_to_head", "lots")
    assert [each.code for each in tie_breaks_of(())] == list(HOUSE_ORDER)
    assert all(len(each.tie_breaks) == 4 for each in standings(TABLE))
    assert [each.place for each in standings(TABLE)] == [1, 2, 3, 4, 5]


def test_an_unknown_code_is_an_error() -> None:
    with pytest.raises(KeyError):
        tie_breaks_of(["strength"])


def test_every_tie_break_has_words_for_the_card() -> None:
    assert set(TIE_BREAKS) == set(TIE_BREAK_WORDS)
