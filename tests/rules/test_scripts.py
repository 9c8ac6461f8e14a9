"""Whole matches as scripts, and every kind of golden scoring row told as one."""

from typing import Any

import pytest

from backgammon import NotationError, RulesError
from backgammon.notation.scripts import run_script
from tests.rules.builders import a_game, checkers
from tests.rules.golden_games import SECTIONS, Row, each_row

Script = dict[str, Any]

START_ID = "4HPwATDgc/ABMA"
HOME = list(checkers("6:5 5:5 4:5"))
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
        {"actions": [["A", "play", "8/5", "6/5"]]},
        {"actions": [["A", 5]]},
        {"rules": {"kind": "match", "points": 5, "jacoby": True}},
        {"rules": {"kind": "match", "points": 5, "games": 3}},
        {"rules": {"kind": ["match"], "points": 5}},
        {"start": {"position": START_ID, "on_roll": "A", "colour": "red"}},
        {"start": {"position": "nowhere", "on_roll": "A"}},
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
        ([["A", "play", "13/8 13/11"], ["A", "play", "8/5"]], "not_your_turn"),
        ([["A", "play", "13/8 13/11"], ["B", "play", "8/5"]], "must_play_more"),
        ([["A", "play", "13/8 13/11"], ["B", "roll", "6"]], "malformed"),
        ([["A", "resign", "backgammon"], ["A", "play", "8/5"]], "must_play_more"),
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


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"cube": 3}, "bad_cube"),
        ({"cube": 0}, "bad_cube"),
        ({"cube": -2}, "bad_cube"),
        ({"cube": "2"}, "bad_cube"),
        ({"cube": 2.0}, "bad_cube"),
        ({"cube": True}, "bad_cube"),
        ({"cube": 2**31}, "bad_cube"),
        ({"cube": 1, "owner": "A"}, "bad_cube"),
        ({"owner": "C"}, "malformed"),
        ({"score": [5, 0]}, "bad_score"),
        ({"score": [-1, 0]}, "bad_score"),
        ({"score": [0]}, "malformed"),
        ({"score": ["0", 0]}, "malformed"),
        ({"dice": [7, 1]}, "bad_die"),
        ({"crawford": 1}, "malformed"),
        ({"on_roll": "white"}, "malformed"),
        ({"position": {"A": [15, *[0] * 25], "B": HOME}}, "game_finished"),
        ({"position": {"A": HOME, "B": [*[0] * 19, 15, *[0] * 6]}}, "shared_point"),
        ({"position": {"A": [0] * 26, "B": HOME}}, "checker_count"),
        ({"position": {"A": [-1, *HOME[1:]], "B": HOME}}, "bad_shape"),
        ({"position": {"A": HOME[:25], "B": HOME}}, "bad_shape"),
        ({"position": {"A": 5, "B": HOME}}, "malformed"),
        ({"position": {"A": HOME}}, "malformed"),
        ({"position": None}, "malformed"),
    ],
    ids=str,
)
def test_a_start_that_cannot_be_is_refused_by_name(change: Script, code: str) -> None:
    start = {"position": {"A": HOME, "B": HOME}, "on_roll": "A", "cube": 2, "owner": "A"}
    script = {**A_MATCH, "start": start, "actions": []}
    assert run_script(script) == {"states": []}
    with pytest.raises(RulesError) as caught:
        run_script({**script, "start": {**start, **change}})
    assert caught.value.fault.code == code


@pytest.mark.parametrize(
    ("rules", "start", "code"),
    [
        ({"kind": "table", "stake": 5, "stacks": [60, 60]}, {"score": [120, 0]}, "bad_score"),
        ({"kind": "fixed", "games": 3}, {"score": [-1, 0]}, "bad_score"),
        ({"kind": "fixed", "games": 3}, {"crawford": True}, "crawford_needs_match"),
        ({"kind": "table", "stake": 5, "stacks": [10**13, 5]}, {}, "stake_range"),
        ({"kind": "fixed", "games": 3, "options": {"cube_cap": 2**31}}, {}, "cube_cap_value"),
        ({"kind": "fixed", "games": 3, "options": {"cube_cap": 1}}, {}, "cube_cap_value"),
        ({"kind": "match", "points": 3, "options": {"beavers": True}}, {}, "beavers_in_match"),
    ],
    ids=str,
)
def test_a_start_that_does_not_fit_its_rules_is_refused_by_name(
    rules: Script, start: Script, code: str
) -> None:
    begun = {"position": START_ID, "on_roll": "A", **start}
    with pytest.raises(RulesError) as caught:
        run_script({"rules": rules, "start": begun})
    assert caught.value.fault.code == code


