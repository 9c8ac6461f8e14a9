"""The command line's standard input and what it answers, for tests in this process."""

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

Answers = Callable[..., list[dict[str, Any]]]


def feed(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    """These bytes are what the command reads."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
