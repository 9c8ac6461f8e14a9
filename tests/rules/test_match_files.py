"""Match files: every golden match, our own matches, and what other programs make of ours.

Where GNU Backgammon is installed (Debian: `apt-get install gnubg`), it imports matches written
here and must find the same games. Without it that one test does not exist: there is nothing to
hold our files against, and everything this package can know about them is tested above it.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import (
    ClaimFlag,
    ClockRules,
    CubeRules,
    Dice,
    Fault,
    NotationError,
    OpenGame,
    PenaltyPoint,
    Rules,
    Side,
    find_variant,
    initial_state,
)
from backgammon.events import Beavered, Doubled, Dropped, FlagFell, Played, Rolled, Taken
from backgammon.notation.matchfile import format_match, parse_match
from backgammon.notation.record import (
    GameRecord,
    MatchRecord,
    match_from_dict,
    match_to_dict,
    record_of,
)
from tests.rules.builders import (
    BLACK,
    DATA,
    WHITE,
    Sitting,
    golden,
    moves,
    play_random_match,
)

VERDICTS: list[dict[str, Any]] = golden("mat/verdict.json")
MONEY = CubeRules(
    dead_cube=False, jacoby=True, beavers=True, raccoons=True, automatic_doubles=2, cap=64
)
EVERY_RULES = (
    *(Rules.match(points) for points in (1, 3, 7)),
    Rules.match(3, variant=find_variant("nackgammon")),
    Rules.match(3, variant=find_variant("hypergammon")),
    Rules.match(3, variant=find_variant("forced_bear_off+five_high")),
    Rules.fixed(3, cube=MONEY),
    Rules.table(3, 40, 90),
)
A_GAME = """\
 5 point match

 Game 1
 Alice : 0                      Bob : 0
  1)                             31: 8/5 6/5
  2)  Doubles => 2                Takes
  3) 66: 24/18 24/18 13/7 13/7   52: 13/8 13/11
      Wins 2 points
"""


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: verdict["file"])
def test_every_golden_match_is_read_with_the_games_gnubg_played(verdict: dict[str, Any]) -> None:
    record = parse_match((DATA / "mat" / verdict["file"]).read_text())
    told = verdict["generated"]
    assert (record.white, record.black) == (told["info"]["X"]["name"], told["info"]["O"]["name"])
    assert record.length_points == verdict["length"]
    sides = {"X": WHITE, "O": BLACK}
    for game, played in zip(record.games, told["games"], strict=True):
        assert game.score == (played["score_before"]["X"], played["score_before"]["O"])
        assert (game.winner, game.points) == (sides[played["winner"]], played["points"])
        counted = {
            "move": sum(isinstance(step, Played) for step in game.steps),
            "double": sum(isinstance(step, Doubled) for step in game.steps),
            "take": sum(isinstance(step, Taken) for step in game.steps),
            "drop": sum(isinstance(step, Dropped) for step in game.steps),
            "resign": int(played["resigned"]),
        }
        assert {name: n for name, n in counted.items() if n} == played["actions"]


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: verdict["file"])
def test_a_golden_match_is_written_with_all_the_words_it_was_read_from(
    verdict: dict[str, Any],
) -> None:
    text = (DATA / "mat" / verdict["file"]).read_text()
    record = parse_match(text)
    assert parse_match(format_match(record)) == record
    assert _words(format_match(record)) == _words(text)


def _words(text: str) -> list[str]:
    """Everything a file says; the order of one turn's moves and of hits among them is free."""
    lines = (line for line in text.splitlines() if not line.startswith(";"))
    return sorted("\n".join(lines).replace("*", " *").split())


@settings(max_examples=60, deadline=None)
@given(rules=st.sampled_from(EVERY_RULES), seed=st.integers(0, 2**32))
def test_our_file_of_any_match_is_read_back_equal(rules: Rules, seed: int) -> None:
    state, events, _ = play_random_match(rules, seed)
    record = record_of(rules, events, white="Alice A.", black="bob-2")
    assert len(record.games) == state.game_number
    assert parse_match(format_match(record)) == record
    plain = json.loads(json.dumps(match_to_dict(record)))
    assert match_from_dict(plain) == record


