"""Two people, two browsers, one match to three points: what one sees is what the other sees."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosedError

from backgammon import Dice, MatchState, Phase, Side
from tests.browser.board.hands import point
from tests.stories.browsers import SMALL, WIDE, NewContext, Person, SecondTab, expect_board
from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse
from tests.stories.players import one_action, open_socket, sit_down
from tests.support.killer import When

pytestmark = pytest.mark.story

SERIES = "Two at the Board"


@pytest.fixture(scope="module")
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    """A house with a Sit&Go for two, to three points, and dice that fall as the story wants."""
    house = open_story_house(LOADED_DICE="luck_for_white")
    house.open_series(
        SERIES, seats=2, length_points=3, buy_in_chips=50, prize_shares="100", has_house_bots=False
    )
    return house


class Table:
    """Two people at a board in their browsers, and what the house has really said so far."""

    def __init__(self, match_id: str, people: Sequence[Person], closing: ExitStack) -> None:
        self.match_id = match_id
        tabs = [closing.enter_context(SecondTab(person)) for person in people]
        self.hands = sit_down(match_id, tabs)
        for each in self.hands:
            closing.callback(each.leave)
        person_of = dict(zip((each.side for each in self.hands), people, strict=True))
        self.white, self.black = person_of[Side.WHITE], person_of[Side.BLACK]

    def come_again(self) -> None:
        """The second tabs find the house again."""
        for each in self.hands:
            each.come()

    @property
    def state(self) -> MatchState:
        """The match as it is now."""
        for each in self.hands:
            each.catch_up()
        assert self.hands[0].state == self.hands[1].state
        return self.hands[0].state

    def expect_same(self) -> None:
        """Both screens show the match as it is: position, cube, score."""
        state = self.state
        expect_board(self.white.page, state, Side.WHITE)
        expect_board(self.black.page, state, Side.BLACK)

    def play_on(self, goes_on: Callable[[MatchState], bool]) -> None:
        """Lets quick hands play for both in second tabs, while both browsers look on."""
        while goes_on(self.state):
            assert one_action(self.hands)


@pytest.fixture
def table(house: StoryHouse, new_context: NewContext) -> Iterator[Table]:
    """Two guests who took the two seats and were carried to the board."""
    people = [Person(new_context(viewport=size), house.url) for size in (WIDE, SMALL)]
    for person in people:
        person.become_guest()
        person.take_seat(SERIES)
    with ExitStack() as closing:
        (match_id,) = {person.wait_for_board() for person in people}
        yield Table(match_id, people, closing)
    assert [complaint for person in people for complaint in person.complaints] == []


def test_two_people_play_a_match_to_its_end(table: Table, house: StoryHouse) -> None:
    """A reload in the middle of a turn, resignations, a double, a take, and a gammon."""
    the_first_turns(table)
    a_reload_finds_what_was_not_confirmed_where_it_was(table)
    a_stranger_is_kept_out(table, house)
    a_resignation_is_declined_and_a_later_one_accepted(table)
    a_double_is_taken(table)
    the_game_ends_in_a_gammon(table)
    house.manage("audit_books")


@pytest.mark.parametrize("when", [When.AFTER, When.COMMITTED], ids=["written", "committed"])
def test_both_pages_outlive_the_death_of_the_house(
    table: Table, house: StoryHouse, when: When
) -> None:
    """The turn it died of is on both boards in the end, and nobody had to reload."""
    table.white.tap(8, 5, 6, 5)
    house.expect_death(when, "matches.store.append_now")
    table.white.press("confirm")
    house.rise_again()

    for person in (table.white, table.black):
        expect(person.page.locator("[data-connection]")).to_have_attribute("data-state", "open")
        person.forgive_lost_connections()
    table.black.sees("status", "You are on roll.")
    table.come_again()
    assert table.state.running_game.position.of(Side.WHITE)[5] == 2
    table.expect_same()


def the_first_turns(table: Table) -> None:
    table.expect_same()
    table.white.tap(8, 5, 6, 5)
    table.white.press("confirm")
    table.black.press("roll")
    table.white.sees("status", f"{table.black.name} is moving.")
    table.expect_same()


def a_reload_finds_what_was_not_confirmed_where_it_was(table: Table) -> None:
    dice = table.state.running_game.dice
    page = table.black.page
    table.black.tap(24, 18)
    expect(point(page, 18)).to_have_attribute("aria-label", "Point 18: yours 1")

    page.reload()

    expect(point(page, 18)).to_have_attribute("aria-label", "Point 18: yours 1")
    table.black.press("undo")
    table.expect_same()
    expect(page.locator(".dice")).to_have_attribute("aria-label", "Dice 6 4. Swap their order")
    assert table.state.running_game.dice == dice == Dice(6, 4)
    table.black.tap(24, 14)
    table.black.press("confirm")
    table.white.sees("status", "You are on roll.")
    table.expect_same()


def a_stranger_is_kept_out(table: Table, house: StoryHouse) -> None:
    with house.guest() as carol:
        board = carol.get(f"/match/{table.match_id}/")
        assert board.url.path == f"/match/{table.match_id}/watch/"
        with open_socket(carol, f"/ws/match/{table.match_id}/") as socket:
            assert json.loads(socket.recv())["type"] == "bye"
            with pytest.raises(ConnectionClosedError):
                socket.recv()


def a_resignation_is_declined_and_a_later_one_accepted(table: Table) -> None:
    white, black = table.white, table.black
    white.resign("single")
    black.sees("offer-text", f"{white.name} offers to resign: single game.")
    white.sees("status", "You offered to resign: single game.")
    black.press("resign_decline")
    white.sees("log", f"{black.name} declines the resignation.")

    white.press("roll")
    white.tap(13, 8, 13, 11)
    white.press("confirm")
    white.resign("single")
    black.press("resign_accept")

    white.sees("result-title", f"{black.name} wins a single game (+1).")
    black.sees("result-title", "You win a single game (+1).")
    assert table.state.score == (0, 1)
    expect_score(table, white=0, black=1)
    expect_clocks_at_rest(table)


def a_double_is_taken(table: Table) -> None:
    white, black = table.white, table.black
    white.press("next")
    black.press("next")
    black.tap(13, 11, 6, 5)
    black.press("confirm")
    white.press("double")
    black.sees("status", f"{white.name} offers the cube at 2. Take or drop?")
    black.press("take")
    cube = white.page.locator(".cube-place")
    expect(cube).to_have_attribute("aria-label", "Opponent's cube, at 2")
    expect(black.page.locator(".cube-place")).to_have_attribute("aria-label", "Your cube, at 2")
    table.expect_same()


def the_game_ends_in_a_gammon(table: Table) -> None:
    white, black = table.white, table.black
    table.play_on(lambda state: not is_last_turn_of_white(state))
    table.expect_same()
    white.press("roll")
    white.play_anything()

    white.sees("result-title", "You win the match!")
    black.sees("result-title", f"{white.name} wins the match.")
    white.sees("log", "You win a gammon (+4).")
    assert table.state.score == (4, 1)
    table.expect_same()
    expect_score(table, white=4, black=1)
    expect_clocks_at_rest(table)
    white.go_back()
    expect(white.page.get_by_text("You finished in place 1.")).to_be_visible()


def is_last_turn_of_white(state: MatchState) -> bool:
    """White has so few checkers left that a double takes the last of them off."""
    is_his = state.phase is Phase.TO_ROLL and state.to_act is Side.WHITE
    return is_his and state.running_game.position.white[0] >= 11


def expect_score(table: Table, *, white: int, black: int) -> None:
    for person, own, enemy in ((table.white, white, black), (table.black, black, white)):
        expect(person.page.locator(".strip-own [data-part='score']")).to_have_text(str(own))
        expect(person.page.locator(".strip-enemy [data-part='score']")).to_have_text(str(enemy))


def expect_clocks_at_rest(table: Table) -> None:
    """No clock runs, and both browsers show the same time for both players."""
    for person in (table.white, table.black):
        expect(person.page.locator(".is-running")).to_have_count(0)
    for own, enemy in ((".strip-own", ".strip-enemy"), (".strip-enemy", ".strip-own")):
        reserve = table.white.page.locator(f"{own} [data-reserve]").inner_text()
        expect(table.black.page.locator(f"{enemy} [data-reserve]")).to_have_text(reserve)
