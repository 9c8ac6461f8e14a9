"""The clock: delay first, then the reserve; the flag ends exactly what the rules say."""

import pytest

from backgammon import (
    AcceptResignation,
    Annul,
    Beaver,
    ClaimFlag,
    ClockRules,
    ClockState,
    Cube,
    CubeRules,
    Dice,
    Double,
    EndReason,
    Fault,
    Forfeit,
    MakePlay,
    MatchState,
    OpenGame,
    Outcome,
    PenaltyPoint,
    Phase,
    PointMatch,
    Resign,
    Roll,
    Rules,
    ShiftClock,
    Side,
    StartGame,
    Take,
    TopUp,
    WinKind,
    initial_state,
    ladder_points_to_win,
    legal_actions,
    set_up,
)
from backgammon.events import ClockShifted, FlagFell, MatchWon, PenaltyScored
from tests.rules.builders import BLACK, START, WHITE, Sitting, moves, names, position

CLOCK = ClockRules(delay_ms=12_000, reserve_ms=60_000)
HOUSE_ACTS = (
    OpenGame(),
    PenaltyPoint(WHITE),
    ShiftClock(1),
    TopUp(WHITE, 1),
    Forfeit(WHITE, ""),
    Annul(""),
)


def _clock(state: MatchState) -> ClockState:
    assert state.clock is not None
    return state.clock


def _begun(rules: Rules | None = None, **changes: object) -> Sitting:
    """White is to roll at second 0 of its turn."""
    rules = rules or Rules.match(3, clock=CLOCK)
    return Sitting(set_up(rules, position(START, START), WHITE, **changes))  # type: ignore[arg-type]


def test_the_clock_starts_with_the_opening_throw_for_the_side_to_act() -> None:
    sitting = Sitting(initial_state(Rules.match(3, clock=CLOCK)), throws=[(3, 3), (2, 5)])
    assert _clock(sitting.state) == ClockState(60_000, 60_000, None, 0)
    sitting.now_ms = 1_000
    sitting.act(None, OpenGame())
    assert _clock(sitting.state) == ClockState(60_000, 60_000, BLACK, 1_000)
    assert sitting.state.deadline_ms() == 73_000


def test_a_turn_within_the_delay_costs_nothing_and_unused_delay_is_lost() -> None:
    sitting = _begun()
    sitting.throws = [(2, 1)]
    sitting.now_ms = 5_000
    sitting.act(WHITE, Roll())
    sitting.now_ms = 12_000
    sitting.act(WHITE, MakePlay(moves("13/11 6/5")))
    assert _clock(sitting.state) == ClockState(60_000, 60_000, BLACK, 12_000)


def test_roll_and_play_share_one_delay_and_the_rest_comes_from_the_reserve() -> None:
    sitting = _begun()
    sitting.throws = [(2, 1)]
    sitting.now_ms = 10_000
    sitting.act(WHITE, Roll())
    assert _clock(sitting.state).since_ms == 0
    sitting.now_ms = 20_000
    sitting.act(WHITE, MakePlay(moves("13/11 6/5")))
    assert _clock(sitting.state) == ClockState(52_000, 60_000, BLACK, 20_000)


def test_offering_the_cube_passes_the_clock_and_a_take_gives_a_fresh_delay() -> None:
    sitting = _begun()
    sitting.now_ms = 15_000
    sitting.act(WHITE, Double())
    assert _clock(sitting.state) == ClockState(57_000, 60_000, BLACK, 15_000)
    sitting.now_ms = 37_000
    sitting.act(BLACK, Take())
    assert _clock(sitting.state) == ClockState(57_000, 50_000, WHITE, 37_000)


def test_a_side_that_cannot_move_loses_no_time_of_its_next_turn() -> None:
    shut_out = position("6:3 5:2 4:2 3:2 2:2 1:2 8:2", "bar:1 6:5 5:5 4:4")
    state = set_up(Rules.match(3, clock=CLOCK), shut_out, BLACK)
    sitting = Sitting(state, throws=[(3, 2)], now_ms=2_000)
    assert names(sitting.act(BLACK, Roll())) == ["Rolled", "Played"]
    assert _clock(sitting.state) == ClockState(60_000, 60_000, WHITE, 2_000)


