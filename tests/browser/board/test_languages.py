"""What a decision about the cube needs to be read stands there whole, in every language."""

from dataclasses import replace

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from backgammon import Beaver, Cube, Double, Raccoon, Roll, Rules, Side, TableStakes
from tests.browser.board.hands import button, first_play, part
from tests.browser.board.table import Table
from tests.browser.board.test_phone import box, is_apart, is_on_screen

LANGUAGES = [code for code, _ in settings.LANGUAGES]
LONGEST = "Wilhelmina_Maximowna"  # as many letters as a name may have
SCREENS = [(1440, 900), (1024, 768), (768, 1024), (720, 450), (1920, 1080), (1280, 640)]


def a_match() -> Table:
    """Alice has the opening roll; a name of twenty letters sits opposite."""
    table = Table(Rules.match(7), [(3, 1), (6, 4), (5, 2)])
    table.opponent = LONGEST
    table.begin()
    return table


def a_sitting(stake: int) -> Table:
    """A table of chips whose cube is Alice's, at 4, and who may double."""
    length = TableStakes(stake, 100 * stake, 100 * stake, leave_between_games=True)
    rules = Rules.table(stake, 100 * stake, 100 * stake, length=length)
    cube = replace(rules.cube, raccoons=True)
    table = Table(replace(rules, cube=cube), [(1, 3), (6, 4), (5, 2), (6, 1)])
    table.opponent = LONGEST
    table.begin()
    table.act(Side.BLACK, first_play(table))
    game = replace(table.state.running_game, cube=Cube(4, Side.WHITE))
    table.state = replace(table.state, game=game)
    return table


def is_whole(place: Locator, slack: int = 0) -> bool:
    """Whether nothing of it is cut off, or no more than the rims of its letters (`slack`)."""
    return bool(
        place.evaluate(
            "(place, slack) => place.scrollWidth <= place.clientWidth"
            " && place.scrollHeight <= place.clientHeight + slack",
            slack,
        )
    )


def reads_its_row(page: Page) -> None:
    """The status stands in the row of the decisions, and beside the board and its strips."""
    status = part(page, "status")
    row, words = box(page.locator(".match-controls")), box(status)
    assert is_on_screen(page, row)
    assert row["y"] - 0.5 <= words["y"]
    assert words["y"] + words["height"] <= row["y"] + row["height"] + 0.5
    for other in ("bg-board", ".strip-own"):
        assert is_apart(words, box(page.locator(other)))
    assert is_whole(status, slack=4), status.text_content()
    buttons = part(page, "buttons")
    if buttons.is_visible():
        assert is_apart(words, box(buttons))
        assert is_on_screen(page, box(buttons))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_status_fits_its_row_on_a_phone(open_board, language: str) -> None:
    table = a_match()
    page = open_board(table, width=360, height=640, language=language)
    reads_its_row(page)
    table.act(Side.WHITE, first_play(table))
    expect(part(page, "status")).to_contain_text(LONGEST)
    reads_its_row(page)
    table.act(Side.BLACK, Double())
    expect(button(page, "take")).to_be_enabled()
    reads_its_row(page)
    expect(part(page, "status")).to_contain_text(LONGEST)
    button(page, "take").click()
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    expect(button(page, "double")).to_be_enabled()
    reads_its_row(page)
    button(page, "double").click()
    expect(button(page, "double")).to_have_count(0)
    reads_its_row(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stake", [3, 1000])
def test_every_amount_at_a_table_of_chips_is_read_whole(
    open_board, language: str, stake: int
) -> None:
    table = a_sitting(stake)
    page = open_board(table, language=language)
    expect(button(page, "double")).to_be_enabled()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        panel = part(page, "stakes")
        assert is_whole(panel), (width, height)
        for cell in part(page, "stakes-amounts").locator("tr:not(:first-child) > *").all():
            if cell.is_visible():
                assert is_within(cell, panel), (width, height, cell.text_content())
        assert is_on_screen(page, box(panel))
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        for action in ("double", "roll"):
            assert is_on_screen(page, box(button(page, action)))


def is_within(inner: Locator, outer: Locator) -> bool:
    """Whether it reaches over no edge of the other."""
    one, two = box(inner), box(outer)
    return (
        one["x"] >= two["x"] - 0.5
        and one["x"] + one["width"] <= two["x"] + two["width"] + 0.5
        and one["y"] >= two["y"] - 0.5
        and one["y"] + one["height"] <= two["y"] + two["height"] + 0.5
    )


def test_a_beaver_and_a_raccoon_are_called_by_their_names(open_board) -> None:
    table = a_sitting(1)
    table.state = replace(table.state, game=replace(table.state.running_game, cube=Cube(1, None)))
    page = open_board(table)
    table.act(Side.WHITE, Double())
    table.act(Side.BLACK, Beaver())
    asked = f"{LONGEST} beavers your double: the cube at 4. Take or drop?"
    expect(part(page, "status")).to_have_text(asked)
    expect(part(page, "speech")).to_contain_text(asked)
    expect(part(page, "log").locator("li").first).to_have_text(f"{LONGEST} beavers to 4.")
    expect(part(page, "stakes-amounts")).to_contain_text("Beaver at 4")


def test_who_beavered_is_told_of_a_raccoon(open_board) -> None:
    table = a_sitting(1)
    table.state = replace(table.state, game=replace(table.state.running_game, cube=Cube(1, None)))
    table.act(Side.WHITE, Roll())
    table.act(Side.WHITE, first_play(table))
    page = open_board(table)
    table.act(Side.BLACK, Double())
    table.act(Side.WHITE, Beaver())
    table.act(Side.BLACK, Raccoon())
    asked = f"{LONGEST} raccoons your beaver: the cube at 8. Take or drop?"
    expect(part(page, "status")).to_have_text(asked)
    expect(part(page, "speech")).to_contain_text(asked)
    expect(part(page, "stakes-amounts")).to_contain_text("Raccoon at 8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_to_resign_leaves_the_board_in_sight(open_board, language: str) -> None:
    page = open_board(a_match(), width=1440, height=900, language=language)
    part(page, "resign").click()
    dialog = part(page, "resign-dialog")
    expect(dialog).to_be_visible()
    assert is_on_screen(page, box(dialog))
    assert is_apart(box(dialog), box(page.locator("bg-board")))
