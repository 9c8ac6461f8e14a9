"""The rules of access that a machine can check, on the board in its main situations."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from backgammon import Double, Position, Resign, Roll, Rules, Side, WinKind
from backgammon.position import points
from tests.browser.board.hands import button, first_play, part, point
from tests.browser.board.table import Table


def complaints(page: Page) -> str:
    """What axe finds, empty when all is well."""
    found = Axe().run(page)
    return found.generate_report() if found.violations_count else ""


@pytest.fixture
def table() -> Table:
    """Alice has the opening roll 3-1."""
    table = Table(Rules.match(9), [(3, 1), (6, 4), (5, 2), (6, 1)])
    table.begin()
    return table


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_a_turn_in_the_making(table, open_board, page, scheme, width, height) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_board(table, width=width, height=height)
    point(page, 8).click()
    assert complaints(page) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_offered_double_and_a_finished_game(table, open_board, page, scheme) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.act(Side.WHITE, first_play(table))
    open_board(table)
    table.act(Side.BLACK, Double())
    expect(button(page, "take")).to_be_enabled()
    assert complaints(page) == ""
    button(page, "take").click()
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    expect(button(page, "next")).to_be_enabled()
    assert complaints(page) == ""


def test_the_question_before_resigning(table, open_board, page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_board(table)
    part(page, "resign").click()
    assert complaints(page) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_a_typed_play_the_board_in_words_and_the_keys(
    table, open_board, page, scheme, width, height
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_board(table, width=width, height=height, preferences={"text_board": "on"})
    page.keyboard.press("/")
    page.keyboard.type("5/8")
    page.keyboard.press("Enter")
    expect(page.locator("#typed-fault")).to_contain_text("the wrong way")
    assert complaints(page) == ""
    part(page, "more-keys").dispatch_event("click")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert complaints(page) == ""


def test_a_forced_play_that_goes_out_by_itself(open_board, page) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = Table(Rules.match(3), [(6, 5)])
    table.begin()
    table.set_up(Position(points(p2=1, p1=1, off=13), points(p6=2, off=13)))
    page.clock.install()
    open_board(table, preferences={"auto_confirm": "on"})
    expect(part(page, "status")).to_contain_text("Forced")
    assert complaints(page) == ""
