"""Golden rows of scoring: what a game is worth and what it makes of a match, a set, a table."""

from dataclasses import replace

from backgammon import (
    BACKGAMMON,
    Cube,
    CubeRules,
    Double,
    Drop,
    FixedGames,
    MatchState,
    Phase,
    PointMatch,
    Position,
    Rules,
    Take,
    TieBreak,
    initial_state,
    legal_actions,
)
from backgammon.scoring import settlement, win_kind
from tests.rules.builders import BLACK, WHITE, Sitting, a_game, result_of, winner_of
from tests.rules.golden_games import KINDS, SEATS, Row, cube_owned, each_row, money, opened, won


@each_row("result_class")
def test_the_class_of_a_finished_game(row: Row) -> None:
    given, home = row["given"], 19 if "6-point" in row["given"].get("detail", "") else 23
    loser = [0] * 26
    loser[0], loser[25] = given["loser_off"], given["loser_bar"]
    loser[home] += given["loser_in_winner_home"]
    loser[6] += given["loser_elsewhere"]
    if "7-point" in given.get("detail", ""):
        loser[6], loser[18] = loser[6] - 1, 1
    winner = (15, *[0] * 25)
    kind = win_kind(Position(winner, tuple(loser)), WHITE, BACKGAMMON)
    assert kind.word == row["expect"]["class"]
    assert BACKGAMMON.worth.of(kind) == row["expect"]["multiplier"]


@each_row("money_points")
def test_points_in_money_play(row: Row) -> None:
    given = row["given"]
    state = opened(initial_state(money(jacoby=given["jacoby"])))
    _, points = won(state, BLACK, KINDS[given["class"]], cube_owned(given, BLACK))
    assert points == row["expect"]["points"]


@each_row("match_points")
def test_points_in_a_match(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    crawford_is_over = max(given["score_A_B"]) == given["match_to"] - 1
    fresh = initial_state(Rules.match(given["match_to"]))
    fresh = replace(fresh, score=tuple(given["score_A_B"]), crawford_played=crawford_is_over)
    after, points = won(opened(fresh), BLACK, KINDS[given["class"]], Cube(given["cube"], BLACK))
    assert points == expect["points_won_by_B"]
    assert after.score == tuple(expect["score_after"])
    assert (after.phase is Phase.OVER) is expect["match_over"]
    assert after.outcome is None or after.outcome.winner is SEATS[expect["winner"]]
    if not expect["match_over"]:
        assert opened(after).running_game.crawford is expect["next_game_is_crawford"]


@each_row("crawford")
def test_which_game_is_the_crawford_game(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    fresh = initial_state(Rules.match(given["match_to"]))
    if "games" in given:
        state = fresh
        for game in expect["games"]:
            state = opened(state)
            assert state.running_game.crawford is game["this_game_is_crawford"]
            cube = Cube(game["cube"])
            state, _ = won(state, SEATS[game["winner"]], KINDS[game["class"]], cube)
            assert state.score == tuple(game["score_after"])
            assert (state.phase is Phase.OVER) is game["match_over"]
        return
    state = opened(replace(fresh, score=tuple(given["score_A_B"])))
    if "game_result" in given:
        winner = SEATS[given["game_result"][0]]
        state, _ = won(state, winner, KINDS["single"], Cube())
        assert state.score == tuple(expect["score_after"])
        state = opened(state)
    assert state.running_game.crawford is expect["next_game_is_crawford"]
    if "cube_usable" in expect:
        assert Double not in legal_actions(replace(state, phase=Phase.TO_ROLL), WHITE)


@each_row("drop")
def test_a_drop_costs_the_value_before_the_double(row: Row) -> None:
    given = row["given"]
    cube = Cube(given.get("cube", 2 if "set cube value 2" in given.get("sequence", ()) else 1))
    sitting = Sitting(a_game(rules=money(jacoby=given.get("jacoby", False)), cube=cube))
    sitting.act(WHITE, Double())
    if "take" in given.get("action", ""):
        sitting.act(BLACK, Take())
        game = sitting.state.running_game
        _, points = won(sitting.state, WHITE, KINDS["gammon"], game.cube)
    else:
        sitting.act(BLACK, Drop())
        points = result_of(sitting.state).points
    assert points == row["expect"]["doubler_wins_points"]


@each_row("table_stakes")
def test_what_a_game_moves_across_the_table(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    rules = Rules.table(given["unit"], given["stack_A"], given["stack_B"])
    state = opened(initial_state(rules))
    cube = Cube(given["cube"], None if given["cube"] == 1 else WHITE)
    no_jacoby = replace(state, rules=replace(rules, cube=replace(rules.cube, jacoby=False)))
    after, points = won(no_jacoby, WHITE, KINDS[given["class"]], cube)
    covered = min(given["stack_A"], given["stack_B"])
    assert settlement(points, given["unit"], covered) == expect["transfer"]
    assert after.score == (expect["stack_A"], expect["stack_B"])
    assert (after.phase is Phase.OVER) is expect["session_over"]
    assert (points * given["unit"] > covered) is expect["capped"]


@each_row("series")
def test_a_fixed_number_of_games(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    rules = Rules.fixed(given["games"])
    state = initial_state(rules)
    for result in given.get("results", ()):
        winner, points = SEATS[result[0]], int(result[2:])
        state, _ = won(opened(state), winner, KINDS["single"], Cube(points))
    if "score_A_B" in expect:
        assert state.score == tuple(expect["score_A_B"])
        assert given["games"] - state.game_number == expect["games_left"]
    if "over" in expect:
        assert (state.phase is Phase.OVER) is expect["over"]
    if expect.get("winner"):
        assert winner_of(state) is SEATS[expect["winner"]]
    if "crawford_applies" in expect:
        _check_what_a_set_allows(state, expect)


def _check_what_a_set_allows(state: MatchState, expect: Row) -> None:
    assert state.rules.cube.crawford is expect["crawford_applies"]
    assert state.rules.cube.dead_cube is expect["dead_cube_applies"]
    cube = CubeRules(
        dead_cube=False, jacoby=expect["jacoby_allowed"], beavers=expect["beavers_allowed"]
    )
    assert Rules.fixed(3, cube=cube).problems() == ()


def test_a_level_set_of_games_is_a_draw_unless_one_more_game_decides() -> None:
    phases = {TieBreak.DRAW: Phase.OVER, TieBreak.ONE_MORE_GAME: Phase.BETWEEN_GAMES}
    for tie_break, phase in phases.items():
        state = initial_state(Rules.fixed(2, length=FixedGames(2, tie_break)))
        for winner in (WHITE, BLACK):
            state, _ = won(opened(state), winner, KINDS["single"], Cube())
        assert state.phase is phase
        if phase is Phase.OVER:
            assert winner_of(state) is None
        else:
            state, _ = won(opened(state), BLACK, KINDS["single"], Cube())
            assert winner_of(state) is BLACK


def test_a_score_may_pass_the_length_and_points_needed_is_what_is_left() -> None:
    assert PointMatch(5).points_needed((3, 6), WHITE) == 2
    assert PointMatch(5).points_needed((3, 6), BLACK) == -1
