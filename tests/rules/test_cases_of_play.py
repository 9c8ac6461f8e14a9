"""Traps of play that other programs fell into, for both seats: cases D-RUL-01 to D-RUL-16."""

import pytest

from backgammon import (
    Cube,
    Dice,
    Double,
    Fault,
    IllegalPlay,
    MakePlay,
    OpenGame,
    Phase,
    Roll,
    Rules,
    Side,
    explain_play,
    initial_state,
    legal_plays,
    start_match,
)
from tests.rules.builders import (
    BLACK,
    WHITE,
    Sitting,
    a_game,
    moves,
    names,
    plays_of,
)
from tests.rules.cases import BOTH_SEATS, CASES, each_case, loaded, results_of


@BOTH_SEATS
@each_case("D-RUL")
def test_d_rul_15_every_case_has_exactly_its_results_from_either_seat(
    case_id: str, seat: Side
) -> None:
    assert legal_plays(loaded(case_id, seat)).keys() == results_of(case_id, seat).keys()


@BOTH_SEATS
@each_case("D-RUL")
def test_d_rul_15_every_listed_order_of_moves_is_accepted_from_either_seat(
    case_id: str, seat: Side
) -> None:
    for after, plays in results_of(case_id, seat).items():
        for text in plays:
            sitting = Sitting(loaded(case_id, seat))
            sitting.act(seat, MakePlay(moves(text)))
            assert sitting.state.running_game.position == after, text


@BOTH_SEATS
@pytest.mark.parametrize(
    ("case_id", "refused", "fault"),
    [
        ("D-RUL-01", "13/10", Fault.MUST_PLAY_HIGHER),
        ("D-RUL-01", "", Fault.MUST_PLAY_MORE),
        ("D-RUL-02", "13/7", Fault.POINT_BLOCKED),
        ("D-RUL-02", "13/4", Fault.DIE_NOT_LEFT),
        ("D-RUL-02", "", Fault.MUST_PLAY_MORE),
        ("D-RUL-03", "10/6", Fault.MUST_PLAY_MORE),
        ("D-RUL-04", "bar/19", Fault.MUST_PLAY_MORE),
        ("D-RUL-05", "bar/21", Fault.MUST_PLAY_HIGHER),
        ("D-RUL-06", "bar/21 8/7", Fault.BAR_FIRST),
        ("D-RUL-07", "13/9 9/5", Fault.MUST_PLAY_MORE),
        ("D-RUL-07", "13/9 9/5 5/1 24/20", Fault.POINT_BLOCKED),
        ("D-RUL-08", "4/off(5) 6/5", Fault.HIGHER_CHECKER),
        ("D-RUL-10", "18/10", Fault.DIE_NOT_LEFT),
        ("D-RUL-14", "13/7 13/7", Fault.DIE_NOT_LEFT),
        ("D-RUL-16", "bar/22 1/off(1)", Fault.NOT_ALL_HOME),
    ],
)
def test_the_refused_attempts_of_the_cases_name_their_fault(
    case_id: str, refused: str, fault: Fault, seat: Side
) -> None:
    state = loaded(case_id, seat) if case_id in CASES else a_game(on_roll=seat, dice=(6, 1))
    assert explain_play(state, moves(refused)) is fault
    assert Sitting(state).refusal(seat, MakePlay(moves(refused))) is fault


def test_d_rul_01_the_larger_die_is_compulsory_when_one_runner_can_play_either() -> None:
    assert plays_of(loaded("D-RUL-01", WHITE)) == ["13/7"]


def test_d_rul_02_the_smaller_die_must_be_played_when_the_larger_cannot() -> None:
    assert plays_of(loaded("D-RUL-02", WHITE)) == ["13/10"]


def test_d_rul_03_the_only_first_step_that_uses_both_dice_is_found_and_named() -> None:
    state = loaded("D-RUL-03", WHITE)
    assert plays_of(state) == ["11/7 7/1"]
    with pytest.raises(IllegalPlay, match=r"Both dice can be played: 11/7 then 7/1\."):
        Sitting(state).act(WHITE, MakePlay(moves("10/6")))


def test_d_rul_04_the_die_to_enter_with_is_forced_by_the_rest_of_the_turn() -> None:
    assert plays_of(loaded("D-RUL-04", WHITE)) == ["bar/23 13/7"]


def test_d_rul_05_either_die_enters_but_not_both_so_the_larger() -> None:
    assert plays_of(loaded("D-RUL-05", WHITE)) == ["bar/19"]


def test_d_rul_06_the_rest_of_the_roll_is_lost_while_a_checker_waits_on_the_bar() -> None:
    sitting = Sitting(loaded("D-RUL-06", WHITE))
    sitting.act(WHITE, MakePlay(moves("bar/21")))
    assert sitting.state.to_act is BLACK
    assert sitting.state.running_game.position.white[25] == 1


def test_d_rul_07_three_of_four_moves_of_a_double_are_one_turn() -> None:
    sitting = Sitting(loaded("D-RUL-07", WHITE))
    assert names(sitting.act(WHITE, MakePlay(moves("13/9 9/5 5/1")))) == ["Played"]
    assert sitting.state.to_act is BLACK
    assert sum(sitting.state.running_game.position.white[1:]) == 15


