"""A sitting at table stakes: leaving between games, bringing more, losing by walking out."""

from dataclasses import replace

import pytest

from backgammon import (
    AcceptResignation,
    Beaver,
    ClaimFlag,
    ClockRules,
    Cube,
    Double,
    EndReason,
    Fault,
    Forfeit,
    Leave,
    MatchState,
    OpenGame,
    Outcome,
    Phase,
    Raccoon,
    Resign,
    Roll,
    Rules,
    Side,
    StartGame,
    TableStakes,
    Take,
    TopUp,
    WinKind,
    initial_state,
    legal_actions,
    replay,
)
from backgammon.events import Forfeited, GameWon, Left, MatchWon, ToppedUp
from tests.rules.builders import BLACK, WHITE, Sitting, a_game, names, result_of

CLOCK = ClockRules(delay_ms=12_000, reserve_ms=60_000)


def a_table(
    stake: int = 3, white: int = 60, black: int = 60, *, leave: bool = True, top_up: bool = False
) -> Rules:
    """Table stakes with Jacoby and beavers, by what the table allows."""
    length = TableStakes(stake, white, black, leave_between_games=leave, top_up=top_up)
    return Rules.table(stake, white, black, length=length)


def a_swing_game(stake: int = 3, white: int = 60, black: int = 60) -> Rules:
    """One game between two stacks."""
    length = TableStakes(stake, white, black, leave_between_games=False, games=1)
    return Rules.table(stake, white, black, length=length)


def between_games(rules: Rules, loser: Side = WHITE) -> Sitting:
    """One side has just lost a single game."""
    sitting = Sitting(initial_state(rules), throws=[(5, 1)])
    sitting.act(None, OpenGame())
    sitting.act(loser, Resign(WinKind.SINGLE))
    return sitting


# --- leaving --------------------------------------------------------------------------------


def test_who_leaves_between_games_ends_the_sitting_and_each_keeps_its_stack() -> None:
    sitting = between_games(a_table())
    sitting.act(WHITE, StartGame())
    assert Leave in legal_actions(sitting.state, WHITE)
    assert sitting.act(BLACK, Leave()) == (Left(BLACK),)
    assert sitting.state.outcome == Outcome(None, EndReason.LEFT)
    assert sitting.state.score == (57, 63)
    assert sitting.state.ready == frozenset()
    assert sitting.refusal(WHITE, StartGame()) is Fault.MATCH_OVER
    assert replay(a_table(), sitting.events) == sitting.state


def test_a_table_may_be_left_before_its_first_game() -> None:
    sitting = Sitting(initial_state(a_table(white=60, black=40)))
    sitting.act(WHITE, Leave())
    assert sitting.state.outcome == Outcome(None, EndReason.LEFT)
    assert sitting.state.score == (60, 40)


def test_nobody_leaves_in_the_middle_of_a_game() -> None:
    sitting = Sitting(initial_state(a_table()), throws=[(5, 1)])
    sitting.act(None, OpenGame())
    for side in Side:
        assert Leave not in legal_actions(sitting.state, side)
        assert sitting.refusal(side, Leave()) is Fault.LEAVE_MID_GAME


@pytest.mark.parametrize("rules", [a_table(leave=False), Rules.match(3), Rules.fixed(3)], ids=str)
def test_only_a_table_that_allows_it_is_left_before_the_end(rules: Rules) -> None:
    sitting = between_games(rules)
    assert Leave not in legal_actions(sitting.state, WHITE)
    assert sitting.refusal(WHITE, Leave()) is Fault.LEAVING_OFF
    assert sitting.refusal(None, Leave()) is Fault.PLAYER_ONLY


# --- a set number of games --------------------------------------------------------------------


def test_a_sitting_for_one_game_is_over_with_it_and_won_by_who_gained() -> None:
    sitting = Sitting(initial_state(a_swing_game(white=100, black=20)), throws=[(5, 1)])
    sitting.act(None, OpenGame())
    assert names(sitting.act(WHITE, Resign(WinKind.SINGLE))) == ["Resigned", "GameWon", "MatchWon"]
    assert sitting.state.outcome == Outcome(BLACK, EndReason.POINTS)
    assert sitting.state.score == (97, 23)
    assert replay(sitting.state.rules, sitting.events) == sitting.state


