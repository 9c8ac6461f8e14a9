"""`python -m backgammon` as another program uses it: lines in, lines out, exit status."""

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backgammon import RulesError
from backgammon.__main__ import main
from backgammon.notation.convert import convert
from backgammon.notation.rows import read_row
from backgammon.notation.scripts import run_script
from tests.rules.asking import Answers
from tests.rules.builders import golden, rows

ROOT = Path(__file__).parents[2]
TOOL = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    "from backgammon.__main__ import main; sys.exit(main())"
)
A_ROW: dict[str, Any] = {
    "id": "a",
    "pts": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
    "bar": [0, 0],
    "off": [0, 0],
    "dice": [6, 5],
}


def _run(arguments: Sequence[str], text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "backgammon", *arguments]
    return subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=False)


def test_every_golden_row_is_answered_in_order(answers: Answers) -> None:
    wanted = list(rows("standard_moves.jsonl.gz"))[:500]
    wanted += list(rows("variant_moves.jsonl.gz"))[:100]
    wanted += golden("variant_cases.json")
    wanted += [
        {**row, "variant": "long_nardy"} for row in list(rows("long_nardy_moves.jsonl.gz"))[:200]
    ]
    found = answers(*wanted)
    assert [answer["id"] for answer in found] == [row["id"] for row in wanted]
    wrong = [
        row["id"]
        for row, answer in zip(wanted, found, strict=True)
        if answer["results"] != sorted(row["results"])
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dice": [7, 1]}, "bad_die"),
        ({"dice": [0, 1]}, "bad_die"),
        ({"dice": [True, 1]}, "bad_die"),
        ({"dice": [6.0, 1]}, "bad_die"),
        ({"dice": [6]}, "malformed"),
        ({"dice": None}, "malformed"),
        ({"pts": [0] * 23}, "malformed"),
        ({"pts": [*A_ROW["pts"][:23], 3]}, "checker_count"),
        ({"pts": [*A_ROW["pts"][:23], 16]}, "malformed"),
        ({"pts": [*A_ROW["pts"][:23], "2"]}, "malformed"),
        ({"bar": [1, 0]}, "checker_count"),
        ({"bar": [-1, 0]}, "malformed"),
        ({"bar": None}, "malformed"),
        ({"off": [0]}, "malformed"),
        ({"pts": [0] * 24, "off": [15, 15]}, "both_finished"),
        ({"variant": "chess"}, "unknown_variant"),
        ({"variant": "five_high+five_high"}, "unknown_variant"),
        ({"variant": "A+B"}, "unknown_variant"),
        ({"variant": ["A"]}, "unknown_variant"),
        ({"variant": "hypergammon"}, "checker_count"),
        ({"variant": "long_nardy", "bar": [0, 1]}, "no_bar"),
        ({"variant": "long_nardy", "color": "X"}, "bad_option"),
        ({"variant": "long_nardy", "first_turn": 1}, "bad_option"),
        ({"variant": "long_nardy", "white_opening_roll": [5]}, "malformed"),
        ({"options": {"colour": "red"}}, "unknown_option"),
        ({"options": {"last_roll": True}}, "unknown_option"),
        ({"options": {"jacoby": "yes"}}, "bad_option"),
        ({"options": []}, "malformed"),
    ],
    ids=str,
)
def test_a_row_that_makes_no_sense_is_named_and_the_next_one_answered(
    answers: Answers, change: dict, code: str
) -> None:
    refused, answered = answers({**A_ROW, **change}, {**A_ROW, "id": "b"})
    assert refused["id"] == "a"
    assert refused["error"]["code"] == code
    assert refused["error"]["message"]
    assert answered["id"] == "b"
    assert len(answered["results"]) == 7