@pytest.mark.parametrize(
    ("rules", "option"),
    [
        ({"kind": "match", "points": 3}, "cube"),
        ({"kind": "match", "points": 3}, "crawford"),
        ({"kind": "table", "stake": 1, "stacks": [9, 9]}, "jacoby"),
        ({"kind": "table", "stake": 1, "stacks": [9, 9]}, "beavers"),
    ],
    ids=str,
)
def test_an_option_of_the_cube_makes_no_sense_where_there_is_none(
    rules: Script, option: str
) -> None:
    nardy = {**rules, "variant": "long_nardy", "options": {option: True}}
    with pytest.raises(RulesError) as caught:
        run_script({"rules": nardy})
    assert caught.value.fault.code == "variant_has_no_cube"


def test_a_script_needs_enough_dice() -> None:
    with pytest.raises(NotationError):
        run_script([])
    assert run_script({**A_MATCH, "dice": []})["error"]["code"] == "malformed"


def test_a_play_throws_the_dice_that_come_next_where_the_script_does_not_say_roll() -> None:
    script = {
        "rules": {"kind": "match", "points": 5},
        "start": {"position": START_ID, "on_roll": "A"},
        "dice": [[3, 1]],
        "actions": [["A", "double"], ["B", "take"], ["A", "play", "8/5 6/5"]],
    }
    states = run_script(script)["states"]
    assert [state["phase"] for state in states] == ["doubled", "to_roll", "to_roll"]
    assert states[-1]["to_act"] == "black"
    assert states[-1]["game"]["position"]["white"][5] == 2


def test_an_empty_play_says_that_the_roll_could_not_be_played() -> None:
    shut_out = {"A": [0, 2, 2, 2, 2, 3, 4, *[0] * 19], "B": [0] * 6 + [14] + [0] * 18 + [1]}
    script = {
        "rules": {"kind": "match", "points": 5},
        "start": {"position": shut_out, "on_roll": "B"},
        "dice": [[6, 5], [2, 1]],
        "actions": [["B", "play"], ["A", "play", "6/4 6/5"]],
    }
    states = run_script(script)["states"]
    assert [state["to_act"] for state in states] == ["white", "black"]
    wrong = run_script({**script, "actions": [["B", "play", "6/1"]]})
    assert wrong["error"]["code"] == "not_your_turn"


def test_a_script_may_begin_with_the_dice_thrown_or_with_the_position_of_a_state() -> None:
    start = {"position": START_ID, "on_roll": "B", "dice": [3, 1]}
    script = {"rules": {"kind": "match", "points": 5}, "start": start}
    first = run_script({**script, "actions": [["B", "play", "8/5 6/5"]]})["states"][0]
    going_on = {**start, "position": first["game"]["position"], "on_roll": "A"}
    second = run_script({**script, "start": going_on, "actions": [["A", "play", "8/5 6/5"]]})
    assert second["states"][0]["game"]["position"]["white"][5] == 2


# --- every kind of golden scoring row, told to the tool -------------------------------

LEVELS_OF_LOSS = {"single": "off:1 6:14", "gammon": "6:15", "backgammon": "bar:1 6:14"}
NO_JACOBY = {"kind": "fixed", "games": 99}


def _last_move(rules: Script, winner: str, kind: str, **start: Any) -> Script:
    """The state after `winner` has borne off the last checker."""
    own, other = list(checkers("1:1 off:14")), list(checkers(LEVELS_OF_LOSS[kind]))
    loser = "B" if winner == "A" else "A"
    script = {
        "rules": rules,
        "start": {"position": {winner: own, loser: other}, "on_roll": winner, **start},
        "dice": [[2, 1]],
        "actions": [[winner, "play", "1/off"]],
    }
    last: Script = run_script(script)["states"][-1]
    return last


def _score(state: Script) -> list[int]:
    return [state["score"]["white"], state["score"]["black"]]


