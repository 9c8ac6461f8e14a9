"""The launcher as a newcomer meets it: one house a folder, plain refusals, nothing left behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
import redis
from django.conf import settings

from config.environment import ROOT
from tests.support.house import House

OpenHouse = Callable[..., House]


def serve(folder: Path, port: int | str = 0, **variables: str) -> subprocess.CompletedProcess[str]:
    """The end of a house that is expected to refuse its start."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        "VAR_DIR": str(folder),
        "PORT": str(port),
        **variables,
    }
    return subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def children_of(pid: int) -> list[int]:
    """Process ids of the children, from /proc."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def wait_until_gone(pids: list[int], within_s: float = 5) -> list[int]:
    """The processes still there when the time is over."""
    deadline = time.monotonic() + within_s
    left = pids
    while left and time.monotonic() < deadline:
        left = [pid for pid in left if Path(f"/proc/{pid}").exists()]
        time.sleep(0.01)
    return left


def test_the_first_page_is_served_soon_after_the_command(
    open_house: OpenHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    house = open_house(is_prepared=False)
    with house.visitor() as alice:
        page = alice.get("/")
    took = time.monotonic() - began

    assert page.status_code == 200
    with capsys.disabled():
        print(f"\nfirst page of a new house after {took:.1f} s")


def test_a_second_start_in_the_same_folder_says_where_the_first_one_is(
    open_house: OpenHouse, tmp_path: Path
) -> None:
    house = open_house()

    second = serve(tmp_path / "house-0")

    assert second.returncode == 1
    assert f"The house is already running: {house.url}" in second.stderr
    assert "Traceback" not in second.stderr
    assert house.is_running


def test_a_taken_port_is_named_together_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as squatter:
        port = squatter.getsockname()[1]
        refused = serve(tmp_path, port)

    assert refused.returncode == 1
    assert f"Port {port} is taken" in refused.stderr
    assert f"PORT={port + 1}" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("port", "host", "expected"),
    [
        (80_000, "127.0.0.1", "There is no port 80000"),
        ("eight", "127.0.0.1", "invalid int value: 'eight'"),
        (0, "203.0.113.7", "Set HOST="),
    ],
)
def test_an_impossible_address_is_refused_in_one_sentence(
    tmp_path: Path, port: int | str, host: str, expected: str
) -> None:
    refused = serve(tmp_path, port, HOST=host)

    assert refused.returncode != 0
    assert expected in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_closes_the_house_and_everything_it_started(
    open_house: OpenHouse, number: signal.Signals
) -> None:
    house = open_house()
    children = children_of(house.pid)
    assert children, "the embedded Valkey should be running"

    os.kill(house.pid, number)

    assert house.wait() == 0
    assert wait_until_gone(children) == []
    assert "The house is closed." in house.log
    assert "Traceback" not in house.log


def test_kill_9_leaves_no_orphan_and_the_house_opens_again(open_house: OpenHouse) -> None:
    house = open_house()
    children = children_of(house.pid)

    house.kill9()

    assert wait_until_gone(children) == []
    house.restart()
    with house.visitor() as alice:
        assert alice.get("/").status_code == 200


def test_a_dead_valkey_is_replaced(open_house: OpenHouse) -> None:
    house = open_house()
    (first,) = children_of(house.pid)

    os.kill(first, signal.SIGKILL)

    assert wait_until_gone([first]) == []
    house.wait_for_line("valkey.died")
    assert house.is_running


def test_several_processes_serve_one_house_on_postgresql_and_redis(
    open_house: OpenHouse, postgres_database: str, valkey: redis.Redis, tmp_path: Path
) -> None:
    shared = {
        "DATABASE_URL": postgres_database,
        "REDIS_URL": settings.REDIS_URL,
        "VAR_DIR": tmp_path,
    }
    first = open_house(**shared)
    second = open_house(**shared)
    assert children_of(first.pid) == children_of(second.pid) == []

    with first.visitor() as alice:
        alice.post("/guest/")
        known = httpx.get(f"{second.url}wallet/", headers={"Cookie": alice.cookie_header})
    unknown = httpx.get(f"{second.url}wallet/")

    assert (known.status_code, unknown.status_code) == (200, 302)


def test_secrets_of_a_new_house_are_readable_by_their_owner_alone(
    open_house: OpenHouse, tmp_path: Path
) -> None:
    house = open_house(is_prepared=False)
    house.restart()

    keys = [tmp_path / "house-0" / name for name in ("secret_key", "dice_key")]

    assert [oct(key.stat().st_mode & 0o777) for key in keys] == ["0o600", "0o600"]
    assert keys[0].read_text() != keys[1].read_text()
    assert all(key.read_text().strip() not in house.log for key in keys)
