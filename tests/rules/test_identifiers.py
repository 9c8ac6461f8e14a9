"""Position ID, Match ID, XGID and a moment in words: what other programs and people exchange."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import (
    BACKGAMMON,
    LONG_NARDY,
    Beaver,
    Cube,
    Dice,
    Double,
    Fault,
    NotationError,
    Resign,
    Rules,
    WinKind,
    find_variant,
    initial_state,
)
from backgammon.notation.moment import Moment, format_moment, moment_of, parse_moment
from backgammon.notation.position_id import (
    format_match_id,
    format_position_id,
    parse_ids,
    parse_position_id,
)
from backgammon.notation.rows import read_position
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.packed import unpack
from backgammon.state import Offer
from tests.rules.builders import (
    BLACK,
    START,
    WHITE,
    Sitting,
    a_game,
    play_random_match,
    position,
    rows,
)

PLAYERS = (WHITE, BLACK)
ROWS = list(rows("position_match_ids.jsonl"))
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["n"]))
START_ID = "4HPwATDgc/ABMA"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def _told(row: dict[str, Any]) -> Moment:
    """The moment a row describes in numbers."""
    on_roll, is_money = PLAYERS[row["mover"]], row["match_length"] == 0
    owner = None if row["owner"] == -1 else PLAYERS[row["owner"]]
    white, black = row["score"]
    return Moment(
        position=unpack(read_position(row, BACKGAMMON), on_roll),
        on_roll=on_roll,
        dice=row["dice"] and Dice(*row["dice"]),
        cube=Cube(row["cube"], owner),
        is_doubled=bool(row["doubled"]),
        length_points=row["match_length"],
        score=(white, black),
        crawford=bool(row["crawford"]),
        jacoby=row["jacoby"] and is_money,
        beavers=row["beavers"] and is_money,
    )


@each_row
def test_position_id_and_match_id_of_gnubg_are_read_and_written(row: dict[str, Any]) -> None:
    told = _told(row)
    assert told.to_act is PLAYERS[row["turn_to_decide"]]
    assert format_position_id(told.position, told.on_roll) == row["position_id"]
    assert format_match_id(told) == row["match_id"]
    ordered = told.dice and Dice(max(told.dice), min(told.dice))
    assert parse_ids(row["position_id"], row["match_id"]) == replace(
        told, dice=ordered, beavers=False
    )


@each_row
def test_xgid_is_read_and_written(row: dict[str, Any]) -> None:
    assert parse_xgid(row["xgid"]) == _told(row)
    assert format_xgid(_told(row)) == row["xgid"]
    assert parse_xgid(row["xgid"].removeprefix("XGID=")) == _told(row)


@each_row
def test_a_moment_in_words_is_read_back_equal(row: dict[str, Any]) -> None:
    told = _told(row)
    assert parse_moment(format_moment(told)) == told


def test_a_moment_reads_like_a_sentence() -> None:
    text = (
        "white 24:2 13:5 8:3 6:5; black bar:1 13:5 8:3 6:5 off:1; black to play 3-1; "
        "cube 2 white; match to 7, 3-6, Crawford; white resigns gammon"
    )
    moment = parse_moment(text)
    assert moment == Moment(
        position=position(START, "bar:1 13:5 8:3 6:5 off:1"),
        on_roll=BLACK,
        dice=Dice(3, 1),
        cube=Cube(2, WHITE),
        offer=Offer(WHITE, WinKind.GAMMON),
        length_points=7,
        score=(3, 6),
        crawford=True,
    )
    assert moment.to_act is BLACK
    assert format_moment(moment) == text


def test_what_a_line_leaves_out_is_as_plain_as_can_be() -> None:
    short = parse_moment(f"  white {START} ;  black {START}".replace(" ;", ";"))
    assert short == Moment(position=BACKGAMMON.opening_position)
    assert format_moment(short).endswith("; white to roll; cube 1; money, 0-0")


def test_other_games_are_named_with_their_options() -> None:
    options: dict[str, str | bool] = {"last_roll": True, "end_setting": "oin"}
    nardy = find_variant("long_nardy", options)
    moment = Moment(position=nardy.opening_position, variant=nardy)
    text = format_moment(moment)
    assert text.startswith("long_nardy end_setting=oin last_roll=true; white 24:15; black 24:15;")
    assert parse_moment(text) == moment
    three = find_variant("hypergammon")
    hyper = Moment(position=three.opening_position, variant=three)
    assert parse_ids(*_ids(hyper), variant=three) == hyper
    assert parse_xgid(format_xgid(hyper), three) == hyper


def _ids(moment: Moment) -> tuple[str, str]:
    return format_position_id(moment.position, moment.on_roll), format_match_id(moment)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.sampled_from((1, 5, 7, 25)))
def test_every_moment_of_a_random_match_is_read_back_equal(seed: int, length: int) -> None:
    _, _, states = play_random_match(Rules.match(length), seed)
    running = [each for each in states if each.phase.value in ("to_roll", "to_move", "doubled")]
    for state in random.Random(seed).sample(running, min(12, len(running))):
        moment = moment_of(state)
        assert parse_moment(format_moment(moment)) == moment
        ordered = replace(moment, dice=moment.dice and Dice(max(moment.dice), min(moment.dice)))
        assert parse_ids(*_ids(moment)) == ordered
        if moment.offer is None:
            assert parse_xgid(format_xgid(moment)) == moment


def test_the_moment_of_a_set_and_of_a_table_is_one_of_money_play() -> None:
    table = moment_of(a_game(rules=Rules.table(5, 100, 60), cube=Cube(2, WHITE), dice=(3, 1)))
    assert (table.length_points, table.score) == (0, (0, 0))
    assert (table.jacoby, table.beavers) == (True, True)
    games = moment_of(a_game(rules=Rules.fixed(9), score=(4, 1)))
    assert (games.length_points, games.score) == (0, (4, 1))


def test_between_games_and_under_a_beaver_there_is_no_moment_to_tell() -> None:
    with pytest.raises(NotationError, match="the match is between games"):
        moment_of(initial_state(Rules.match(3)))
    sitting = Sitting(a_game(rules=Rules.table(1, 9, 9)))
    sitting.act(WHITE, Double())
    assert moment_of(sitting.state).is_doubled
    sitting.act(BLACK, Beaver())
    with pytest.raises(NotationError, match="the match is beavered"):
        moment_of(sitting.state)


def test_what_a_form_cannot_tell_is_refused_not_lost() -> None:
    resigning = Sitting(a_game())
    resigning.act(WHITE, Resign(WinKind.SINGLE))
    open_offer = moment_of(resigning.state)
    assert parse_ids(*_ids(open_offer)) == open_offer
    nardy = Moment(position=LONG_NARDY.opening_position, variant=LONG_NARDY)
    for moment, why in ((open_offer, "a resignation is open"), (nardy, "the game is long_nardy")):
        with pytest.raises(NotationError, match=why) as caught:
            format_xgid(moment)
        assert caught.value.fault is Fault.NOT_EXPRESSIBLE
    with pytest.raises(NotationError, match="the cube is too high"):
        format_match_id(Moment(position=BACKGAMMON.opening_position, cube=Cube(1 << 16)))


def _match_id(**unsound: Any) -> str:
    return format_match_id(Moment(position=BACKGAMMON.opening_position, **unsound))


@pytest.mark.parametrize(
    ("match_id", "fault"),
    [
        ("cAkAAAAAAAA", Fault.MALFORMED),
        ("cAkAAAAAAAA=", Fault.MALFORMED),
        ("cAkAAAAAAA A", Fault.MALFORMED),
        ("cAkAAAAAAAé", Fault.MALFORMED),
        ("cAkAAAAAAAAg", Fault.MALFORMED),
        ("cAgAAAAAAAAA", Fault.MALFORMED),
        ("YAkAAAAAAAAA", Fault.MALFORMED),
        ("cAEAAAAAAAAA", Fault.MALFORMED),
        ("cIkAAAAAAAAA", Fault.BAD_DIE),
        (_match_id(length_points=5, score=(5, 0)), Fault.BAD_SCORE),
        ("QAkAAAAAAAAA", Fault.BAD_CUBE),
        ("8AkAAAAAAAAA", Fault.CRAWFORD_NEEDS_MATCH),
    ],
)
def test_a_match_id_that_tells_no_running_game_is_refused(match_id: str, fault: Fault) -> None:
    with pytest.raises(NotationError) as caught:
        parse_ids(START_ID, match_id)
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    ("position_id", "fault"),
    [
        ("", Fault.MALFORMED),
        ("4HPwATDgc/ABM", Fault.MALFORMED),
        ("4HPwATDgc/ABMB", Fault.MALFORMED),
        ("4HPwATDgc/ABMAAA", Fault.MALFORMED),
        ("AAAAAAAAAAAAgA", Fault.MALFORMED),
        ("//////////////8", Fault.MALFORMED),
        ("/////////////w", Fault.BAD_SHAPE),
        ("AAAAAAAAAAAAAA", Fault.BOTH_FINISHED),
        (format_position_id(position("1:15", "24:15"), WHITE), Fault.SHARED_POINT),
        (format_position_id(position("1:16", START), WHITE), Fault.BAD_SHAPE),
        (format_position_id(position("1:9 2:9", "6:1"), WHITE), Fault.CHECKER_COUNT),
    ],
)
def test_a_position_id_of_no_position_is_refused(position_id: str, fault: Fault) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position_id(position_id, WHITE)
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("-b--", "-b-"), Fault.MALFORMED),
        (("=-b", "=Ab"), Fault.MALFORMED),
        (("B-:", "Ba:"), Fault.MALFORMED),
        (("E-C", "F-C"), Fault.CHECKER_COUNT),
        ((":31:", ":71:"), Fault.BAD_DIE),
        ((":31:", ":30:"), Fault.BAD_DIE),
        ((":31:", ":B:"), Fault.MALFORMED),
        ((":0:0:1:", ":0:1:1:"), Fault.BAD_CUBE),
        ((":0:0:1:", ":99:1:1:"), Fault.BAD_CUBE),
        ((":0:0:0:7:", ":7:0:0:7:"), Fault.BAD_SCORE),
        ((":0:0:0:7:", ":0:0:2:7:"), Fault.BEAVERS_IN_MATCH),
        ((":10", ""), Fault.MALFORMED),
    ],
    ids=str,
)
def test_an_xgid_of_no_moment_is_refused(change: tuple[str, str], fault: Fault) -> None:
    with pytest.raises(NotationError) as caught:
        parse_xgid(START_XGID.replace(*change))
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"length_points": -1}, Fault.MALFORMED),
        ({"length_points": 100_000}, Fault.MALFORMED),
        ({"score": (-1, 0)}, Fault.BAD_SCORE),
        ({"jacoby": True}, Fault.JACOBY_IN_MATCH),
        ({"beavers": True}, Fault.BEAVERS_IN_MATCH),
        ({"is_doubled": True, "dice": Dice(3, 1)}, Fault.ALREADY_ROLLED),
        ({"is_doubled": True, "crawford": True}, Fault.CRAWFORD),
        ({"is_doubled": True, "cube": Cube(2, BLACK)}, Fault.NOT_OWNER),
        ({"cube": Cube(3, BLACK)}, Fault.BAD_CUBE),
        ({"position": position("off:15", START)}, Fault.GAME_FINISHED),
    ],
    ids=str,
)
def test_a_moment_that_cannot_be_is_refused(change: dict[str, Any], fault: Fault) -> None:
    sound = Moment(position=BACKGAMMON.opening_position, length_points=7)
    assert sound.checked() is sound
    with pytest.raises(NotationError) as caught:
        replace(sound, **change).checked()
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    "text",
    [
        "",
        "white 24:2",
        "white 24:2; black 0:2",
        "white 24:2; black 26:15",
        f"white {START}; black {START}; red to roll",
        f"white {START}; black {START}; white to play 7-1",
        f"white {START}; black {START}; cube 3",
        f"tavli; white {START}; black {START}",
        f"white {START}; black {START}; match to 7, 0-0, Jacoby",
    ],
)
def test_words_that_are_no_moment_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_moment(text)
