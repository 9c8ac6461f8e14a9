"""A guest plays a house bot for chips until one has none left, and every chip is accounted for."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.board.hands import part
from tests.browser.waiting import wait_until_live
from tests.stories.browsers import WIDE, NewContext, Person
from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse

pytestmark = [pytest.mark.story, pytest.mark.services]

STAKE, BUY_IN, WELCOME = 30, 60, 200


@pytest.fixture(scope="module")
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    """A house whose bots think fast."""
    return open_story_house(HOUSE_BOT_PACE_MS=0, HOUSE_GUEST_CHIPS=WELCOME)


@pytest.fixture
def alice(house: StoryHouse, new_context: NewContext) -> Iterator[Person]:
    """A guest at a screen; neither her console nor the house complains."""
    alice = Person(new_context(viewport=WIDE, reduced_motion="reduce"), house.url)
    alice.become_guest()
    yield alice
    assert alice.complaints == []
    assert "Traceback" not in house.log


def open_against_bot(alice: Person) -> None:
    """Through the form, choice by choice."""
    alice.go("/table/new/")
    page = alice.page
    page.get_by_role("radio", name="Hypergammon").check()
    page.get_by_role("radio", name="Table stakes").check()
    page.get_by_label("Chips for a point").fill(str(STAKE))
    page.get_by_label("Chips you bring").fill(str(BUY_IN))
    page.get_by_role("radio", name="No clock").check()
    page.get_by_role("radio", name="A house bot").check()
    expect(page.locator("#table-card")).to_contain_text(f"Both bring {BUY_IN} chips")
    expect(page.locator("#table-card")).to_contain_text("No clock")
    page.get_by_role("button", name="Open the table").click()


def purse(alice: Person, name: str) -> int:
    """A figure of the wallet page."""
    return int(alice.page.locator(f"[data-wallet='{name}']").inner_text())


def test_a_table_is_played_to_bust_and_every_chip_is_accounted_for(
    house: StoryHouse, alice: Person
) -> None:
    open_against_bot(alice)
    alice.wait_for_board()
    board = alice.page.url
    alice.go("/wallet/")
    assert (purse(alice, "available"), purse(alice, "in-play")) == (WELCOME - BUY_IN, BUY_IN)

    alice.page.goto(board)
    alice.wait_for_board()
    alice.play_match()
    part(alice.page, "result-back").click()
    alice.page.wait_for_url(re.compile("/table/"))
    expect(alice.page.get_by_text("One side holds everything")).to_be_visible()
    wait_until_live(alice.page)

    games = receipts(alice)
    before = (BUY_IN, BUY_IN)
    for owed, limit, moved, mine, theirs in games:
        assert limit == min(before)
        assert moved == min(owed, limit)
        assert (mine, theirs) in [
            (before[0] + moved, before[1] - moved),
            (before[0] - moved, before[1] + moved),
        ]
        before = (mine, theirs)
    assert sorted(before) == [0, 2 * BUY_IN]

    taken_home = before[0]
    alice.page.get_by_role("link", name="What this table moved in your wallet").click()
    expect(alice.page.get_by_role("row")).to_have_count(3 if taken_home else 2)
    assert purse(alice, "available") == WELCOME - BUY_IN + taken_home
    assert purse(alice, "in-play") == 0
    expect_explained(alice, taken_home)
    assert "in order" in house.manage("audit_books")


def receipts(alice: Person) -> list[tuple[int, int, int, int, int]]:
    """Of each game, the first one first: owed, limit, moved, and both stacks after it."""
    rows = alice.page.locator(".receipts tbody tr").all()
    figures = []
    for row in reversed(rows):
        _number, _winner, owed, *rest = row.get_by_role("cell").all_inner_texts()
        limit, moved, mine, theirs = (int(re.findall(r"\d+", cell)[0]) for cell in rest)
        figures.append((int(owed.rpartition("=")[2]), limit, moved, mine, theirs))
    return figures


def expect_explained(alice: Person, taken_home: int) -> None:
    """The latest line of the table is explained up to what was taken home."""
    line = "Taken from a table" if taken_home else "Brought to a table"
    alice.page.get_by_role("link", name=line).click()
    expect(alice.page.get_by_text("What lay before you, taken home")).to_be_visible()


def test_a_table_is_opened_once_however_often_the_button_is_pressed(
    house: StoryHouse, alice: Person
) -> None:
    alice.go("/table/new/?kind=table&stake=1&buy_in=50&access=link")
    alice.page.get_by_role("button", name="Open the table").dblclick()
    alice.page.wait_for_url(re.compile(r"/table/\w{12}/"))
    assert house.rows(
        "SELECT count(*) FROM lobby_table JOIN accounts_user ON host_id = accounts_user.id"
        f" WHERE username = '{alice.name}'"
    ) == [(1,)]
    expect(alice.page.locator("[data-purse='available']")).to_have_text(str(WELCOME - 50))
    wait_until_live(alice.page)
    alice.page.get_by_role("button", name="Close the table").click()
    expect(alice.page.get_by_text("Your table is closed.")).to_be_visible()
    alice.go("/wallet/")
    assert purse(alice, "available") == WELCOME
