"""Traps of the cube, the match score and resignation: cases D-CUB-01 to D-CUB-09."""

import pytest

from backgammon import (
    AcceptResignation,
    Action,
    Beaver,
    Cube,
    CubeRules,
    DeclineResignation,
    Dice,
    Double,
    Drop,
    Fault,
    InvalidRules,
    MakePlay,
    MatchState,
    OpenGame,
    Phase,
    Raccoon,
    Resign,
    Roll,
    Rules,
    Side,
    StartGame,
    Take,
    WinKind,
    initial_state,
    legal_actions,
)
from backgammon.events import Doubled, Played, Resigned, Rolled
from backgammon.notation.codec import (
    rules_from_dict,
    rules_to_dict,
    state_from_dict,
    state_to_dict,
)
from tests.rules.builders import BLACK, WHITE, Sitting, a_game, moves, names

NEARLY_DONE = "1:1 off:14"


def _reloaded(state: MatchState) -> MatchState:
    """The state after a restart: written down and read again."""
    rules = rules_from_dict(rules_to_dict(state.rules))
    return state_from_dict(state_to_dict(state), rules)


def _next_game(sitting: Sitting, throw: tuple[int, int]) -> None:
    sitting.throws = [throw]
    sitting.act(WHITE, StartGame())
    sitting.act(BLACK, StartGame())


def _win(sitting: Sitting, winner: Side, kind: WinKind) -> None:
    """The winner takes an accepted resignation."""
    batch = sitting.act(winner.other, Resign(kind))
    if names(batch) == ["ResignationOffered"]:
        sitting.act(winner, AcceptResignation())


def test_d_cub_01_one_crawford_game_without_a_cube_for_both_also_after_a_reload() -> None:
    sitting = Sitting(a_game(rules=Rules.match(5), score=(2, 0)))
    _win(sitting, WHITE, WinKind.GAMMON)
    assert sitting.state.score == (4, 0)

    _next_game(sitting, (2, 5))
    sitting.act(BLACK, MakePlay(moves("13/8 13/11")))
    assert sitting.state.running_game.crawford
    assert sitting.refusal(WHITE, Double()) is Fault.CRAWFORD
    sitting.state = _reloaded(sitting.state)
    sitting.throws = [(2, 1)]
    sitting.act(WHITE, Roll())
    sitting.act(WHITE, MakePlay(moves("13/11 6/5")))
    assert sitting.refusal(BLACK, Double()) is Fault.CRAWFORD
    _win(sitting, BLACK, WinKind.GAMMON)
    assert sitting.state.score == (4, 2)

    sitting.state = _reloaded(sitting.state)
    _next_game(sitting, (5, 2))
    sitting.act(WHITE, MakePlay(moves("13/8 13/11")))
    assert not sitting.state.running_game.crawford
    assert names(sitting.act(BLACK, Double())) == ["Doubled"]


def test_d_cub_02_a_refused_double_costs_the_value_before_it() -> None:
    first = Sitting(a_game(on_roll=WHITE))
    first.act(WHITE, Double())
    first.act(BLACK, Drop())
    assert first.state.score == (1, 0)

    redoubled = Sitting(a_game(on_roll=BLACK, cube=Cube(2, BLACK)))
    redoubled.act(BLACK, Double())
    batch = redoubled.act(WHITE, Drop())
    assert names(batch) == ["Dropped", "GameWon"]
    assert redoubled.state.score == (0, 2)

    when_two_are_needed = Sitting(a_game(on_roll=BLACK, cube=Cube(2, BLACK), score=(0, 5)))
    assert when_two_are_needed.refusal(BLACK, Double()) is Fault.DEAD_CUBE


