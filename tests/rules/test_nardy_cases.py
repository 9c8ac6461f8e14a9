"""Traps of long nardy that other programs fell into: cases D-NAR-01 to D-NAR-10."""

from dataclasses import replace

import pytest

from backgammon import (
    LONG_NARDY,
    Dice,
    Fault,
    FirstMove,
    MakePlay,
    OpenGame,
    Phase,
    Resign,
    Roll,
    Rules,
    Side,
    WinKind,
    explain_play,
    find_variant,
    initial_state,
    legal_plays,
    set_up,
)
from backgammon.scoring import DRAWN_GAME, GameResult
from tests.rules.builders import BLACK, WHITE, Sitting, moves, names, plays_of, position
from tests.rules.cases import BOTH_SEATS, CASES, each_case, loaded, results_of

TAKES_TWO_FROM_THE_HEAD = "D-NAR-01"


def _first_roll(seat: Side, dice: tuple[int, int], variant: str = "white") -> Sitting:
    """A game begun by `seat`, who has thrown these dice."""
    options = {"opening_double_exception": variant}
    rules = Rules.match(7, variant=find_variant("long_nardy", options))
    lot = (6, 1) if seat is WHITE else (1, 6)
    sitting = Sitting(initial_state(rules), throws=[lot, dice])
    sitting.act(None, OpenGame())
    sitting.act(seat, Roll())
    return sitting


@BOTH_SEATS
@each_case("D-NAR")
def test_every_case_of_long_nardy_has_exactly_its_results_from_either_seat(
    case_id: str, seat: Side
) -> None:
    state = loaded(case_id, seat)
    if case_id == TAKES_TWO_FROM_THE_HEAD:
        state = _first_roll(seat, (6, 6)).state
    found = legal_plays(state)
    listed = results_of(case_id, seat)
    is_shortened = case_id == "D-NAR-05"
    assert found.keys() >= listed.keys() if is_shortened else found.keys() == listed.keys()
    for plays in listed.values():
        for text in plays:
            assert explain_play(state, moves(text)) is None


@BOTH_SEATS
def test_d_nar_01_an_opening_six_six_takes_two_from_the_head_and_loses_two_sixes(
    seat: Side,
) -> None:
    sitting = _first_roll(seat, (6, 6))
    assert sitting.refusal(seat, MakePlay(moves("24/18"))) is Fault.MUST_PLAY_MORE
    assert sitting.refusal(seat, MakePlay(moves("24/18 18/12"))) is Fault.POINT_BLOCKED
    assert sitting.refusal(seat, MakePlay(moves("24/18 24/18 24/18"))) is Fault.HEAD_RULE
    sitting.act(seat, MakePlay(moves("24/18 24/18")))
    assert sitting.state.to_act is seat.other


@BOTH_SEATS
def test_d_nar_02_an_opening_five_five_is_no_exception(seat: Side) -> None:
    sitting = _first_roll(seat, (5, 5))
    assert plays_of(sitting.state) == ["24/19 19/14 14/9 9/4"]
    assert sitting.refusal(seat, MakePlay(moves("24/19 24/19"))) is Fault.HEAD_RULE


@BOTH_SEATS
def test_d_nar_03_a_first_five_three_after_five_five_is_the_five_alone(seat: Side) -> None:
    sitting = _first_roll(seat.other, (5, 5))
    sitting.act(seat.other, MakePlay(moves("24/19 19/14 14/9 9/4")))
    sitting.throws = [(5, 3)]
    sitting.act(seat, Roll())
    assert plays_of(sitting.state) == ["24/19"]
    assert sitting.refusal(seat, MakePlay(moves("24/21"))) is Fault.MUST_PLAY_HIGHER
    assert sitting.refusal(seat, MakePlay(moves("24/21 24/19"))) is Fault.HEAD_RULE


@BOTH_SEATS
@pytest.mark.parametrize(
    ("case_id", "refused", "fault"),
    [
        ("D-NAR-04", "9/4", Fault.POINT_BLOCKED),
        ("D-NAR-06", "11/5 11/6", Fault.PRIME_RULE),
        ("D-NAR-06", "11/6", Fault.PRIME_RULE),
        ("D-NAR-06", "", Fault.MUST_PLAY_MORE),
        ("D-NAR-08", "24/21 24/21", Fault.HEAD_RULE),
        ("D-NAR-08", "13/10 10/7 7/4", Fault.MUST_PLAY_MORE),
    ],
)
def test_the_refused_attempts_of_long_nardy_name_their_fault(
    case_id: str, refused: str, fault: Fault, seat: Side
) -> None:
    state = loaded(case_id, seat)
    assert explain_play(state, moves(refused)) is fault


def test_d_nar_04_one_checker_closes_a_point_and_nothing_is_ever_hit() -> None:
    state = loaded("D-NAR-04", WHITE)
    assert plays_of(state) == ["24/23 23/18", "9/8 8/3"]
    for place in legal_plays(state):
        assert place.black == state.running_game.position.black


