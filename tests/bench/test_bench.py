"""The commands, as small as they go: every figure is printed and nothing is left behind."""

import json
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.core.management import CommandError, call_command

from config.bench.figures import QUANTITIES
from config.environment import ROOT
from config.management.commands.bench import KEYS

TINY = {"matches": 2, "seconds": 0.3, "repeats": 1, "rate": 20.0}


def printed_by(command: str, **options: Any) -> str:
    out = StringIO()
    call_command(command, stdout=out, **options)
    return out.getvalue()


def processes_of_a_bench() -> list[str]:
    """What runs below this process and was not there for the tests' own sake."""
    commands = [" ".join(child.cmdline()) for child in psutil.Process().children(recursive=True)]
    return [command for command in commands if "config.bench" in command]


@pytest.mark.services
def test_a_tiny_bench_prints_every_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    file = tmp_path / "bench.json"
    printed = printed_by("bench", json=file, **TINY)
    missing = {name for name, quantity in QUANTITIES.items() if quantity.title not in printed}
    of_the_board = {"frames_per_s", "longest_frame_ms", "board_kb", "page_script_kb"}
    # There is nothing but the house to compare with, and the board has a bench of its own.
    assert missing == {"of_rules"} | of_the_board
    assert "synchronous_commit  on" in printed
    assert processes_of_a_bench() == []

    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["kind"] for line in lines[: 1 + len(KEYS)]] == ["run"] + ["round"] * len(KEYS)
    figures = {
        (line["contender"], line["figure"]): line for line in lines if line["kind"] == "figure"
    }
    for database in ("postgresql", "sqlite"):
        assert figures[database, "actions_per_core"]["median"] > 0
        assert figures[database, "p99_ms"]["median"] >= figures[database, "p50_ms"]["median"] > 0
    assert figures["ledger", "transfers_per_s"]["median"] > 0


def test_the_rules_are_measured_without_any_server() -> None:
    printed = printed_by("bench_rules", seconds=0.05, repeats=2)
    assert "positions a second and core" in printed
    assert "round 2 of 2" in printed


@pytest.mark.parametrize(
    ("option", "value"),
    [("--matches", "1"), ("--matches", "9999"), ("--seconds", "0"), ("--repeats", "2.5")],
)
def test_a_run_without_bounds_is_refused(option: str, value: str) -> None:
    with pytest.raises(CommandError, match="argument"):
        call_command("bench", f"{option}={value}", only=["rules"])


def test_an_unreachable_database_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(CommandError, match="PostgreSQL is out of reach"):
        printed_by("bench", only=["postgresql"], **TINY)


def test_only_what_was_asked_for_is_measured() -> None:
    printed = printed_by("bench", only=["asgi"], **TINY)
    assert "a bare ASGI echo" in printed
    assert "the house" not in printed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_bench_that_is_stopped_ends_its_servers(number: signal.Signals) -> None:
    bench = subprocess.Popen(
        [sys.executable, "manage.py", "bench", "--only", "asgi", "--seconds", "60"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert bench.stdout is not None
    while "bare ASGI echo" not in bench.stdout.readline():
        assert bench.poll() is None
    servers: list[psutil.Process] = []
    while not servers:
        assert bench.poll() is None
        servers = psutil.Process(bench.pid).children(recursive=True)
    bench.send_signal(number)
    _, complaint = bench.communicate(timeout=120)
    assert bench.returncode == 1
    assert "Stopped" in complaint
    assert psutil.wait_procs(servers, timeout=60)[1] == []
