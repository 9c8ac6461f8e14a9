"""What the tests of the command line share."""

import json
from typing import Any

import pytest

from backgammon.__main__ import main
from tests.rules.asking import Answers, feed


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answers:
    """The answers of a command (`plays` unless named) to rows, or to raw bytes."""

    def ask(*lines: object, command: str = "plays") -> list[dict[str, Any]]:
        text = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        feed(monkeypatch, b"\n".join(text) + b"\n")
        assert main([command]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return ask
