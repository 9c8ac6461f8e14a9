"""Plays as text: written as players write them, and read back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import BACKGAMMON, Dice, NotationError, Side, Turn, pack
from backgammon.movegen import judged, ways
from backgammon.notation import format_play, parse_play
from backgammon.notation.plays import format_moves
from tests.rules.builders import START, moves, position


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


def test_bearing_off_never_hits_the_one_enemy_checker_on_the_bar() -> None:
    turn = _turn("6:2 5:1 off:12", "bar:1 6:14", (6, 5))
    assert format_play(moves("6/off 5/off(5)"), turn) == "6/off 5/off"
    assert format_moves(moves("6/off 5/off(5)"), turn) == "6/0 5/0"
    with pytest.raises(NotationError, match="a hit is marked where none is"):
        parse_play("6/off*", BACKGAMMON, turn)


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