@each_row("money_points")
def test_points_in_money_play_as_a_script(row: Row) -> None:
    given = row["given"]
    owner = {"loser owns": "A", "winner owns": "B", "centre": None}[given["cube_position"]]
    rules = {**NO_JACOBY, "options": {"jacoby": given["jacoby"]}}
    state = _last_move(rules, "B", given["class"], cube=given["cube"], owner=owner)
    assert _score(state) == [0, row["expect"]["points"]]


@each_row("match_points")
def test_points_in_a_match_as_a_script(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    cube = {"cube": given["cube"], "owner": None if given["cube"] == 1 else "B"}
    rules = {"kind": "match", "points": given["match_to"]}
    state = _last_move(rules, "B", given["class"], score=given["score_A_B"], **cube)
    assert _score(state) == expect["score_after"]
    assert (state["phase"] == "over") is expect["match_over"]


@each_row("table_stakes")
def test_what_a_game_moves_across_the_table_as_a_script(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    stacks = [given["stack_A"], given["stack_B"]]
    options = {"jacoby": False}
    rules = {"kind": "table", "stake": given["unit"], "stacks": stacks, "options": options}
    state = _last_move(rules, given["winner"], given["class"], cube=given["cube"])
    assert _score(state) == [expect["stack_A"], expect["stack_B"]]
    assert (state["phase"] == "over") is expect["session_over"]


@each_row("beaver")
def test_beavers_and_raccoons_as_a_script(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    words = {
        "doubles": "double",
        "redoubles": "double",
        "beavers": "beaver",
        "raccoons": "raccoon",
        "turns": "beaver",
        "accepts": "take",
        "drops": "drop",
    }
    told = [
        (key.removeprefix("then_").removeprefix("finally_"), words[text.split()[0]])
        for key, text in given.items()
        if key in ("A", "B", "then_A", "then_B", "finally_A")
    ]
    is_on = given.get("beavers_enabled", True)
    options = {"beavers": is_on, "raccoons": is_on, "jacoby": given.get("jacoby", False)}
    script = {
        "rules": {**NO_JACOBY, "options": options},
        "start": {
            "position": START_ID,
            "on_roll": "A",
            "cube": given.get("cube", 1),
            "owner": given.get("owner"),
        },
        "actions": [list(action) for action in told],
    }
    answer = run_script(script)
    if "otter" in str(given) or expect.get("reason") == "beavers_off":
        assert answer["error"]["code"] == "beavers_off"
    elif "cube" in expect:
        cube = answer["states"][-1]["game"]["cube"]
        assert cube == {"value": expect["cube"], "owner": "black"}
    elif "result" not in given and "points" in expect:
        winner = 0 if expect["winner"] == "A" else 1
        assert _score(answer["states"][-1])[winner] == expect["points"]


@each_row("automatic_doubles")
def test_opening_ties_turn_the_cube_as_a_script(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    if "class" in given:
        rules = {**NO_JACOBY, "options": {"jacoby": given["jacoby"]}}
        state = _last_move(rules, "A", given["class"], cube=given["cube_after_auto"])
        assert _score(state) == [expect["points"], 0]
        return
    script = {
        "rules": {**NO_JACOBY, "options": {"automatic_doubles": given["cap"]}},
        "dice": [[int(throw[0]), int(throw[2])] for throw in given["opening_throws"]],
        "actions": [["A", "resign", "single"]],
    }
    cube = run_script(script)["states"][0]["game"]["cube"]
    assert cube == {"value": expect["cube"], "owner": None}


@pytest.mark.parametrize(
    "row",
    [row for row in SECTIONS["resign"] if "level_offered_and_accepted" in row["given"]],
    ids=lambda row: row["id"],
)
def test_what_an_accepted_resignation_costs_as_a_script(row: Row) -> None:
    given, expect = row["given"], row["expect"]
    script = {
        "rules": NO_JACOBY,
        "start": {"position": START_ID, "on_roll": "A", "cube": given["cube"]},
        "actions": [["A", "resign", given["level_offered_and_accepted"]], ["B", "accept"]],
    }
    answer = run_script(script)
    won = next(state for state in answer["states"] if state["phase"] == "between_games")
    assert _score(won) == [0, expect["points"]]
