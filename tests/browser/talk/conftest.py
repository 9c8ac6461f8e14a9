"""The house and the people of the lobby's tests: talk is everywhere where they go."""

from tests.browser.lobby.conftest import PATIENCE_MS, house, person

__all__ = ["PATIENCE_MS", "house", "person"]