def test_a_record_keeps_rolls_plays_cube_and_results() -> None:
    record = parse_match(A_GAME)
    assert record == MatchRecord(
        white="Alice",
        black="Bob",
        length_points=5,
        games=(
            GameRecord(
                score=(0, 0),
                steps=(
                    Rolled(BLACK, Dice(3, 1)),
                    Played(BLACK, moves("8/5 6/5")),
                    Doubled(WHITE, 2),
                    Taken(BLACK),
                    Rolled(WHITE, Dice(6, 6)),
                    Played(WHITE, moves("24/18 24/18 13/7 13/7")),
                    Rolled(BLACK, Dice(5, 2)),
                    Played(BLACK, moves("13/11 13/8")),
                ),
                winner=WHITE,
                points=2,
            ),
        ),
    )


LINES = A_GAME.splitlines()


def _with_line(number: int, line: str) -> str:
    """The game with its line of this number (from 1) told differently."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]])


@pytest.mark.parametrize(
    "text",
    [
        A_GAME.replace("\n", "\r\n"),
        '\ufeff; [Site "Somewhere"]\n# a remark\n' + A_GAME,
        A_GAME.upper().replace("ALICE", "Alice").replace("BOB", "Bob"),
        _with_line(5, "  1)" + 30 * " " + "31: 8/5, 6/5"),
        _with_line(6, "  2) doubles => 2 takes"),
        _with_line(7, "  3) 66: 24/18(2) 13/7(2) 52: 13/8 13/11"),
        _with_line(7, "  3) 66: 24/18 24/18 13/7 13/7 52: 13/8 13/11 \n  4) Resigns"),
        _with_line(8, " Wins 2 points and the match"),
    ],
    ids=[
        "line ends of another system",
        "byte order mark and remarks",
        "capitals",
        "commas",
        "no columns",
        "counts in brackets and overflow",
        "a resignation named",
        "the match won",
    ],
)
def test_other_hands_are_read_alike(text: str) -> None:
    assert parse_match(text) == parse_match(A_GAME)


@pytest.mark.parametrize("nothing", ["", "Cannot Move", "????", "----"])
def test_a_roll_that_moves_nothing_is_a_play_where_nothing_can_move(nothing: str) -> None:
    shut_out = _with_line(8, f"  4) 66: {nothing}\n      Wins 2 points")
    *_, roll = parse_match(shut_out).games[0].steps
    assert roll == Rolled(WHITE, Dice(6, 6))
    danced = f"""\
 1 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                 21: 13/11 24/23
  2) 64: 24/14*                  66: {nothing}
