"""Alice and Bob, with a hundred chips each."""

import pytest

import wire.time
from accounts.models import User
from tests.factories import a_user
from tests.support.clock import StoppedClock


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice", chips=100)


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob", chips=100)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """Time goes by when the test says so."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped
