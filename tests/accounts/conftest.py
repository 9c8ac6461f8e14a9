"""People of the tests of accounts."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import a_user


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice")


@pytest.fixture
def dora(db: None) -> User:
    """Staff, with every right."""
    return User.objects.create_superuser("dora")


@pytest.fixture
def desk(client: Client, dora: User) -> Client:
    """Dora's browser."""
    client.force_login(dora)
    return client