"""
    assert parse_match(danced).games[0].steps[-1] == Played(BLACK, ())


def test_a_beaver_is_taken_by_the_roll_that_follows_it() -> None:
    text = A_GAME.replace("Takes", "Beavers => 4")
    steps = parse_match(text).games[0].steps
    assert steps[2:5] == (Doubled(WHITE, 2), Beavered(BLACK, 4), Taken(WHITE))
    assert "Takes" not in format_match(parse_match(text))


def test_a_beaver_that_is_taken_before_the_game_is_given_up_is_told() -> None:
    text = _with_line(7, "  3)  Takes").replace("Takes", "Beavers => 4", 1)
    record = parse_match(text)
    assert record.games[0].steps[-1] == Taken(WHITE)
    assert parse_match(format_match(record)) == record


@pytest.mark.parametrize(
    ("number", "line", "why"),
    [
        (1, "best of three", "line 1: 'best of three' does not tell the length"),
        (3, " First", "line 3: 'First' is no beginning of a game"),
        (4, " Alice and Bob", "line 4: 'Alice and Bob' does not tell the players"),
        (5, "  1) hello", "line 5: '1) hello' is no line of a game"),
        (5, "  1) so 31: 8/5 6/5", "line 5: '1) so 31: 8/5 6/5' is no line"),
        (5, "  1) 31: 8/5 6/5  31:  31:", "is no line of a game"),
        (5, f"{'31: 8/5 6/5':>40}  62: 24/18", "too much in its right column"),
        (5, "  1) 31: 8/5 eight", "line 5: 'eight' is no move"),
        (5, "  1) 31: 8/5 8/7 31: 8/5", "game 1, step 4: Both dice can be played"),
        (6, "  2) Doubles", "line 6: '' does not tell the cube"),
        (6, "  2) Doubles => 3", "game 1, step 3: white cannot turn the cube to 3"),
        (6, "  2) Doubles => 4", "game 1, step 3: white cannot turn the cube to 4"),
        (6, "  2) Doubles => 2  Raccoons => 4", "step 4: black cannot turn the cube to 4"),
        (6, "  2) Takes", "game 1, step 3: white has no cube to answer"),
        (6, "  2) Takes it", "line 6: Takes it"),
        (6, f"{'61: 13/7 8/7':>40}", "game 1, step 3: black cannot roll"),
        (7, "  3) Doubles => 4", "game 1, step 5: white cannot turn the cube to 4"),
        (8, " Wins a lot", "line 8: 'a lot' does not tell the points"),
        (8, " Wins 2 points\n Wins 2 points", "line 9: Wins 2 points"),
        (8, " Wins 2 points\n  4) 31: 8/5 6/5", "line 9: the game is over"),
        (8, " Wins 0 points", "game 1, step 8: 0 points are no result"),
        (8, " Game 2", "the file ends before a game begins"),
        (8, " Game 2\n Alice : 0  Carol : 1", "the players are others than before"),
    ],
)
def test_a_line_that_cannot_be_is_named(number: int, line: str, why: str) -> None:
    with pytest.raises(NotationError, match=re.escape(why)) as caught:
        parse_match(_with_line(number, line))
    assert caught.value.fault is Fault.MALFORMED


@pytest.mark.parametrize("text", ["", "\n\n", " 5 point match\n", '; [Event "x"]\n'])
def test_a_file_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="before a game begins"):
        parse_match(text)


def test_a_game_that_is_over_must_name_its_winner() -> None:
    dropped = _with_line(6, "  2)  Doubles => 2                Drops")
    with pytest.raises(NotationError, match="game 1, step 5: the game is over"):
        parse_match(dropped)
    short = "\n".join(dropped.splitlines()[:6])
    with pytest.raises(NotationError, match="white has won"):
        parse_match(short)
    with pytest.raises(NotationError, match="white has won"):
        parse_match(short + f"\n{'Wins 1 point':>50}")
    assert parse_match(short + "\n      Wins 1 point").games[0].winner is WHITE


def test_opening_ties_may_have_turned_the_cube_of_money_play() -> None:
    money = A_GAME.replace("5 point", "0 point").replace("Doubles => 2", "Doubles => 8")
    assert parse_match(money).games[0].steps[2] == Doubled(WHITE, 8)


def test_a_score_beyond_the_length_is_refused() -> None:
    with pytest.raises(NotationError) as caught:
        parse_match(A_GAME.replace("Alice : 0", "Alice : 5"))
    assert caught.value.fault is Fault.BAD_SCORE


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"white": ""}, Fault.NOT_EXPRESSIBLE),
        ({"white": "A: B"}, Fault.NOT_EXPRESSIBLE),
        ({"white": " Alice"}, Fault.NOT_EXPRESSIBLE),
        ({"black": "Bob\n"}, Fault.NOT_EXPRESSIBLE),
        ({"variant": find_variant("long_nardy")}, Fault.NOT_EXPRESSIBLE),
        ({"length_points": -1}, Fault.MALFORMED),
    ],
    ids=str,
)
def test_what_no_match_file_can_hold_is_refused(change: dict[str, Any], fault: Fault) -> None:
    record = MatchRecord(**{"white": "Alice", "black": "Bob", **change})
    with pytest.raises(NotationError) as caught:
        format_match(record)
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 2},
        {"white": 5},
        {"variant": "chess"},
        {"games": 3},
        {"games": [{}]},
        {"games": [{"score": [0, 0], "steps": [{"type": "sat"}], "winner": None, "points": 0}]},
        {
            "games": [
                {
                    "score": [0, 0],
                    "steps": [{"type": "side_ready", "side": "white"}],
                    "winner": None,
                    "points": 0,
                }
            ]
        },
        {
            "games": [
                {
                    "score": [0, 0],
                    "steps": [{"type": "played", "side": "white", "moves": [[99, 7]]}],
                    "winner": None,
                    "points": 0,
                }
            ]
        },
        {"games": [{"score": [0, 0], "steps": [], "winner": "white", "points": -1}]},
    ],
    ids=str,
)
def test_a_plain_record_that_makes_no_sense_is_refused(damage: dict[str, Any]) -> None:
    plain = match_to_dict(MatchRecord(white="Alice", black="Bob"))
    assert match_from_dict(plain) == MatchRecord(white="Alice", black="Bob")
    with pytest.raises(NotationError):
        match_from_dict({**plain, **damage})


def test_penalty_points_and_a_fallen_flag_leave_their_mark() -> None:
    rules = Rules.match(7, clock=ClockRules(delay_ms=0, reserve_ms=1_000))
    sitting = Sitting(initial_state(rules), throws=[(3, 1), (6, 5)])
    sitting.act(None, PenaltyPoint(Side.BLACK))
    sitting.act(None, OpenGame())
    sitting.now_ms = 5_000
    assert isinstance(sitting.act(BLACK, ClaimFlag())[0], FlagFell)
    record = record_of(rules, sitting.events, white="Alice", black="Bob")
    assert record.games == (GameRecord((0, 1), (Rolled(WHITE, Dice(3, 1)),)),)
    assert parse_match(format_match(record)) == record


def _gnubg() -> str | None:
    """The program, also where Debian puts games."""
    places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
    return shutil.which("gnubg", path=places)


GNUBG = _gnubg()
IMPORTING = """
import json
for order in ("set confirm new off", "set jacoby off", "set automatic game off"):
    gnubg.command(order)
