"""The clock of the house, stopped."""

from tests.tournaments.conftest import clock, commits

__all__ = ["clock", "commits"]