def test_d_cub_03_only_the_side_that_took_last_may_redouble() -> None:
    sitting = Sitting(a_game(rules=Rules.match(25)))
    sitting.act(WHITE, Double())
    sitting.act(BLACK, Take())
    assert sitting.state.running_game.cube == Cube(2, BLACK)
    assert sitting.refusal(WHITE, Double()) is Fault.NOT_OWNER
    _turn_over(sitting, WHITE)
    sitting.act(BLACK, Double())
    sitting.act(WHITE, Take())
    assert sitting.state.running_game.cube == Cube(4, WHITE)
    assert sitting.refusal(BLACK, Double()) is Fault.NOT_OWNER
    _turn_over(sitting, BLACK)
    assert names(sitting.act(WHITE, Double())) == ["Doubled"]
    for place in (sitting.state, _reloaded(sitting.state)):
        assert place.running_game.cube == Cube(4, WHITE)


def _turn_over(sitting: Sitting, side: Side) -> None:
    sitting.throws = [(2, 1)]
    sitting.act(side, Roll())
    sitting.act(side, MakePlay(moves("13/11 6/5")))


def test_d_cub_04_a_double_comes_before_the_roll_on_the_own_turn_and_once() -> None:
    sitting = Sitting(a_game(), throws=[(2, 1)])
    assert sitting.refusal(BLACK, Double()) is Fault.NOT_YOUR_TURN
    sitting.act(WHITE, Double())
    for action in (Double(), Roll(), MakePlay(moves("13/11 6/5"))):
        assert sitting.refusal(WHITE, action) is Fault.NOT_YOUR_TURN
    for action in (Roll(), Double(), MakePlay(())):
        assert sitting.refusal(BLACK, action) is Fault.WRONG_PHASE
    sitting.act(BLACK, Take())
    assert sitting.refusal(BLACK, Take()) is Fault.NOT_YOUR_TURN
    assert sitting.refusal(BLACK, Drop()) is Fault.NOT_YOUR_TURN
    sitting.act(WHITE, Roll())
    assert sitting.refusal(WHITE, Double()) is Fault.NOT_OWNER

    rolled = Sitting(a_game(dice=(2, 1)))
    assert rolled.refusal(WHITE, Double()) is Fault.ALREADY_ROLLED


def test_d_cub_04_resigning_while_a_double_is_open_is_a_drop() -> None:
    sitting = Sitting(a_game())
    sitting.act(WHITE, Double())
    batch = sitting.act(BLACK, Resign(WinKind.BACKGAMMON))
    assert names(batch) == ["Dropped", "GameWon"]
    assert sitting.state.score == (1, 0)


def test_d_cub_04_the_doubler_who_resigns_instead_makes_an_ordinary_resignation() -> None:
    sitting = Sitting(a_game())
    sitting.act(WHITE, Double())
    assert names(sitting.act(WHITE, Resign(WinKind.SINGLE))) == ["ResignationOffered"]
    assert sitting.state.phase is Phase.DOUBLED
    batch = sitting.act(BLACK, AcceptResignation())
    assert names(batch) == ["Resigned", "GameWon"]
    assert sitting.state.score == (0, 1)


def test_d_cub_05_what_counts_as_a_turned_cube_for_jacoby() -> None:
    table = Rules.table(1, 100, 100)
    gammon, backgammon = "6:15", "bar:1 6:14"
    for loser, cube, points in (
        (gammon, Cube(1), 1),
        (backgammon, Cube(2, BLACK), 6),
        (gammon, Cube(2), 2),
    ):
        sitting = Sitting(a_game(NEARLY_DONE, loser, dice=(2, 1), rules=table, cube=cube))
        sitting.act(WHITE, MakePlay(moves("1/off(2)")))
        assert sitting.state.score == (100 + points, 100 - points)

    dropped = Sitting(a_game(rules=table))
    dropped.act(WHITE, Double())
    dropped.act(BLACK, Drop())
    assert dropped.state.score == (101, 99)

    in_a_match = Rules.match(5, cube=CubeRules(crawford=True, jacoby=True))
    with pytest.raises(InvalidRules) as caught:
        initial_state(in_a_match)
    assert caught.value.fault is Fault.JACOBY_IN_MATCH


