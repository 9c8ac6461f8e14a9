"""Reading variables, and the secrets a laptop keeps."""

import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment as env


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "  ")

    assert env.text("PORT", "8000") == "8000"
    assert env.number("PORT", 8000) == 8000
    assert env.flag("PORT") is False
    assert env.names("PORT") == []


@pytest.mark.parametrize(
    ("value", "said"), [("1", True), ("Yes", True), ("off", False), ("0", False)]
)
def test_a_flag_is_said_in_words(monkeypatch: pytest.MonkeyPatch, value: str, said: bool) -> None:
    monkeypatch.setenv("DEBUG", value)

    assert env.flag("DEBUG") is said


def test_a_number_that_is_none_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_BOT_WAIT_S", "soon")

    with pytest.raises(ImproperlyConfigured, match="HOUSE_BOT_WAIT_S must be a whole number"):
        env.number("HOUSE_BOT_WAIT_S", 10)


def test_starts_at_the_same_moment_agree_on_one_secret(tmp_path: Path) -> None:
    seen: list[str] = []
    gate = threading.Barrier(8)

    def start() -> None:
        gate.wait()
        seen.append(env.kept_secret(tmp_path / "secret_key"))

    starts = [threading.Thread(target=start) for _ in range(8)]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()

    assert len(seen) == 8
    assert len(set(seen)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_a_folder_too_deep_for_a_socket_gets_a_short_one_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path / ("very-long-name-" * 8)

    assert env.socket_path(Path("/srv/house/var")) == Path("/srv/house/var/valkey.sock")
    assert len(str(env.socket_path(deep))) <= 103
    assert env.socket_path(deep) != env.socket_path(deep / "other")