def test_who_has_won_as_much_as_he_lost_has_won_a_sitting_of_two_games_for_nobody() -> None:
    length = TableStakes(3, 60, 60, games=2)
    sitting = between_games(Rules.table(3, 60, 60, length=length))
    sitting.throws = [(5, 1)]
    sitting.act(None, OpenGame())
    assert names(sitting.act(BLACK, Resign(WinKind.SINGLE)))[-1] == "MatchDrawn"
    assert sitting.state.outcome == Outcome(None, EndReason.POINTS)


def test_who_walks_out_of_a_game_of_a_swing_loses_what_it_can_cost_once() -> None:
    sitting = Sitting(initial_state(a_swing_game()), throws=[(5, 1)])
    sitting.act(None, OpenGame())
    batch = sitting.act(None, Forfeit(WHITE, "left"))
    assert names(batch) == ["Forfeited", "GameWon", "MatchWon"]
    assert sitting.state.score == (57, 63)


@pytest.mark.parametrize("games", [-1, 100])
def test_a_sitting_is_for_one_to_ninety_nine_games_or_for_everything(games: int) -> None:
    assert TableStakes(3, 60, 60, games=games).problem() is Fault.LENGTH_RANGE
    assert TableStakes(3, 60, 60, games=99).problem() is None


# --- bringing more --------------------------------------------------------------------------


def test_a_stack_is_filled_up_to_what_was_brought_and_both_are_asked_again() -> None:
    sitting = between_games(a_table(top_up=True))
    sitting.act(BLACK, StartGame())
    assert sitting.act(None, TopUp(WHITE, 2)) == (ToppedUp(WHITE, 2),)
    assert sitting.state.score == (59, 63)
    assert sitting.state.ready == frozenset()
    sitting.act(None, TopUp(WHITE, 1))
    assert sitting.refusal(None, TopUp(WHITE, 1)) is Fault.TOP_UP_RANGE
    assert replay(sitting.state.rules, sitting.events) == sitting.state


@pytest.mark.parametrize("chips", [-1, 0, 4])
def test_no_stack_is_filled_beyond_what_its_owner_brought_or_emptied(chips: int) -> None:
    sitting = between_games(a_table(top_up=True))
    assert TopUp in legal_actions(sitting.state, None)
    assert sitting.refusal(None, TopUp(WHITE, chips)) is Fault.TOP_UP_RANGE
    assert sitting.refusal(None, TopUp(BLACK, 1)) is Fault.TOP_UP_RANGE


def test_nothing_is_added_during_a_game() -> None:
    sitting = between_games(a_table(top_up=True))
    sitting.throws = [(6, 2)]
    sitting.act(None, OpenGame())
    assert TopUp not in legal_actions(sitting.state, None)
    assert sitting.refusal(None, TopUp(WHITE, 1)) is Fault.TOP_UP_MID_GAME


@pytest.mark.parametrize("rules", [a_table(), Rules.match(3)], ids=str)
def test_nothing_is_added_where_the_table_does_not_allow_it(rules: Rules) -> None:
    sitting = between_games(rules)
    assert sitting.refusal(None, TopUp(WHITE, 1)) is Fault.TOP_UP_OFF
    assert sitting.refusal(WHITE, TopUp(WHITE, 1)) is Fault.SERVER_ONLY


# --- walking out ----------------------------------------------------------------------------


def lost_by(state: MatchState, side: Side) -> tuple[WinKind | None, int, tuple[int, int]]:
    """Kind and points of the game a side forfeits, and the stacks after it."""
    sitting = Sitting(state)
    batch = sitting.act(None, Forfeit(side, "abandoned"))
    assert names(batch) == ["Forfeited", "GameWon", "MatchWon"]
    assert batch[0] == Forfeited(side, "abandoned")
    assert batch[-1] == MatchWon(side.other, EndReason.FORFEIT)
    result = result_of(sitting.state)
    return result.kind, result.points, sitting.state.score


def test_who_walks_out_loses_the_largest_result_still_possible() -> None:
    rules = a_table(stake=1)
    contact = a_game(rules=rules, cube=Cube(4, BLACK))
    assert lost_by(contact, WHITE) == (WinKind.BACKGAMMON, 12, (48, 72))
    saved = a_game("6:14 off:1", "6:5 5:5 4:5", rules=rules, cube=Cube(4, BLACK))
    assert lost_by(saved, WHITE) == (WinKind.SINGLE, 4, (56, 64))
    race = a_game("12:15", "6:5 5:5 4:5", rules=rules, cube=Cube(4, WHITE))
    assert lost_by(race, WHITE) == (WinKind.GAMMON, 8, (52, 68))


