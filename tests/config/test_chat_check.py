"""Judging lines of chat from standard input, without a house around."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ROOT
from config.management.commands.chat_check import verdict_of, verdicts

NOT_ENGLISH = {"verdict": "refuse", "code": "chat.not_english"}
ALLOWED = {"verdict": "allow", "code": None}


def judged(*rows: object) -> list[dict[str, str | None]]:
    """What is answered to each row."""
    return [json.loads(answer) for answer in verdicts(json.dumps(row).encode() for row in rows)]


def test_each_row_is_answered_in_its_place() -> None:
    rows = [{"text": "good game"}, {"text": "palju õnne"}, {"text": "gg"}]
    assert judged(*rows) == [ALLOWED, NOT_ENGLISH, ALLOWED]


def test_lines_before_it_are_heard_too_with_times_or_without() -> None:
    assert judged({"text": "sa", "history": ["mis"]}) == [NOT_ENGLISH]
    assert judged({"text": "sa", "history": [{"text": "mis", "at_ms": 5}]}) == [NOT_ENGLISH]
    assert judged({"text": "sa", "history": [{"text": "mis"}], "at_ms": 7}) == [NOT_ENGLISH]


def test_a_sixth_line_in_ten_seconds_is_a_flood() -> None:
    words = ("one", "game", "more", "with", "you")
    history = [{"text": word, "at_ms": 1_000 * at} for at, word in enumerate(words)]
    assert judged({"text": "please", "history": history})[0]["code"] == "chat.flood"
    assert judged({"text": "please", "history": history, "at_ms": 60_000}) == [ALLOWED]


def test_people_are_not_judged_by_their_names() -> None:
    assert judged({"text": "hyvaapeli", "names": ["hyvaapeli"]}) == [ALLOWED]


def test_fields_that_are_not_ours_are_passed_over() -> None:
    assert judged({"text": "gg", "id": "d001", "label": "allow"}) == [ALLOWED]


def test_what_is_null_is_as_what_is_left_out() -> None:
    assert judged({"text": "gg", "history": None, "names": None, "at_ms": None}) == [ALLOWED]


@pytest.mark.parametrize(
    "row",
    [
        b"", b"nonsense", b"[]", b'"text"', b"{}", b'{"text": 5}', b'{"text": "gg", "history": 3}',
        b'{"text": "\xff"}', b'{"text": "\\ud800"}', b'{"text": "gg"', b"[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_such_object_has_a_coded_answer(row: bytes) -> None:
    assert verdict_of(row).code == "request.malformed"


def test_the_command_needs_no_database_no_redis_and_no_secrets(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "chat_check"],
        input='{"text": "gg"}\n{"text": "hyvää iltaa"}\n',
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={
            "VAR_DIR": str(tmp_path),
            "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
            "REDIS_URL": "redis://127.0.0.1:1/0",
            "PYTHONIOENCODING": "ascii",
        },
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [ALLOWED, NOT_ENGLISH]


def test_an_answer_comes_before_the_next_row_is_asked_for(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "chat_check"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"VAR_DIR": str(tmp_path)},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, answer in (("gg", ALLOWED), ("palju õnne", NOT_ENGLISH)):
            process.stdin.write(json.dumps({"text": line}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == answer
        process.stdin.close()
        assert process.wait(timeout=90) == 0


def test_it_ends_quietly_when_nobody_reads_its_answers(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "chat_check"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"VAR_DIR": str(tmp_path)},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"text": "gg"}\n' * 2)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=90) == 0