@pytest.mark.parametrize(
    "line",
    [b"{", b"", b"[]", b"null", b"12", b"\xff\xfe", b'{"id": NaN}', b"[" * 100_000],
    ids=lambda line: repr(line[:10]),
)
def test_a_line_that_is_no_row_is_named_and_the_next_one_answered(
    answers: Answers, line: bytes
) -> None:
    refused, answered = answers(line, A_ROW)
    assert refused["id"] is None
    assert refused["error"]["code"] == "malformed"
    assert answered["id"] == "a"


@pytest.mark.parametrize("command", ["plays", "replay", "convert"])
@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"  ",
        b"{",
        b"[]",
        b"null",
        b"1e999",
        b"9" * 5_000,
        b"{}",
        b'{"id": NaN}',
        b'{"pts": 5}',
        b'{"rules": 5}',
        b'{"xgid": {}}',
        b"\x00",
        b"\xc3(",
        b"{" * 100_000,
        b'{"a":' * 100_000,
    ],
    ids=lambda line: repr(line[:12]) if isinstance(line, bytes) else line,
)
def test_no_line_stops_any_command(answers: Answers, command: str, line: bytes) -> None:
    refused, same = answers(line, line, command=command)
    assert refused == same
    assert refused["error"]["code"] in ("malformed", "unknown_variant")


def test_line_ends_and_marks_of_other_systems_are_no_trouble(answers: Answers) -> None:
    line = json.dumps(A_ROW).encode()
    first, second = answers(b"\xef\xbb\xbf" + line + b"\r", line)
    assert first == second
    assert len(first["results"]) == 7


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
KEYS = [
    *("pts", "bar", "off", "dice", "variant", "options", "first_turn", "color"),
    *("white_opening_roll", "rules", "start", "actions", "xgid", "position_id", "match_id"),
    *("text", "state", "mat", "match", "on_roll", "cube", "owner", "doubled", "resigning"),
    *("length_points", "score", "crawford"),
]


@settings(max_examples=150, deadline=None)
@given(
    row=st.sampled_from(
        [
            A_ROW,
            {"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"},
            {"position_id": "4HPwATDgc/ABMA", "match_id": "cAkAAAAAAAAA"},
            {
                "rules": {"kind": "table", "stake": 5, "stacks": [10, 20]},
                "start": {"position": "4HPwATDgc/ABMA", "on_roll": "A"},
                "dice": [[3, 1]],
                "actions": [["A", "double"], ["B", "take"], ["A", "play", "8/5 6/5"]],
            },
        ]
    ),
    changes=st.dictionaries(st.sampled_from(KEYS), anything, max_size=3),
    answer=st.sampled_from([read_row, run_script, convert]),
)
def test_any_row_is_answered_or_refused_by_name(
    row: dict[str, Any], changes: dict[str, Any], answer: Callable[[Any], Any]
) -> None:
    changed = {**row, **changes}
    with suppress(RulesError):
        answer(changed)


def test_null_stands_for_what_a_row_does_not_tell(answers: Answers) -> None:
    told, silent = answers({**A_ROW, "variant": None, "options": None, "first_turn": None}, A_ROW)
    assert told == silent
    nardy = {"pts": [0] * 11 + [-15] + [0] * 11 + [15], "off": [0, 0], "variant": "long_nardy"}
    assert answers({**nardy, "dice": [6, 6], "bar": None})[0]["results"]
    assert answers({**nardy, "dice": [6, 6], "bar": 0})[0]["error"]["code"] == "malformed"


def test_options_of_the_rules_card_are_understood(answers: Answers) -> None:
    head = {"pts": [0] * 11 + [-15] + [0] * 11 + [15], "off": [0, 0], "dice": [6, 6], "id": 1}
    nardy = {**head, "variant": "long_nardy", "first_turn": True, "color": "B"}
    both = {**nardy, "options": {"opening_double_exception": "both", "end_setting": "oin"}}
    one, two = answers(nardy, both)
    assert [len(one["results"]), len(two["results"])] == [1, 1]
    assert one["results"] != two["results"]
    assert answers({**A_ROW, "options": {"holland": "all_games"}})[0]["results"]


