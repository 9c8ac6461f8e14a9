"""Alice, Bob and a stranger at the REST interface, and the books at the end."""

from collections.abc import Iterator

import pytest

import wire.time
from accounts.models import User
from bankroll.audit import books_check
from tests.api.callers import Program, program_of
from tests.factories import a_user
from tests.support.clock import StoppedClock


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice", chips=1_000)


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob", chips=1_000)


@pytest.fixture
def as_alice(alice: User) -> Program:
    """Alice's program, which may do everything."""
    return program_of(alice)


@pytest.fixture
def as_bob(bob: User) -> Program:
    return program_of(bob)


@pytest.fixture
def stranger(db: None) -> Program:
    """A program without a token."""
    return Program()


@pytest.fixture
def books(db: None) -> Iterator[None]:
    """The books are in order when the test is over."""
    yield
    assert books_check() == ()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped
