"""Every game of the house, opened at a table and played to its end by hand, in Chromium."""

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from lobby.games import GAMES
from tests.browser.board.hands import part
from tests.stories.browsers import WIDE, NewContext, Person
from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse

pytestmark = [pytest.mark.story, pytest.mark.services]

Play = Callable[..., None]


@pytest.fixture(scope="module")
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    """A house whose bots think fast."""
    return open_story_house(HOUSE_BOT_PACE_MS=0)


@pytest.fixture
def play(house: StoryHouse, new_context: NewContext) -> Iterator[Play]:
    """`play(game="long_nardy", points=1)` plays a whole match; the house must stay whole."""
    alice = Person(new_context(viewport=WIDE, reduced_motion="reduce"), house.url)
    alice.become_guest()

    def play_one(**choice: object) -> None:
        alice.go(f"/table/new/?{urlencode({**choice, 'access': 'bot', 'clock': 'untimed'})}")
        alice.page.get_by_role("button", name="Open the table").click()
        alice.wait_for_board()
        alice.play_match()
        expect(part(alice.page, "alert")).to_be_hidden()
        alice.page.get_by_role("link", name="Back to the table").last.click()
        expect(alice.page.get_by_role("button", name="Rematch")).to_be_visible()

    yield play_one
    assert alice.complaints == []
    assert "Traceback" not in house.log


def test_a_table_is_played_until_one_side_has_everything(play: Play) -> None:
    play(game="hypergammon", kind="table", stake=10, buy_in=20)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game(play: Play, game: str) -> None:
    play(game=game, kind="match", points=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hypergammon", "long_nardy"])
def test_a_set_of_games(play: Play, game: str) -> None:
    play(game=game, kind="fixed", games=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["backgammon", "long_nardy"])
def test_table_stakes_of_every_kind_of_board(play: Play, game: str) -> None:
    play(game=game, kind="table", stake=5, buy_in=10)
