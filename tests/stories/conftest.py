"""Private houses for stories: one a module, and more where a story wants its own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.stories.houses import StoryHouse

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