def test_d_cub_06_amounts_owner_and_refusal_of_a_beaver() -> None:
    table = Rules.table(1, 100, 100)
    sitting = Sitting(a_game(rules=table), throws=[(2, 1)])
    sitting.act(WHITE, Double())
    assert sitting.refusal(WHITE, Roll()) is Fault.NOT_YOUR_TURN
    sitting.act(BLACK, Beaver())
    assert sitting.refusal(WHITE, Roll()) is Fault.WRONG_PHASE

    refused = Sitting(sitting.state)
    refused.act(WHITE, Drop())
    assert refused.state.score == (98, 102)

    sitting.act(WHITE, Take())
    assert sitting.state.running_game.cube == Cube(4, BLACK)
    assert sitting.refusal(WHITE, Double()) is Fault.NOT_OWNER
    _turn_over(sitting, WHITE)
    assert sitting.act(BLACK, Double()) == (Doubled(BLACK, 8),)

    taken = Sitting(a_game(rules=table))
    taken.act(WHITE, Double())
    taken.act(BLACK, Take())
    assert taken.refusal(BLACK, Beaver()) is Fault.NOT_YOUR_TURN


def test_a_beaver_is_refused_where_beavers_are_off_and_the_offer_stays() -> None:
    sitting = Sitting(a_game())
    sitting.act(WHITE, Double())
    assert sitting.refusal(BLACK, Beaver()) is Fault.BEAVERS_OFF
    assert sitting.state.phase is Phase.DOUBLED
    assert Take in legal_actions(sitting.state, BLACK)


def test_a_beaver_in_a_match_is_refused_as_a_beaver_even_where_the_cube_would_be_dead() -> None:
    sitting = Sitting(a_game(rules=Rules.match(7), score=(0, 5)))
    sitting.act(WHITE, Double())
    assert sitting.refusal(BLACK, Beaver()) is Fault.BEAVERS_OFF


def test_a_turn_of_the_cube_after_the_raccoon_is_refused() -> None:
    cube = CubeRules(beavers=True, raccoons=True, dead_cube=False)
    sitting = Sitting(a_game(rules=Rules.table(1, 100, 100, cube=cube)))
    sitting.act(WHITE, Double())
    assert sitting.refusal(BLACK, Raccoon()) is Fault.BEAVERS_OFF
    sitting.act(BLACK, Beaver())
    sitting.act(WHITE, Raccoon())
    assert sitting.refusal(BLACK, Beaver()) is Fault.BEAVERS_OFF
    sitting.act(BLACK, Take())
    assert sitting.state.running_game.cube == Cube(8, BLACK)


@pytest.mark.parametrize(
    ("loser", "chips"),
    [("off:1 6:14", 12), ("6:15", 15), ("bar:1 6:14", 15)],
    ids=["single", "gammon", "backgammon"],
)
def test_d_cub_07_nobody_loses_more_than_the_smaller_stack(loser: str, chips: int) -> None:
    table = Rules.table(3, 30, 15)
    sitting = Sitting(a_game(NEARLY_DONE, loser, dice=(2, 1), rules=table, cube=Cube(4, WHITE)))
    sitting.act(WHITE, MakePlay(moves("1/off(2)")))
    assert sitting.state.score == (30 + chips, 15 - chips)
    assert (sitting.state.phase is Phase.OVER) is (chips == 15)


def test_d_mon_05_what_lies_on_the_table_stays_there_until_the_game_is_decided() -> None:
    """The rules' part of the case; wallets and holds are tried in tests/bankroll."""
    sitting = Sitting(a_game(rules=Rules.table(3, 60, 40)), throws=[(2, 1), (3, 1)])
    for side, action in (
        (WHITE, Double()),
        (BLACK, Beaver()),
        (WHITE, Take()),
        (WHITE, Roll()),
        (BLACK, Resign(WinKind.SINGLE)),
        (WHITE, MakePlay(moves("13/11 6/5"))),
    ):
        sitting.act(side, action)
        assert sitting.state.score == (60, 40)
    assert sitting.refusal(BLACK, StartGame()) is Fault.WRONG_PHASE
    sitting.act(WHITE, AcceptResignation())
    assert sitting.state.score == (72, 28)
    assert sitting.state.phase is Phase.BETWEEN_GAMES


