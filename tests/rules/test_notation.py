"""Plays as text, and whole matches as scripts."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import BACKGAMMON, Dice, NotationError, RulesError, Side, Turn, pack
from backgammon.movegen import judged, ways
from backgammon.notation import format_play, parse_play
from backgammon.notation.scripts import run_script
from tests.rules.builders import START, a_game, moves, position

Script = dict[str, Any]


def _turn(white: str, black: str, dice: tuple[int, int]) -> Turn:
    return Turn(pack(position(white, black), Side.WHITE), Dice(*dice))


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ("", ""),
        ("8/5 6/5", "8/5 6/5"),
        ("6/5 8/5", "8/5 6/5"),
        ("24/18 18/13", "24/13"),
        ("8/4 8/4 6/2 6/2", "8/4(2) 6/2(2)"),
        ("24/20 20/16 24/20 20/16", "24/16(2)"),
        ("bar/22 6/off(6)", "bar/22 6/off"),
    ],
)
def test_a_play_is_written_as_players_write_it(steps: str, text: str) -> None:
    assert format_play(moves(steps)) == text


def test_a_hit_is_marked_and_a_stop_that_hits_is_kept() -> None:
    turn = _turn("24:2 13:5 8:3 6:5", "20:1 24:1 13:5 8:3 6:5", (3, 1))
    assert format_play(moves("8/5 6/5"), turn) == "8/5* 6/5"
    both = _turn("24:2 13:5 8:3 6:5", "20:1 24:1 13:5 8:3 6:5", (3, 3))
    assert format_play(moves("8/5 8/5 6/3 6/3"), both) == "8/5*(2) 6/3(2)"
    assert parse_play("8/5*(2) 6/3(2)", BACKGAMMON, both) == moves("8/5 8/5 6/3 6/3")
    runner = _turn("18:1 2:7 1:7", "12:1 10:1 6:4 5:4 4:5", (5, 3))
    assert format_play(moves("18/13 13/10"), runner) == "18/13*/10"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("8/5 6/5", "8/5 6/5"),
        ("24/20", "24/23 23/20"),
        ("24/23/20", "24/23 23/20"),
        ("8/5, 24/23", "8/5 24/23"),
        ("", ""),
    ],
)
def test_text_is_read_with_the_dice_of_the_turn(text: str, steps: str) -> None:
    turn = _turn(START, START, (3, 1))
    if text == "24/20":
        assert judged(BACKGAMMON, turn, parse_play(text, BACKGAMMON, turn))
    else:
        assert parse_play(text, BACKGAMMON, turn) == moves(steps)


def test_bearing_off_is_read_with_the_die_that_does_it() -> None:
    turn = _turn("4:2 off:13", "6:15", (6, 5))
    assert parse_play("4/off(2)", BACKGAMMON, turn) == moves("4/off(6) 4/off(5)")
    high = _turn("6:1 4:2 off:12", "6:15", (5, 5))
    assert parse_play("4/off", BACKGAMMON, high) == moves("4/off(5)")


@pytest.mark.parametrize(
    "text",
    ["8", "8/", "/5", "8/5/", "x/5", "8/5(0)", "8/5(9)", "8-5", "BAR", "123/5", "8/5*", "٨/5"],
)
def test_text_that_is_no_play_is_refused_by_name(text: str) -> None:
    turn = _turn(START, START, (3, 1))
    with pytest.raises(NotationError):
        parse_play(text, BACKGAMMON, turn)


def test_stops_must_be_named_where_two_ways_hit_differently() -> None:
    turn = _turn("18:1 2:7 1:7", "12:1 10:1 6:4 5:4 4:5", (5, 3))
    assert parse_play("18/13*/10", BACKGAMMON, turn) == moves("18/13 13/10")
    assert parse_play("18/15/10", BACKGAMMON, turn) == moves("18/15 15/10")


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_text_of_any_legal_play_is_read_back_to_the_same_result(seed: int) -> None:
    chance = random.Random(seed)
    turn = _any_turn(chance)
    for result, play in ways(BACKGAMMON, turn).items():
        text = format_play(play, turn)
        again = parse_play(text, BACKGAMMON, turn)
        assert judged(BACKGAMMON, turn, again) == result
        assert format_play(again, turn) == text


def _any_turn(chance: random.Random) -> Turn:
    white, black = [0] * 26, [0] * 26
    for own, other in ((white, black), (black, white)):
        places = [point for point in range(1, 25) if not other[25 - point]] + [0, 25]
        for _ in range(15):
            own[chance.choice(places)] += 1
    packed = pack(type(position(START, START))(tuple(white), tuple(black)), Side.WHITE)
    return Turn(packed, Dice(chance.randint(1, 6), chance.randint(1, 6)))


A_MATCH: Script = {
    "rules": {"kind": "match", "points": 5},
    "dice": [[3, 3], [5, 2], [3, 1]],
    "actions": [
        ["A", "play", "13/8 13/11"],
        ["B", "double"],
        ["A", "take"],
        ["B", "roll"],
        ["B", "play", "8/5 6/5"],
        ["A", "resign", "gammon"],
        ["B", "accept"],
    ],
}


def test_a_script_answers_one_state_for_each_action() -> None:
    answer = run_script(A_MATCH)
    assert [state["phase"] for state in answer["states"]] == [
        "to_roll",
        "doubled",
        "to_roll",
        "to_move",
        "to_roll",
        "to_roll",
        "between_games",
    ]
    assert answer["states"][-1]["score"] == {"white": 0, "black": 4}


def test_a_script_stops_at_the_first_refusal_and_says_which_step_it_was() -> None:
    answer = run_script({**A_MATCH, "actions": [["A", "play", "13/8 13/11"], ["A", "roll"]]})
    assert len(answer["states"]) == 1
    assert answer["step"] == 1
    assert answer["error"]["code"] == "not_your_turn"


def test_a_script_may_begin_in_the_middle_of_a_game() -> None:
    start = a_game()
    cells = {"A": list(start.running_game.position.white), "B": list(checkers_of(start))}
    script = {
        "rules": {"kind": "table", "stake": 5, "stacks": [100, 60], "options": {"jacoby": False}},
        "start": {"position": cells, "on_roll": "B", "cube": 2, "owner": "B", "score": [80, 80]},
        "actions": [["B", "double"], ["A", "beaver"], ["B", "drop"], ["A", "start"]],
    }
    states = run_script(script)["states"]
    assert states[2]["score"] == {"white": 100, "black": 60}
    assert states[3]["ready"] == ["white"]


def test_a_script_may_begin_with_a_row_seen_by_the_side_on_roll() -> None:
    row = {"pts": [0] * 4 + [15] + [0] * 13 + [-13] + [0] * 5, "bar": [0, 2], "off": [0, 0]}
    script = {
        "rules": {"kind": "match", "points": 3},
        "start": {"position": row, "on_roll": "B"},
        "dice": [[2, 1]],
        "actions": [["B", "roll"]],
    }
    place = run_script(script)["states"][0]["game"]["position"]
    assert place["black"][5] == 15
    assert (place["white"][6], place["white"][25]) == (13, 2)


def checkers_of(state: Any) -> tuple[int, ...]:
    """Black's checkers."""
    return tuple(state.running_game.position.black)


