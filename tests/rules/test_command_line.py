"""`python -m backgammon` as another program uses it: lines in, lines out, exit status."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from backgammon.__main__ import main
from tests.rules.builders import golden, rows

ROOT = Path(__file__).parents[2]
TOOL = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); from backgammon.__main__ import main; main()"
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


Answers = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answers:
    """The answers of `plays` to rows, or to raw bytes."""

    def ask(*lines: object) -> list[dict[str, Any]]:
        text = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        stdin = io.TextIOWrapper(io.BytesIO(b"\n".join(text) + b"\n"))
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["plays"]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return ask


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
    [[], ["play"], ["plays", "--fast"], ["perft", "--depth", "0"]],
    ids=" ".join,
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
