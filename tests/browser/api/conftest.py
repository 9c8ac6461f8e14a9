"""The house and the people of the lobby's tests: their consoles are watched here too."""

from tests.browser.lobby.conftest import house, person

__all__ = ["house", "person"]
