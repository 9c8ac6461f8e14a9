"""A house whose bots are quick and unlucky, lines to it, and people who count what they do."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browser.lines.counting import CountingPerson
from tests.browser.lines.line import BadLine
from tests.stories.browsers import NewContext
from tests.stories.conftest import open_story_house
from tests.stories.houses import StoryHouse

__all__ = ["open_story_house"]

#: What a phone in a train has.
SLOW = {"delay_s": 0.1, "loss": 0.01}

SIZES = [(360, 640), (768, 1024), (1440, 900)]
#: For what takes a minute at each: the others are of the slow tests.
SIZES_IN_TURN = [SIZES[0], *(pytest.param(*size, marks=pytest.mark.slow) for size in SIZES[1:])]
PATIENCE_MS = 30_000

SERIES = "Two on the Line"


@pytest.fixture(scope="module")
def house(open_story_house: Callable[..., StoryHouse]) -> StoryHouse:
    """A house in which whoever plays a bot throws high doubles, in matches to three points."""
    house = open_story_house(HOUSE_BOT_WAIT_S=0, HOUSE_BOT_PACE_MS=0, LOADED_DICE="luck_for_people")
    house.open_series(SERIES, seats=2, length_points=3, buy_in_chips=0)
    return house


@pytest.fixture
def open_line(house: StoryHouse) -> Iterator[Callable[..., BadLine]]:
    """`open_line(delay_s=0.1, loss=0.01)` is a line to the house; without words, a good one."""
    with ExitStack() as closing:

        def open_one(**qualities: float) -> BadLine:
            line = BadLine(house.url, **qualities)
            closing.callback(line.close)
            return line

        yield open_one


@pytest.fixture
def guest_on(new_context: NewContext) -> Iterator[Callable[..., CountingPerson]]:
    """`guest_on(line, 360, 640)` is a guest whose browser finds the house at its other end.

    His console may complain of lost sockets, and of nothing else.
    """
    people: list[CountingPerson] = []

    def one(line: BadLine, width: int = 1440, height: int = 900) -> CountingPerson:
        size = {"width": width, "height": height}
        person = CountingPerson(new_context(viewport=size), line.url)
        person.page.set_default_timeout(PATIENCE_MS)
        people.append(person)
        person.become_guest()
        return person

    yield one
    for each in people:
        each.forgive_lost_connections()
    assert [complaint for each in people for complaint in each.complaints] == []
