"""The clock of the house, stopped, and a language that no test leaves to the next one."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.tournaments.conftest import clock, commits

__all__ = ["clock", "commits"]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield
