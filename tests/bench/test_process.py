"""Servers under measurement: they open, they are billed, and they end however we end."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from config.bench import BenchFailed
from config.bench.process import environment, output_of, serving
from config.bench.websocket import connect
from config.environment import ROOT


def test_what_the_caller_has_set_does_not_reach_the_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/real-house")
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings.test")
    variables = environment(tmp_path, {"LOG_LEVEL": "ERROR"})
    assert "DATABASE_URL" not in variables
    assert variables["DJANGO_SETTINGS_MODULE"] == "config.settings.dev"
    assert variables["VAR_DIR"] == str(tmp_path)
    assert variables["LOG_LEVEL"] == "ERROR"


@pytest.mark.parametrize("echo", ["asgi", "channels"])
async def test_an_echo_answers_with_the_same_json(tmp_path: Path, echo: str) -> None:
    heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    with serving(["echo", echo], environment(tmp_path, {})) as server:
        socket = await connect(server.port, "/", on_text=heard.set_result)
        socket.send(b'{"seen":[1,2]}')
        assert json.loads(await asyncio.wait_for(heard, 30)) == {"seen": [1, 2]}
        await socket.close()
        server.find_helpers()
        usage = server.usage()
    assert usage.cpu_s > 0
    assert usage.helpers_s == 0
    assert usage.resident > 10_000_000


def test_a_server_is_gone_after_its_context(tmp_path: Path) -> None:
    with (
        pytest.raises(ZeroDivisionError),
        serving(["echo", "asgi"], environment(tmp_path, {})) as server,
    ):
        raise ZeroDivisionError
    with pytest.raises(psutil.NoSuchProcess):
        server.usage()


def test_a_server_that_does_not_open_is_quoted(tmp_path: Path) -> None:
    with (
        pytest.raises(BenchFailed, match="KeyError: 'nonsense'"),
        serving(["echo", "nonsense"], environment(tmp_path, {})),
    ):
        pass


def test_a_program_that_fails_is_quoted(tmp_path: Path) -> None:
    with pytest.raises(BenchFailed, match="invalid literal for int"):
        output_of(["furnish", "many", "0"], environment(tmp_path, {}))


def test_a_server_does_not_outlive_whoever_started_it(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [sys.executable, "-m", "config.bench", "echo", "asgi"],
        cwd=ROOT,
        env=environment(tmp_path, {}),
        stdin=reading,
        stdout=subprocess.PIPE,
    )
    os.close(reading)
    assert server.stdout is not None
    with server.stdout as printed:
        printed.readline()
        os.close(writing)  # as the kernel does when we are killed
        server.wait(15)