def test_every_word_of_a_script_is_understood() -> None:
    rules = {
        "kind": "fixed",
        "games": 3,
        "options": {"beavers": True, "raccoons": True, "tie_break": "one_more_game"},
    }
    script = {
        "rules": rules,
        "dice": [[2, 1], [6, 5], [2, 1]],
        "actions": [
            ["A", "start"],
            ["B", "start"],
            ["A", "play", "13/11 6/5"],
            ["B", "double"],
            ["A", "beaver"],
            ["B", "raccoon"],
            ["A", "resign", "single"],
            ["A", "play", "24/13"],
            ["A", "resign", "single"],
            ["B", "decline"],
            ["A", "claim_flag"],
        ],
    }
    answer = run_script(script)
    assert [state["phase"] for state in answer["states"]][5:7] == ["raccooned", "between_games"]
    assert answer["step"] == 10
    assert answer["error"]["code"] == "flag_stands"


@pytest.mark.parametrize(
    "damage",
    [
        {"rules": None},
        {"rules": {"kind": "duel"}},
        {"rules": {"kind": "match", "points": "5"}},
        {"rules": {"kind": "match", "points": 5, "options": {"beavers": True}}},
        {"rules": {"kind": "match", "points": 5, "options": {"tie_break": "draw"}}},
        {"rules": {"kind": "match", "points": 5, "options": {"top_up": True}}},
        {"rules": {"kind": "match", "points": 5, "variant": 7}},
        {"dice": [[7, 1]]},
        {"dice": 5},
        {"start": {}},
        {"start": {"position": {"A": [], "B": []}, "on_roll": "A"}},
        {"actions": [["C", "roll"]]},
        {"actions": [[]]},
    ],
    ids=str,
)
def test_a_script_that_makes_no_sense_is_refused_by_name(damage: Script) -> None:
    with pytest.raises(RulesError):
        run_script({**A_MATCH, **damage})


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([["A", "fly"]], "malformed"),
        ([["A", "resign", "koks"]], "malformed"),
        ([["A", "play", "eight to five"]], "malformed"),
        ([["A", "play", "13/8 13/11"], ["B", "play", "8/5"]], "wrong_phase"),
        ([["A", "play", "13/8 13/11"], ["B", "roll"], ["B", "play", "8/2"]], "die_not_left"),
        ([["A", "resign", "backgammon"], ["A", "roll"]], "wrong_phase"),
    ],
    ids=str,
)
def test_a_step_that_makes_no_sense_is_an_error_of_that_step(
    actions: list[list[str]], code: str
) -> None:
    answer = run_script({**A_MATCH, "actions": actions})
    assert answer["step"] == len(actions) - 1
    assert answer["error"]["code"] == code


def test_a_script_needs_enough_dice_and_a_possible_cube() -> None:
    with pytest.raises(NotationError):
        run_script([])
    assert run_script({**A_MATCH, "dice": []})["error"]["code"] == "malformed"
    start = a_game().running_game.position
    cells = {"A": list(start.white), "B": list(start.black)}
    with pytest.raises(NotationError):
        run_script({**A_MATCH, "start": {"position": cells, "on_roll": "A", "cube": 3}})