def test_the_clock_stands_still_between_games_and_keeps_the_reserve_of_the_match() -> None:
    sitting = _begun()
    sitting.now_ms = 22_000
    sitting.act(WHITE, Resign(WinKind.SINGLE))
    sitting.act(BLACK, AcceptResignation())
    assert _clock(sitting.state) == ClockState(50_000, 60_000, None, 22_000)
    assert sitting.state.deadline_ms() is None
    sitting.throws = [(2, 1)]
    sitting.now_ms = 90_000
    sitting.act(WHITE, StartGame())
    sitting.act(BLACK, StartGame())
    assert _clock(sitting.state) == ClockState(50_000, 60_000, WHITE, 90_000)


def test_a_fallen_flag_loses_the_whole_match_at_once_and_only_once() -> None:
    sitting = _begun(score=(2, 0))
    sitting.now_ms = 71_999
    assert sitting.refusal(BLACK, ClaimFlag()) is Fault.FLAG_STANDS
    assert sitting.refusal(None, ClaimFlag()) is Fault.FLAG_STANDS
    sitting.now_ms = 72_000
    batch = sitting.act(None, ClaimFlag())
    assert batch == (
        FlagFell(WHITE, at_ms=72_000),
        MatchWon(BLACK, EndReason.FLAG, at_ms=72_000),
    )
    assert sitting.state.outcome == Outcome(BLACK, EndReason.FLAG)
    assert sitting.state.score == (2, 0)
    assert sitting.refusal(None, ClaimFlag()) is Fault.MATCH_OVER


@pytest.mark.parametrize("side", list(Side), ids=lambda side: side.value)
def test_an_action_that_comes_after_the_flag_is_answered_by_the_flag(side: Side) -> None:
    sitting = _begun()
    sitting.throws = [(2, 1)]
    sitting.now_ms = 80_000
    assert names(sitting.act(side, Roll())) == ["FlagFell", "MatchWon"]
    assert sitting.state.outcome == Outcome(BLACK, EndReason.FLAG)
    assert sitting.throws == [(2, 1)]


def test_a_flag_in_a_set_of_games_loses_the_set() -> None:
    sitting = _begun(Rules.fixed(5, clock=CLOCK), score=(9, 0))
    sitting.now_ms = 100_000
    assert names(sitting.act(None, ClaimFlag())) == ["FlagFell", "MatchWon"]
    assert sitting.state.outcome == Outcome(BLACK, EndReason.FLAG)


def test_a_flag_at_a_table_loses_the_most_the_game_could_cost_and_ends_the_sitting() -> None:
    rules = Rules.table(10, 100, 200, clock=CLOCK, cube=CubeRules(dead_cube=False))
    sitting = _begun(rules, cube=Cube(2, BLACK))
    sitting.now_ms = 100_000
    assert names(sitting.act(None, ClaimFlag())) == ["FlagFell", "GameWon", "MatchWon"]
    assert sitting.state.score == (40, 260)


def test_a_flag_under_a_beaver_is_never_cheaper_than_the_drop_it_avoids() -> None:
    sitting = _begun(Rules.table(10, 500, 500, clock=CLOCK))
    sitting.act(WHITE, Double())
    sitting.act(BLACK, Beaver())
    sitting.now_ms = 100_000
    assert names(sitting.act(BLACK, ClaimFlag())) == ["FlagFell", "GameWon", "MatchWon"]
    assert sitting.state.score == (480, 520)


def test_overtime_adds_thirty_seconds_a_time_and_a_game_clock_begins_anew() -> None:
    rules = ClockRules(delay_ms=0, reserve_ms=10_000, overtimes=2, renews_each_game=True)
    sitting = _begun(Rules.fixed(3, clock=rules))
    assert sitting.state.deadline_ms() == 70_000
    sitting.now_ms = 50_000
    sitting.act(WHITE, Resign(WinKind.BACKGAMMON))
    assert _clock(sitting.state).white_ms == 20_000
    sitting.throws = [(2, 1)]
    sitting.act(None, OpenGame())
    assert _clock(sitting.state) == ClockState(70_000, 70_000, WHITE, 50_000)


def test_the_houses_own_downtime_is_nobodys() -> None:
    sitting = _begun()
    sitting.now_ms = 100_000
    assert sitting.act(None, ShiftClock(60_000)) == (ClockShifted(60_000, at_ms=100_000),)
    assert _clock(sitting.state).since_ms == 60_000
    assert sitting.refusal(None, ClaimFlag()) is Fault.FLAG_STANDS
    sitting.act(None, ShiftClock(900_000))
    assert _clock(sitting.state).since_ms == 100_000


