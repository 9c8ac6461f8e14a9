"""Private houses for stories: one a module, and more where a story wants its own.

Stories of days and weeks need no house of their own but a clock that is moved by hand.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

import wire.time
from tests.stories.houses import StoryHouse
from tests.support.clock import StoppedClock

OpenStoryHouse = Callable[..., StoryHouse]


@pytest.fixture(scope="module")
def open_story_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenStoryHouse]:
    """Opens a house by `open_story_house(HOUSE_BOT_WAIT_S=0)`; all are closed after the module."""
    with ExitStack() as closing:

        def open_one(**variables: object) -> StoryHouse:
            house = StoryHouse(tmp_path_factory.mktemp("house"), variables)
            closing.callback(house.close)
            house.start()
            return house

        yield open_one


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The one clock of the house, stopped on an evening."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped
