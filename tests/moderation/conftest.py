"""Dora, who closes notices, and the clock of the house, stopped."""

import pytest
from django.contrib.auth.models import Permission

import wire.time
from accounts.models import User
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.conftest import commits

__all__ = ["commits"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """Time goes by when the test says so."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


@pytest.fixture
def dora(db: None) -> User:
    """Staff who may read notices and close them."""
    dora = a_user("dora", is_staff=True)
    names = ["view_notice", "close_notice", "view_case", "decide_case", "impose_sanction"]
    dora.user_permissions.set(Permission.objects.filter(codename__in=names))
    return dora


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob")


@pytest.fixture
def eve(db: None) -> User:
    return a_user("eve")
