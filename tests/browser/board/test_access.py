"""The rules of access that a machine can check, on the board in its main situations."""

import pytest
from playwright.sync_api import expect

from backgammon import Double, Position, Resign, Roll, Rules, Side, WinKind
from backgammon.position import points
from tests.browser.axe import violations
from tests.browser.board.hands import button, first_play, part, point
from tests.browser.board.table import Table


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
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_offered_double_and_a_finished_game(table, open_board, page, scheme) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.act(Side.WHITE, first_play(table))
    open_board(table)
    table.act(Side.BLACK, Double())
    expect(button(page, "take")).to_be_enabled()
    assert violations(page) == []
    button(page, "take").click()
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    expect(button(page, "next")).to_be_enabled()
    assert violations(page) == []


def test_the_question_before_resigning(table, open_board, page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_board(table)
    part(page, "resign").click()
    assert violations(page) == []


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
    assert violations(page) == []
    part(page, "more-keys").dispatch_event("click")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert violations(page) == []


def test_a_forced_play_that_goes_out_by_itself(open_board, page) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = Table(Rules.match(3), [(6, 5)])
    table.begin()
    table.set_up(Position(points(p2=1, p1=1, off=13), points(p6=2, off=13)))
    page.clock.install()
    open_board(table, preferences={"auto_confirm": "on"})
    expect(part(page, "status")).to_contain_text("Forced")
    assert violations(page) == []