def test_a_clock_that_had_run_out_before_the_downtime_falls_as_usual() -> None:
    sitting = _begun()
    sitting.now_ms = 200_000
    sitting.act(None, ShiftClock(100_000))
    assert names(sitting.act(None, ClaimFlag())) == ["FlagFell", "MatchWon"]


def test_nothing_is_shifted_where_no_clock_runs() -> None:
    untimed = _begun(Rules.match(3))
    assert untimed.act(None, ShiftClock(5_000)) == ()
    between = Sitting(initial_state(Rules.match(3, clock=CLOCK)))
    assert between.act(None, ShiftClock(5_000)) == ()
    assert untimed.state.deadline_ms() is None


def test_an_annulled_match_has_no_winner_and_no_running_clock() -> None:
    sitting = _begun()
    sitting.now_ms = 500_000
    assert names(sitting.act(None, Annul("the table burned"))) == ["Annulled"]
    assert sitting.state.outcome == Outcome(None, EndReason.ANNULLED)
    assert sitting.state.deadline_ms() is None
    assert legal_actions(sitting.state, None) == frozenset()


@pytest.mark.parametrize(("length", "points"), [(1, 1), (3, 2), (5, 3), (7, 4), (11, 6)])
def test_the_penalty_ladder_is_lost_beyond_half_the_match(length: int, points: int) -> None:
    assert ladder_points_to_win(PointMatch(length)) == points
    sitting = Sitting(initial_state(Rules.match(length, clock=CLOCK)))
    for _ in range(points - 1):
        assert sitting.act(None, PenaltyPoint(BLACK)) == (PenaltyScored(BLACK),)
    batch = sitting.act(None, PenaltyPoint(BLACK))
    assert batch == (PenaltyScored(BLACK), MatchWon(BLACK, EndReason.PENALTY))
    assert sitting.state.score == (0, points)


def test_penalty_points_may_bring_the_crawford_game() -> None:
    sitting = Sitting(initial_state(Rules.match(2)), throws=[(2, 1)])
    sitting.act(None, PenaltyPoint(WHITE))
    assert sitting.state.score == (1, 0)
    sitting.act(None, OpenGame())
    assert sitting.state.running_game.crawford


def test_penalty_points_are_given_between_the_games_of_a_match_only() -> None:
    running = _begun()
    assert running.refusal(None, PenaltyPoint(WHITE)) is Fault.WRONG_PHASE
    table = Sitting(initial_state(Rules.table(1, 10, 10)))
    assert table.refusal(None, PenaltyPoint(WHITE)) is Fault.WRONG_PHASE


def test_a_penalty_point_between_later_games_can_win_the_match() -> None:
    sitting = _begun(score=(2, 0))
    sitting.act(WHITE, Resign(WinKind.SINGLE))
    sitting.act(BLACK, AcceptResignation())
    batch = sitting.act(None, PenaltyPoint(WHITE))
    assert batch[-1] == MatchWon(WHITE, EndReason.PENALTY)
    assert sitting.state.phase is Phase.OVER


def test_both_sides_must_be_ready_before_the_next_game_begins() -> None:
    sitting = Sitting(initial_state(Rules.match(3)), throws=[(6, 5)])
    assert names(sitting.act(WHITE, StartGame())) == ["SideReady"]
    assert sitting.refusal(WHITE, StartGame()) is Fault.ALREADY_READY
    assert names(sitting.act(BLACK, StartGame())) == ["GameStarted", "OpeningRolled"]
    assert sitting.state.ready == frozenset()
    assert sitting.state.running_game.dice == Dice(6, 5)
    assert sitting.refusal(BLACK, StartGame()) is Fault.WRONG_PHASE


def test_the_house_and_the_players_may_not_do_each_others_work() -> None:
    sitting = _begun()
    for house_action in HOUSE_ACTS:
        assert sitting.refusal(WHITE, house_action) is Fault.SERVER_ONLY
    assert sitting.refusal(None, Roll()) is Fault.PLAYER_ONLY
    assert sitting.refusal(None, OpenGame()) is Fault.WRONG_PHASE