def test_d_rul_08_a_gap_lets_no_lower_checker_off_while_a_higher_one_stands() -> None:
    state = loaded("D-RUL-08", WHITE)
    assert explain_play(state, moves("6/1(5) 1/off(1)")) is None
    assert explain_play(state, moves("6/5(1) 5/off(5)")) is None


@pytest.mark.parametrize("text", ["4/off(6)", "4/2(2) 2/off(6)"])
def test_d_rul_09_either_way_to_bear_off_the_last_checker_ends_the_game_at_once(text: str) -> None:
    sitting = Sitting(loaded("D-RUL-09", WHITE))
    batch = sitting.act(WHITE, MakePlay(moves(text)))
    assert names(batch) == ["Played", "GameWon"]
    assert sitting.state.phase is Phase.BETWEEN_GAMES
    assert sitting.state.score == (1, 0)


def test_d_rul_10_two_ways_that_hit_differently_are_two_results() -> None:
    state = loaded("D-RUL-10", WHITE)
    assert plays_of(state) == ["18/13 13/10", "18/15 15/10"]
    for text, spared in (("18/13 13/10", 10), ("18/15 15/10", 12)):
        sitting = Sitting(state)
        sitting.act(WHITE, MakePlay(moves(text)))
        black = sitting.state.running_game.position.black
        assert black[25] == 1
        assert black[spared] == 1


def test_d_rul_11_a_turn_is_judged_whole_and_no_checker_is_made_or_lost() -> None:
    """Undo lives in the browser; here a hit that was never confirmed leaves no trace."""
    state = a_game("24:2 8:1 6:2 1:10", "20:1 6:5 2:9", dice=(3, 1))
    unfinished = moves("8/5")
    sitting = Sitting(state)
    assert sitting.refusal(WHITE, MakePlay(unfinished)) is Fault.MUST_PLAY_MORE
    assert sitting.state == state
    sitting.act(WHITE, MakePlay(moves("8/5 6/5")))
    after = sitting.state.running_game.position
    assert (sum(after.white), sum(after.black)) == (15, 15)
    assert after.black[25] == 1
    assert after.black[20] == 0
    assert sitting.refusal(WHITE, MakePlay(moves("24/23"))) is Fault.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ("off:1 6:14", 2),
        ("18:1 6:14", 4),
        ("19:1 6:14", 6),
        ("bar:1 6:14", 6),
        ("bar:1 off:1 6:13", 2),
    ],
    ids=["one off", "none off", "in the winner's home", "on the bar", "one off and one on the bar"],
)
def test_d_rul_12_five_endings_at_cube_two(loser: str, points: int) -> None:
    state = a_game("1:1 off:14", loser, dice=(2, 1), cube=Cube(2, BLACK), rules=Rules.match(25))
    sitting = Sitting(state)
    sitting.act(WHITE, MakePlay(moves("1/off(2)")))
    assert sitting.state.score == (points, 0)


def test_d_rul_13_ties_are_thrown_again_and_the_starter_plays_those_two_dice() -> None:
    sitting = Sitting(initial_state(Rules.match(7)), throws=[(4, 4), (2, 5)])
    batch = sitting.act(None, OpenGame())
    assert names(batch) == ["GameStarted", "OpeningRolled", "OpeningRolled"]
    game = sitting.state.running_game
    assert game.on_roll is game.starter is BLACK
    assert game.dice == Dice(5, 2)
    assert game.cube == Cube(1, None)
    assert game.throws == 2
    assert sitting.refusal(BLACK, Roll()) is Fault.WRONG_PHASE
    assert sitting.refusal(BLACK, Double()) is Fault.ALREADY_ROLLED


def test_d_rul_13_no_game_opens_with_a_double_and_the_seats_start_equally_often() -> None:
    starts = {WHITE: 0, BLACK: 0}
    for white in range(1, 7):
        for black in range(1, 7):
            if white != black:
                state = start_match(Rules.match(1), dice=_Throw(white, black))
                starts[state.running_game.starter] += 1
                assert state.running_game.dice == Dice(max(white, black), min(white, black))
    assert starts[WHITE] == starts[BLACK]


class _Throw:
    """The same throw for ever."""

    def __init__(self, white: int, black: int) -> None:
        self._throw = (white, black)

    def roll(self) -> tuple[int, int]:
        return self._throw


def test_d_rul_14_a_die_is_spent_when_used_and_none_is_thrown_before_the_turn_is_over() -> None:
    sitting = Sitting(a_game(dice=(6, 1)), throws=[(3, 3)])
    assert sitting.refusal(WHITE, MakePlay(moves("13/7 13/7"))) is Fault.DIE_NOT_LEFT
    assert sitting.refusal(WHITE, MakePlay(moves("24/23 23/22"))) is Fault.DIE_NOT_LEFT
    assert sitting.refusal(WHITE, MakePlay(moves("24/23 13/7 8/7"))) is Fault.TOO_MANY_MOVES
    assert sitting.refusal(WHITE, Roll()) is Fault.WRONG_PHASE
    assert sitting.refusal(BLACK, MakePlay(moves("13/7 8/7"))) is Fault.NOT_YOUR_TURN
    assert sitting.refusal(BLACK, Roll()) is Fault.NOT_YOUR_TURN
    assert sitting.state.running_game.dice == Dice(6, 1)
    assert len(sitting.throws) == 1


def test_d_rul_16_a_checker_hit_while_bearing_off_must_come_home_first() -> None:
    assert plays_of(loaded("D-RUL-16", WHITE)) == ["bar/22 3/2"]
