"""Golden rows of long nardy beside the moves: Oin and Mars, the last roll, who starts."""

from dataclasses import replace

import pytest

from backgammon import (
    LONG_NARDY,
    Dice,
    Double,
    Fault,
    FirstMove,
    MakePlay,
    MatchState,
    OpenGame,
    Phase,
    Resign,
    Roll,
    Rules,
    Variant,
    WinKind,
    find_variant,
    initial_state,
    set_up,
)
from backgammon.scoring import DRAWN_GAME, GameResult
from tests.rules.builders import BLACK, WHITE, Sitting, moves, names, position, result_of
from tests.rules.golden_games import KINDS, SEATS, Row, each_row


def _ending(variant: Variant, loser: str) -> Sitting:
    """White, who started, is about to bear off its last checker."""
    rules = Rules.match(25, variant=variant)
    place = position("1:1 off:14", loser)
    return Sitting(set_up(rules, place, WHITE, dice=Dice(2, 1)))


def _with_off(off: int) -> str:
    return f"off:{off} 6:{15 - off}" if off else "6:15"


@each_row("nardy_points")
def test_oin_and_mars(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    if given.get("doubling_cube"):
        fresh = Sitting(set_up(Rules.match(5, variant=LONG_NARDY), _start(), WHITE))
        assert fresh.refusal(WHITE, Double()) is Fault.CUBE_DISABLED
        return
    variant = find_variant("long_nardy", {"end_setting": given["setting"].lower()})
    if "loser_off" in given:
        loser = "24:1 6:14" if "loser_position" in given else _with_off(given["loser_off"])
        sitting = _ending(variant, loser)
        sitting.act(WHITE, MakePlay(moves("1/off(2)")))
    else:
        place = (
            position(_with_off(given["resigner_off"]), "24:15")
            if ("resigner_off" in given)
            else _start()
        )
        sitting = Sitting(set_up(Rules.match(25, variant=variant), place, WHITE))
        assert names(sitting.act(WHITE, Resign(WinKind.SINGLE))) == ["Resigned", "GameWon"]
    result = result_of(sitting.state)
    assert result.kind is KINDS[expect.get("class", "mars")]
    assert result.points == expect["points"]


def _start():
    return LONG_NARDY.opening_position


@each_row("nardy_last_throw")
def test_the_right_to_the_last_roll(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    variant = find_variant("long_nardy", {"last_roll": given["right_to_last_throw"]})
    if "who_bore_off_all_first" not in given:
        _check_resigning_ends_at_once(variant)
        return
    left = given["other_player_checkers_left"]
    finishes = given["last_throw"] != "does not finish"
    loser = f"{1 if finishes else 6}:{left} off:{15 - left}"
    rules = Rules.match(25, variant=variant)
    starter = WHITE if given["who_bore_off_all_first"] == "first starter" else BLACK
    state = set_up(rules, position("1:1 off:14", loser), WHITE, dice=Dice(2, 1), starter=starter)
    throw = (1, 1) if left > 2 else (2, 1)
    sitting = Sitting(state, throws=[throw])
    sitting.act(WHITE, MakePlay(moves("1/off(2)")))
    assert (sitting.state.phase is Phase.LAST_ROLL) is expect["last_throw_given"]
    if expect["last_throw_given"]:
        _play_the_last_roll(sitting, left, finishes=finishes, throw=throw)
    _check_the_result(sitting.state, expect)


def _play_the_last_roll(
    sitting: Sitting, left: int, *, finishes: bool, throw: tuple[int, int]
) -> None:
    assert sitting.state.to_act is BLACK
    assert sitting.refusal(BLACK, MakePlay(())) is Fault.WRONG_PHASE
    sitting.act(BLACK, Roll())
    assert sitting.refusal(BLACK, Roll()) is Fault.WRONG_PHASE
    if finishes:
        off = " ".join(f"1/off({die})" for die in Dice(*throw).pips[:left])
        sitting.act(BLACK, MakePlay(moves(off)))
    else:
        sitting.act(BLACK, MakePlay(moves("6/4 6/5")))


def _check_the_result(state: MatchState, expect: Row) -> None:
    result = state.running_game.result
    if expect["result"] == "draw":
        assert result == DRAWN_GAME
        assert state.score == (0, 0)
        assert state.phase is Phase.BETWEEN_GAMES
    else:
        assert result == GameResult(WHITE, KINDS[expect["class"]], expect["points"])


def _check_resigning_ends_at_once(variant: Variant) -> None:
    sitting = _ending(variant, "off:13 1:2")
    batch = sitting.act(BLACK, Resign(WinKind.SINGLE))
    assert names(batch) == ["Resigned", "GameWon"]


def test_resigning_instead_of_the_last_roll_loses_the_game() -> None:
    sitting = _ending(find_variant("long_nardy", {"last_roll": True}), "off:13 1:2")
    sitting.act(WHITE, MakePlay(moves("1/off(2)")))
    sitting.act(BLACK, Resign(WinKind.SINGLE))
    assert sitting.state.running_game.result == GameResult(WHITE, WinKind.SINGLE, 1)


@each_row("nardy_next_starter")
def test_who_starts_the_next_game(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    starter = SEATS[expect["starter"]]
    if given.get("first_game"):
        throws = [(3, 3), (5, 2), (6, 4)]
        sitting = Sitting(initial_state(Rules.match(3, variant=LONG_NARDY)), throws=throws)
        sitting.act(None, OpenGame())
        assert sitting.state.phase is Phase.TO_ROLL
        assert sitting.state.running_game.starter is starter
        sitting.act(starter, Roll())
        assert sitting.state.running_game.dice == Dice(6, 4)
        return
    mode = FirstMove.LOSER if given["mode"] == "Kaotajale" else FirstMove.ALTERNATE
    rules = Rules.match(5, variant=LONG_NARDY, first_move=mode)
    state = set_up(rules, _start(), WHITE, starter=SEATS[given["previous_starter"]])
    previous = given["previous_game"]
    result = DRAWN_GAME
    if not previous.startswith("draw"):
        result = GameResult(SEATS[previous[0]], WinKind.SINGLE, 1)
    game = replace(state.running_game, result=result)
    sitting = Sitting(replace(state, phase=Phase.BETWEEN_GAMES, to_act=None, game=game))
    assert names(sitting.act(None, OpenGame())) == ["GameStarted"]
    assert sitting.state.running_game.starter is starter
    assert sitting.state.to_act is starter


@each_row("opening_roll")
def test_the_opening_throw_of_backgammon(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    throws = [(3, 3), (5, 2)]
    sitting = Sitting(initial_state(Rules.match(3)), throws=throws)
    assert names(sitting.act(None, OpenGame()))[-2:] == ["OpeningRolled"] * 2
    if "first_roll" in expect:
        assert given["throws"][-2:] == [["A", 5], ["B", 2]]
        game = sitting.state.running_game
        assert game.starter is SEATS[expect["starter"]]
        assert game.dice == Dice(*expect["first_roll"])
        assert game.cube.value == expect["cube"]


@pytest.mark.parametrize("option", ["white", "both"])
def test_n4_a_first_four_four_after_five_five_is_one_move_from_the_head(option: str) -> None:
    variant = find_variant("long_nardy", {"opening_double_exception": option})
    throws = [(2, 1), (5, 5), (4, 4)]
    sitting = Sitting(initial_state(Rules.match(3, variant=variant)), throws=throws)
    sitting.act(None, OpenGame())
    sitting.act(WHITE, Roll())
    sitting.act(WHITE, MakePlay(moves("24/19 19/14 14/9 9/4")))
    sitting.act(BLACK, Roll())
    assert sitting.refusal(BLACK, MakePlay(moves("24/20 20/16"))) is Fault.POINT_BLOCKED
    assert sitting.refusal(BLACK, MakePlay(moves("24/20 24/20"))) is Fault.HEAD_RULE
    assert names(sitting.act(BLACK, MakePlay(moves("24/20")))) == ["Played"]
