"""Rules, states and events as plain data: the shapes others depend on, and strict reading."""

import json
from typing import Any

import pytest

from backgammon import (
    CubeRules,
    Dice,
    Fault,
    InvalidRules,
    Move,
    NotationError,
    OpenGame,
    Resign,
    Rules,
    RulesError,
    WinKind,
    initial_state,
)
from backgammon.clock import ClockRules
from backgammon.events import Played, ResignationOffered, Rolled
from backgammon.notation.codec import (
    event_from_dict,
    event_to_dict,
    legal_to_lists,
    play_from_list,
    play_to_list,
    rules_from_dict,
    rules_to_dict,
    state_from_dict,
    state_to_dict,
)
from tests.rules.builders import BLACK, START, WHITE, Sitting, a_game, checkers, moves

CLOCK = ClockRules(delay_ms=12_000, reserve_ms=840_000)
START_CELLS = list(checkers(START))


def test_a_running_match_has_the_shape_the_board_reads() -> None:
    sitting = Sitting(initial_state(Rules.match(7, clock=CLOCK)), throws=[(3, 3), (2, 5)])
    sitting.now_ms = 1_000
    sitting.act(None, OpenGame())
    sitting.act(WHITE, Resign(WinKind.GAMMON))
    assert state_to_dict(sitting.state) == {
        "format": 1,
        "phase": "to_move",
        "to_act": "black",
        "score": {"white": 0, "black": 0},
        "game_number": 1,
        "crawford_played": False,
        "ready": [],
        "game": {
            "position": {"white": START_CELLS, "black": START_CELLS},
            "starter": "black",
            "on_roll": "black",
            "dice": [5, 2],
            "cube": {"value": 1, "owner": None},
            "rolls": {"white": 0, "black": 1},
            "first_dice": {"white": None, "black": [5, 2]},
            "throws": 2,
            "crawford": False,
            "offer": {"side": "white", "level": "gammon"},
            "result": None,
        },
        "clock": {"white_ms": 840_000, "black_ms": 840_000, "running": "black", "since_ms": 1_000},
        "outcome": None,
    }


def test_rules_have_one_plain_shape() -> None:
    assert rules_to_dict(Rules.match(3)) == {
        "format": 1,
        "variant": "backgammon",
        "options": {},
        "length": {"kind": "match", "points": 3},
        "cube": {
            "enabled": True,
            "crawford": True,
            "jacoby": False,
            "beavers": False,
            "raccoons": False,
            "automatic_doubles": 0,
            "holland": "off",
            "dead_cube": True,
            "cap": None,
        },
        "first_move": "roll",
        "clock": None,
    }


@pytest.mark.parametrize(
    ("event", "plain"),
    [
        (
            Rolled(WHITE, Dice(6, 1), at_ms=7),
            {"type": "rolled", "at_ms": 7, "side": "white", "dice": [6, 1]},
        ),
        (
            Played(BLACK, moves("bar/22 6/off(6)"), at_ms=8),
            {"type": "played", "at_ms": 8, "side": "black", "moves": [[25, 3], [6, 6]]},
        ),
        (
            ResignationOffered(WHITE, WinKind.GAMMON),
            {"type": "resignation_offered", "at_ms": 0, "side": "white", "level": "gammon"},
        ),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_events_have_a_type_a_time_and_their_own_fields(event: Any, plain: dict[str, Any]) -> None:
    assert event_to_dict(event) == plain
    assert event_from_dict(plain) == event


def test_everything_written_survives_json() -> None:
    state = a_game(dice=(6, 1))
    assert state_from_dict(json.loads(json.dumps(state_to_dict(state))), state.rules) == state


def test_one_play_is_listed_for_each_result_while_a_play_is_awaited() -> None:
    assert legal_to_lists(initial_state(Rules.match(3))) == []
    assert legal_to_lists(a_game()) == []
    listed = legal_to_lists(a_game(dice=(6, 5)))
    assert len(listed) == 7
    assert [[24, 6], [18, 5]] in listed


def test_a_play_is_pairs_of_source_and_die() -> None:
    assert play_to_list((Move(13, 6), Move(8, 1))) == [[13, 6], [8, 1]]
    assert play_from_list([[13, 6], [8, 1]]) == (Move(13, 6), Move(8, 1))


@pytest.mark.parametrize(
    "pairs", [None, 5, [5], [[1]], [[1, 2, 3]], [["6", 1]], [[6, True]], [[6.0, 1]], ["61", [6]]]
)
def test_anything_else_is_no_play(pairs: Any) -> None:
    with pytest.raises(NotationError, match="moves"):
        play_from_list(pairs)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"phase": "asleep"},
        {"to_act": "red"},
        {"score": 3},
        {"ready": ["red"]},
        {"game": {}},
        {"clock": []},
    ],
    ids=str,
)
def test_a_damaged_state_is_refused_by_name(change: dict[str, Any]) -> None:
    state = a_game()
    with pytest.raises(NotationError) as caught:
        state_from_dict({**state_to_dict(state), **change}, state.rules)
    assert caught.value.fault is Fault.MALFORMED