def test_even_an_uncapped_cube_stops_where_numbers_stay_exact() -> None:
    endless = CubeRules(dead_cube=False, beavers=True, raccoons=True)
    highest = Cube(1 << 29, WHITE)
    sitting = Sitting(a_game(rules=Rules.fixed(3, cube=endless), cube=highest))
    sitting.act(WHITE, Double())
    assert sitting.refusal(BLACK, Beaver()) is Fault.CAP_REACHED
    sitting.act(BLACK, Take())
    assert sitting.state.running_game.cube == Cube(1 << 30, BLACK)


def test_opening_ties_turn_an_uncapped_cube_no_further_than_that() -> None:
    rules = Rules.fixed(3, cube=CubeRules(dead_cube=False, automatic_doubles=None))
    sitting = Sitting(initial_state(rules), throws=[(1, 1)] * 40 + [(2, 1)])
    sitting.act(None, OpenGame())
    assert sitting.state.running_game.cube == Cube(1 << 30, None)


def test_d_cub_08_a_shut_out_side_is_still_asked_whether_to_double() -> None:
    closed_board = "6:3 5:2 4:2 3:2 2:2 1:2 8:2"
    sitting = Sitting(a_game(closed_board, "bar:1 6:5 5:5 4:4", on_roll=BLACK), throws=[(3, 2)])
    assert sitting.state.to_act is BLACK
    assert legal_actions(sitting.state, BLACK) >= {Roll, Double}
    batch = sitting.act(BLACK, Roll())
    assert batch == (Rolled(BLACK, Dice(3, 2)), Played(BLACK, ()))
    assert sitting.state.to_act is WHITE


def test_d_cub_09_resigning_costs_one_game_once() -> None:
    sitting = Sitting(a_game(cube=Cube(2, BLACK), score=(0, 0)))
    sitting.act(WHITE, Resign(WinKind.BACKGAMMON))
    assert sitting.state.score == (0, 6)
    assert sitting.refusal(WHITE, Resign(WinKind.BACKGAMMON)) is Fault.WRONG_PHASE
    assert sitting.state.phase is Phase.BETWEEN_GAMES


def test_a_lower_resignation_waits_for_consent_and_lapses_when_its_maker_plays_on() -> None:
    sitting = Sitting(a_game(dice=(2, 1)))
    sitting.act(WHITE, Resign(WinKind.SINGLE))
    assert sitting.refusal(WHITE, AcceptResignation()) is Fault.NO_OFFER
    sitting.act(BLACK, DeclineResignation())
    assert sitting.refusal(BLACK, AcceptResignation()) is Fault.NO_OFFER
    sitting.act(WHITE, Resign(WinKind.GAMMON))
    sitting.act(WHITE, MakePlay(moves("13/11 6/5")))
    assert sitting.refusal(BLACK, AcceptResignation()) is Fault.NO_OFFER


@pytest.mark.parametrize("goes_on", [Roll(), Double()], ids=["rolls", "doubles"])
def test_an_offer_lapses_when_its_maker_rolls_or_doubles(goes_on: Action) -> None:
    sitting = Sitting(a_game(), throws=[(2, 1)])
    sitting.act(WHITE, Resign(WinKind.SINGLE))
    sitting.act(WHITE, goes_on)
    assert sitting.refusal(BLACK, AcceptResignation()) is Fault.NO_OFFER


def test_an_offer_stays_open_while_the_other_side_plays() -> None:
    sitting = Sitting(a_game(dice=(2, 1)))
    sitting.act(BLACK, Resign(WinKind.SINGLE))
    sitting.act(WHITE, MakePlay(moves("13/11 6/5")))
    assert names(sitting.act(WHITE, AcceptResignation())) == ["Resigned", "GameWon"]
    assert sitting.state.score == (1, 0)


def test_a_resignation_never_scores_more_than_the_position_can_cost() -> None:
    sitting = Sitting(a_game("off:1 6:14", "6:15", on_roll=WHITE))
    batch = sitting.act(WHITE, Resign(WinKind.BACKGAMMON))
    assert batch[0] == Resigned(WHITE, WinKind.SINGLE)
    assert sitting.state.score == (0, 1)