@BOTH_SEATS
def test_d_nar_05_six_in_a_row_need_an_enemy_checker_beyond_them(seat: Side) -> None:
    behind = loaded("D-NAR-05", seat)
    beyond = loaded("D-NAR-05", seat, CASES["D-NAR-05"]["second_position"])
    assert (len(legal_plays(behind)), len(legal_plays(beyond))) == (27, 35)
    for play in ("8/5 24/23", "6/5 24/21"):
        assert explain_play(behind, moves(play)) is Fault.PRIME_RULE
        assert explain_play(beyond, moves(play)) is None


def test_d_nar_06_the_block_can_cost_a_die() -> None:
    assert plays_of(loaded("D-NAR-06", WHITE)) == ["11/5"]


def test_d_nar_07_the_lot_is_not_the_first_roll() -> None:
    sitting = Sitting(initial_state(Rules.match(3, variant=LONG_NARDY)), throws=[(3, 5), (2, 1)])
    sitting.act(None, OpenGame())
    assert sitting.state.phase is Phase.TO_ROLL
    assert sitting.state.to_act is BLACK
    sitting.act(BLACK, Roll())
    assert sitting.state.running_game.dice == Dice(2, 1)


@pytest.mark.parametrize(
    ("mode", "winner", "starter"),
    [
        (FirstMove.LOSER, WHITE, BLACK),
        (FirstMove.LOSER, BLACK, WHITE),
        (FirstMove.LOSER, None, BLACK),
        (FirstMove.ALTERNATE, WHITE, BLACK),
        (FirstMove.ALTERNATE, BLACK, BLACK),
        (FirstMove.ALTERNATE, None, BLACK),
    ],
)
def test_d_nar_07_who_starts_the_second_game_after_white_started_the_first(
    mode: FirstMove, winner: Side | None, starter: Side
) -> None:
    rules = Rules.fixed(3, variant=LONG_NARDY, first_move=mode)
    state = set_up(rules, LONG_NARDY.opening_position, WHITE, starter=WHITE)
    result = DRAWN_GAME if winner is None else GameResult(winner, WinKind.SINGLE, 1)
    game = replace(state.running_game, result=result)
    sitting = Sitting(replace(state, phase=Phase.BETWEEN_GAMES, to_act=None, game=game))
    assert names(sitting.act(None, OpenGame())) == ["GameStarted"]
    assert sitting.state.to_act is starter


def test_d_nar_08_a_second_turn_takes_one_from_the_head_and_all_four_threes() -> None:
    assert plays_of(loaded("D-NAR-08", WHITE)) == [
        "24/21 13/10 10/7 7/4",
        "24/21 21/18 13/10 10/7",
        "24/21 21/18 18/15 13/10",
    ]


@pytest.mark.parametrize(
    ("setting", "off", "chips"), [("mars", 0, 20), ("mars", 1, 10), ("oin", 0, 10)]
)
def test_d_nar_09_what_a_finished_game_costs(setting: str, off: int, chips: int) -> None:
    loser = f"off:{off} 6:{15 - off}" if off else "6:15"
    sitting = Sitting(_at_a_table(setting, "1:1 off:14", loser, dice=Dice(2, 1)).state)
    sitting.act(WHITE, MakePlay(moves("1/off(2)")))
    assert sitting.state.score == (100 + chips, 100 - chips)


@pytest.mark.parametrize(
    ("setting", "off", "chips"), [("mars", 0, 20), ("mars", 3, 10), ("oin", 0, 10)]
)
def test_d_nar_09_giving_up_costs_what_the_position_says_whatever_was_named(
    setting: str, off: int, chips: int
) -> None:
    own = f"off:{off} 6:{15 - off}" if off else "24:15"
    for level in WinKind:
        sitting = _at_a_table(setting, own, "24:15")
        assert names(sitting.act(WHITE, Resign(level))) == ["Resigned", "GameWon"]
        assert sitting.state.score == (100 - chips, 100 + chips)


def _at_a_table(setting: str, white: str, black: str, dice: Dice | None = None) -> Sitting:
    variant = find_variant("long_nardy", {"end_setting": setting})
    rules = Rules.table(10, 100, 100, variant=variant)
    return Sitting(set_up(rules, position(white, black), WHITE, dice=dice))


@pytest.mark.parametrize(("option", "from_the_head"), [("white", 1), ("both", 2)])
@pytest.mark.parametrize("double", [3, 4, 6])
def test_d_nar_10_the_exception_of_the_first_turn_is_the_starters_unless_it_is_for_both(
    option: str, from_the_head: int, double: int
) -> None:
    sitting = _first_roll(WHITE, (2, 1), option)
    sitting.act(WHITE, MakePlay(moves("24/22 22/21")))
    sitting.throws = [(double, double)]
    sitting.act(BLACK, Roll())
    taken = {15 - place.black[24] for place in legal_plays(sitting.state)}
    assert max(taken) == from_the_head
