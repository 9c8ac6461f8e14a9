"""Alice and Bob, with a hundred chips each."""

import pytest

from accounts.models import User
from tests.factories import a_user


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice", chips=100)


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob", chips=100)