def test_answers_come_as_the_lines_come() -> None:
    command = [sys.executable, "-m", "backgammon", "plays"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as tool:
        assert tool.stdin is not None
        assert tool.stdout is not None
        for number in range(3):
            tool.stdin.write(json.dumps({**A_ROW, "id": number}).encode() + b"\n")
            tool.stdin.flush()
            assert json.loads(tool.stdout.readline())["id"] == number
        tool.stdin.close()
        assert tool.wait() == 0


def test_perft_counts_by_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--depth", "1", "--variant", "long_nardy"]) == 0
    assert json.loads(capsys.readouterr().out)["sum"] == 22


def test_short_names_of_house_rules_are_understood_everywhere(
    answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", "--variant", "max5+A"]) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == "forced_bear_off+five_high"
    rules = {"kind": "match", "points": 3, "variant": "B"}
    assert answers({"id": 1, "rules": rules}, command="replay") == [{"id": 1, "states": []}]


def test_a_variant_nobody_knows_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--variant", "chess"]) == 2
    assert capsys.readouterr().err == "There is no variant called chess.\n"


def test_the_tool_runs_with_nothing_but_python() -> None:
    text = json.dumps(A_ROW).encode() + b"\n"
    command = [sys.executable, "-I", "-S", "-c", TOOL, "plays"]
    done = subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["results"]) == 7


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["plays", "--fast"],
        ["plays", "file"],
        ["perft", "--depth", "0"],
        ["perft", "--depth", "9" * 5_000],
        ["perft", "--depth", "two"],
        ["perft", "--variant", "chess"],
        ["convert", "--to", "sgf"],
    ],
    ids=lambda arguments: " ".join(arguments)[:20],
)
def test_wrong_usage_has_status_two_and_a_plain_sentence(arguments: list[str]) -> None:
    done = _run(arguments)
    assert done.returncode == 2
    assert done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["plays", "--help"]], ids=" ".join)
def test_help_is_given(arguments: list[str]) -> None:
    done = _run(arguments)
    assert done.returncode == 0
    assert b"plays" in done.stdout


def test_a_closed_pipe_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "pipe").open("w") as closed:

        def break_off(_text: str) -> int:
            raise BrokenPipeError

        monkeypatch.setattr(closed, "write", break_off, raising=False)
        monkeypatch.setattr(sys, "stdout", closed)
        assert main(["perft"]) == 0


def test_a_reader_that_has_enough_ends_the_tool_quietly() -> None:
    line = json.dumps(A_ROW).encode() + b"\n"
    command = f"{sys.executable} -m backgammon plays | head -1"
    done = subprocess.run(
        ["sh", "-c", command], input=line * 5_000, capture_output=True, cwd=ROOT, check=False
    )
    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == 1


def test_what_cannot_be_written_is_status_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with (tmp_path / "full").open("w") as full:

        def no_space(_text: str) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(full, "write", no_space, raising=False)
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["perft"]) == 1
    assert capsys.readouterr().err == "No space left on device\n"


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_stream_closed_beforehand_is_status_one(
    monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    monkeypatch.setattr(sys, closed, None)
    assert main(["plays"]) == 1


def test_an_interrupt_ends_the_tool_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.BytesIO):
        def __next__(self) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted()))
    assert main(["plays"]) == 130


def test_control_c_leaves_no_traceback() -> None:
    # A shell that runs the tests in the background lets them ignore interrupts.
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{heeding}\n{TOOL}", "plays"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as tool:
        assert tool.stdin is not None
        assert tool.stdout is not None
        tool.stdin.write(json.dumps(A_ROW).encode() + b"\n")
        tool.stdin.flush()
        assert tool.stdout.readline()
        assert tool.stderr is not None
        tool.send_signal(signal.SIGINT)
        # Its input stays open until it is gone: an end of input would be another way to end.
        assert tool.wait(timeout=60) == 130
        assert tool.stderr.read() == b""