def test_under_jacoby_an_unturned_cube_makes_it_a_single_game() -> None:
    assert lost_by(a_game(rules=a_table(stake=1)), BLACK) == (WinKind.SINGLE, 1, (61, 59))


def test_walking_out_never_costs_more_than_the_smaller_stack() -> None:
    state = a_game(rules=a_table(3, 30, 15), cube=Cube(4, WHITE))
    assert lost_by(state, WHITE) == (WinKind.BACKGAMMON, 12, (15, 30))
    assert lost_by(state, BLACK) == (WinKind.BACKGAMMON, 12, (45, 0))


def test_walking_out_of_a_turned_cube_is_never_cheaper_than_the_drop() -> None:
    rules = replace(a_table(stake=1), cube=replace(a_table().cube, raccoons=True))
    sitting = Sitting(a_game(rules=rules))
    sitting.act(WHITE, Double())
    assert lost_by(sitting.state, BLACK)[1] == 1
    sitting.act(BLACK, Beaver())
    assert lost_by(sitting.state, WHITE)[:2] == (WinKind.SINGLE, 2)
    assert lost_by(sitting.state, BLACK)[1] == 1, "black waits for an answer and owes none"
    sitting.act(WHITE, Raccoon())
    assert lost_by(sitting.state, BLACK)[:2] == (WinKind.SINGLE, 4)


def test_walking_out_between_games_costs_no_chip() -> None:
    sitting = between_games(a_table())
    assert names(sitting.act(None, Forfeit(WHITE, "staff"))) == ["Forfeited", "MatchWon"]
    assert sitting.state.score == (57, 63)
    assert sitting.state.outcome == Outcome(BLACK, EndReason.FORFEIT)
    assert replay(a_table(), sitting.events) == sitting.state


@pytest.mark.parametrize("rules", [Rules.match(5), Rules.fixed(5)], ids=str)
def test_a_forfeit_elsewhere_loses_the_whole_match(rules: Rules) -> None:
    sitting = Sitting(a_game(rules=rules, score=(3, 0)))
    assert names(sitting.act(None, Forfeit(WHITE, "staff"))) == ["Forfeited", "MatchWon"]
    assert sitting.state.outcome == Outcome(BLACK, EndReason.FORFEIT)
    assert sitting.state.score == (3, 0)
    assert sitting.refusal(None, Forfeit(BLACK, "again")) is Fault.MATCH_OVER


def test_the_house_may_let_a_side_forfeit_whose_opponents_flag_has_fallen() -> None:
    sitting = Sitting(a_game(rules=Rules.match(5, clock=CLOCK)))
    sitting.now_ms = 500_000
    sitting.act(None, Forfeit(BLACK, "staff"))
    assert sitting.state.outcome == Outcome(WHITE, EndReason.FORFEIT)
    assert sitting.state.deadline_ms() is None
    assert sitting.refusal(None, ClaimFlag()) is Fault.MATCH_OVER


def test_an_open_resignation_dies_with_a_forfeit() -> None:
    sitting = Sitting(a_game(rules=Rules.match(5)))
    sitting.act(WHITE, Resign(WinKind.SINGLE))
    sitting.act(None, Forfeit(BLACK, "staff"))
    assert sitting.state.running_game.offer is None
    assert sitting.refusal(BLACK, AcceptResignation()) is Fault.MATCH_OVER


def test_a_table_ends_when_a_forfeit_takes_the_last_chip() -> None:
    sitting = Sitting(a_game(rules=a_table(10, 20, 40), cube=Cube(2, WHITE)))
    sitting.throws = [(3, 1)]
    sitting.act(WHITE, Roll())
    batch = sitting.act(None, Forfeit(WHITE, "abandoned"))
    assert batch[1] == GameWon(BLACK, WinKind.BACKGAMMON, 6)
    assert sitting.state.score == (0, 60)
    assert sitting.state.phase is Phase.OVER


def test_a_taken_beaver_is_at_stake_when_its_owner_walks_out() -> None:
    sitting = Sitting(a_game(rules=a_table(stake=1)))
    sitting.act(WHITE, Double())
    sitting.act(BLACK, Beaver())
    sitting.act(WHITE, Take())
    assert lost_by(sitting.state, BLACK) == (WinKind.BACKGAMMON, 12, (72, 48))
