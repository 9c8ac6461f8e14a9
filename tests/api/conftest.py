"""Alice, Bob and a stranger at the REST interface, and the books at the end."""

from collections.abc import Iterator

import pytest

import wire.time
from accounts.models import User
from backgammon import Resign, Rules, Side, WinKind
from bankroll.audit import books_check
from matches.judge import Request
from matches.selectors import match_by_id
from matches.services import match_act, match_create, match_present
from tests.api.callers import Program, program_of
from tests.factories import a_user
from tests.matches.builders import CLOCK, a_noting_owner
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


@pytest.fixture
def rated_match(alice: User, bob: User) -> str:
    """The id of a rated match to one point, which Bob (Black) has given up."""
    a_noting_owner()
    match = match_create(
        rules=Rules.match(1, clock=CLOCK),
        white=alice,
        black=bob,
        owner="noting",
        owner_ref="7",
        title="A rated match",
        is_rated=True,
    )
    for player in (alice, bob):
        match_present(match_id=match.public_id, user_pk=player.pk, contribution="")
    seq = match_by_id(match.public_id).seq
    request = Request(Side.BLACK, Resign(WinKind.BACKGAMMON), "resign", seq)
    match_act(match_id=match.public_id, request=request)
    return match.public_id