found = []
for path in {paths!r}:
    gnubg.command('import mat "%s"' % path)
    found.append(gnubg.match(analysis=0, boards=0))
with open({answer!r}, "w") as file:
    json.dump(found, file, default=str)
"""

if GNUBG is not None:

    def test_gnubg_imports_our_files_with_the_same_games_and_scores(tmp_path: Path) -> None:
        every_rules = [*EVERY_RULES[:5], Rules.match(11), Rules.fixed(4)]
        records = []
        for seed in range(40):
            rules = every_rules[seed % len(every_rules)]
            _, events, _ = play_random_match(rules, seed)
            records.append(record_of(rules, events, white="Alice A.", black="bob"))
            (tmp_path / f"{seed}.mat").write_text(format_match(records[-1]))
        paths = [str(tmp_path / f"{seed}.mat") for seed in range(40)]
        answer, script = tmp_path / "answer.json", tmp_path / "import.py"
        script.write_text(IMPORTING.format(paths=paths, answer=str(answer)))
        subprocess.run(
            [str(GNUBG), "-t", "-q", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=True,
        )
        for record, found in zip(records, json.loads(answer.read_text()), strict=True):
            assert [_result(game) for game in found["games"]] == [
                (game.score, game.winner, game.points, _turns(game)) for game in record.games
            ]


def _result(game: dict[str, Any]) -> tuple[Any, ...]:
    """A game as gnubg tells it."""
    info, sides = game["info"], {"X": WHITE, "O": BLACK}
    turns = [
        (sides[turn["player"]], tuple(turn["dice"]), sorted(map(tuple, turn["move"] or ())))
        for turn in game["game"]
        if turn["action"] == "move"
    ]
    score = (info["score-X"], info["score-O"])
    return score, sides.get(info["winner"]), info["points-won"], turns


def _turns(game: GameRecord) -> list[tuple[Any, ...]]:
    """Side, dice and moves of every play."""
    turns, dice = [], (0, 0)
    for step in game.steps:
        if isinstance(step, Rolled):
            dice = (step.dice.first, step.dice.second)
        elif isinstance(step, Played):
            turns.append((step.side, dice, sorted((m.source, m.target) for m in step.play)))
    return turns