def test_an_impossible_position_in_a_state_is_named() -> None:
    state = a_game()
    damaged = state_to_dict(state)
    damaged["game"]["position"]["white"][6] += 1
    with pytest.raises(NotationError) as caught:
        state_from_dict(damaged, state.rules)
    assert caught.value.fault is Fault.CHECKER_COUNT


@pytest.mark.parametrize("cube", [(3, None), (0, None), (1, "white"), (2**31, "white")])
def test_an_impossible_cube_in_a_state_is_named(cube: tuple[int, str | None]) -> None:
    state = a_game()
    damaged = state_to_dict(state)
    damaged["game"]["cube"] = {"value": cube[0], "owner": cube[1]}
    with pytest.raises(NotationError) as caught:
        state_from_dict(damaged, state.rules)
    assert caught.value.fault is Fault.BAD_CUBE


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"variant": "chess"}, Fault.UNKNOWN_VARIANT),
        ({"options": {"last_roll": True}}, Fault.UNKNOWN_OPTION),
        ({"length": {"kind": "match", "points": 26}}, Fault.LENGTH_RANGE),
        ({"length": {"kind": "match", "points": "3"}}, Fault.MALFORMED),
        ({"length": {"kind": "duel"}}, Fault.MALFORMED),
        ({"cube": {"beavers": True}}, Fault.MALFORMED),
        ({"cube": {**rules_to_dict(Rules.match(3))["cube"], "otters": True}}, Fault.MALFORMED),
        ({"clock": {"delay_ms": 1}}, Fault.MALFORMED),
        ({"first_move": "coin"}, Fault.MALFORMED),
    ],
    ids=str,
)
def test_damaged_rules_are_refused_by_name(change: dict[str, Any], fault: Fault) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from_dict({**rules_to_dict(Rules.match(3)), **change})
    assert caught.value.fault is fault


def test_a_table_from_before_sittings_could_end_after_some_games_reads_as_one_without_end() -> None:
    plain = rules_to_dict(Rules.table(3, 60, 60))
    assert plain["length"].pop("games") == 0
    assert rules_from_dict(plain) == Rules.table(3, 60, 60)


def test_rules_that_make_no_sense_are_refused_when_read() -> None:
    beavers = Rules.match(3, cube=CubeRules(beavers=True))
    with pytest.raises(InvalidRules) as caught:
        rules_from_dict(rules_to_dict(beavers))
    assert caught.value.fault is Fault.BEAVERS_IN_MATCH


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"type": "danced", "at_ms": 0},
        {"type": "rolled", "at_ms": 0, "side": "white"},
        {"type": "rolled", "at_ms": "0", "side": "white", "dice": [1, 2]},
        {"type": "doubled", "at_ms": 0, "side": "white", "value": True},
        {"type": "resigned", "at_ms": 0, "side": "white", "level": "koks"},
        None,
    ],
    ids=str,
)
def test_a_damaged_event_is_refused_by_name(plain: Any) -> None:
    with pytest.raises(NotationError):
        event_from_dict(plain)
