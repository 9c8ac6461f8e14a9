"""Every game and every length on the board: what is drawn, what is lit, what is said."""

import pytest
from playwright.sync_api import Page, expect

from backgammon import (
    LONG_NARDY,
    Cube,
    CubeRules,
    Double,
    GivenDice,
    Holland,
    Position,
    Resign,
    Roll,
    Rules,
    Side,
    StartGame,
    WinKind,
    find_variant,
)
from backgammon.position import points
from tests.browser.board.hands import (
    button,
    checkers,
    first_play,
    part,
    point,
    pressable,
)
from tests.browser.board.table import Table


def begun(rules: Rules, *dice: tuple[int, int]) -> Table:
    """Alice is white and has won the opening throw, unless `dice` say otherwise."""
    table = Table(rules, [(6, 5), *dice])
    table.begin()
    return table


def lit(page: Page) -> list[int]:
    """The points a checker in the hand may go to: they answer to a press and hold no own source."""
    return [number for number in pressable(page) if number not in sources(page)]


def sources(page: Page) -> list[int]:
    """The points from which a checker may leave."""
    pressed = page.locator(".spot.is-live[aria-label^='Point'][aria-label*='yours']")
    return sorted(pressed.evaluate_all("spots => spots.map(spot => Number(spot.dataset.point))"))


def label(page: Page, number: int) -> str:
    return point(page, number).get_attribute("aria-label") or ""


# --- long nardy -------------------------------------------------------------------


@pytest.fixture
def nardy() -> Table:
    """Alice is to play 6-2 with all her checkers on the head."""
    table = begun(Rules.match(3, variant=LONG_NARDY), (6, 2), (5, 3))
    table.act(Side.WHITE, Roll())
    return table


def test_long_nardy_has_its_own_numbering_no_bar_and_no_cube(nardy, open_board) -> None:
    page = open_board(nardy)
    assert label(page, 24) == "Point 24: yours 15"
    assert label(page, 12) == "Point 12: opponent 15"
    assert page.locator("[data-point='25']").count() == 0
    expect(page.locator(".cube-body")).to_have_count(0)
    assert checkers(page) == {"white": 15, "black": 15}


def test_long_nardy_is_played_the_same_way_round(nardy, open_board) -> None:
    """The other side's checkers leave my 12 and come towards my 24 by way of 1."""
    page = open_board(nardy)
    point(page, 24).click()
    assert lit(page) == [16, 18, 22]
    point(page, 16).click()
    button(page, "confirm").click()
    expect(part(page, "log").locator("li").first).to_have_text("You play 24/16.")
    nardy.act(Side.BLACK, Roll())
    nardy.act(Side.BLACK, first_play(nardy))
    expect(point(page, 12)).to_have_attribute("aria-label", "Point 12: opponent 14")
    expect(point(page, 4)).to_have_attribute("aria-label", "Point 4: opponent 1")


def test_one_checker_closes_a_point_in_long_nardy(nardy, open_board) -> None:
    nardy.set_up(Position(points(p24=14, p20=1), points(p24=13, p6=1, p2=1)))
    page = open_board(nardy)
    assert label(page, 18) == "Point 18: opponent 1"
    point(page, 24).click()
    assert lit(page) == [16, 22]


def test_a_win_is_called_as_in_its_game(open_board) -> None:
    table = begun(Rules.match(3, variant=LONG_NARDY), (6, 2))
    page = open_board(table)
    table.act(Side.BLACK, Resign(WinKind.SINGLE))
    expect(part(page, "result-title")).to_have_text("You win a mars (+2).")


def test_giving_up_asks_for_no_level_where_the_position_says_it(nardy, open_board) -> None:
    page = open_board(nardy)
    part(page, "resign").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The position says what it costs")
    expect(dialog.locator("input[name='level']").first).to_be_hidden()
    dialog.get_by_role("button", name="Resign").click()
    expect(part(page, "result-title")).to_have_text("Bob wins a mars (+2).")


# --- house variants ---------------------------------------------------------------


@pytest.mark.parametrize(("key", "count"), [("hypergammon", 3), ("nackgammon", 15)])
def test_a_game_begins_with_its_own_checkers(key, count, open_board) -> None:
    variant = find_variant(key)
    page = open_board(begun(Rules.match(3, variant=variant)))
    assert checkers(page) == {"white": count, "black": count}
    for number, own in enumerate(variant.start):
        if own:
            assert label(page, number) == f"Point {number}: yours {own}"


@pytest.mark.parametrize("key", ["five_high", "forced_bear_off+five_high"])
def test_a_full_point_is_not_lit_in_five_high_even_on_the_way(key, open_board) -> None:
    table = begun(Rules.match(3, variant=find_variant(key)))
    table.set_up(Position(points(p13=5, p8=5, p7=5), points(p24=2, p13=5, p8=3, p6=5)))
    page = open_board(table)
    point(page, 13).click()
    assert 8 not in lit(page)
    assert 7 not in lit(page)


def test_a_forced_bear_off_leaves_nothing_else_to_press(open_board) -> None:
    table = begun(Rules.match(3, variant=find_variant("forced_bear_off")))
    table.set_up(Position(points(p6=1, p5=1, p4=3, off=10), points(p6=5, off=10)))
    page = open_board(table)
    assert sources(page) == [5, 6]
    point(page, 6).click()
    assert lit(page) == [0]


def test_a_checker_goes_off_by_the_rearmost_alone(open_board) -> None:
    table = begun(Rules.match(3, variant=find_variant("rearmost_bear_off")))
    table.set_up(Position(points(p4=1, p3=2, off=12), points(p6=5, off=10)))
    page = open_board(table)
    point(page, 4).click()
    point(page, 0).click()
    point(page, 3).click()
    point(page, 0).click()
    button(page, "confirm").click()
    expect(part(page, "log").locator("li").first).to_have_text("You play 4/off 3/off.")


# --- lengths ----------------------------------------------------------------------


def on_roll(rules: Rules, **changes: object) -> Table:
    """Both have moved once and Alice is on roll."""
    table = begun(rules, (5, 4), (6, 3))
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, first_play(table))
    if changes:
        table.set_up(table.state.running_game.position, **changes)
    return table


def test_at_table_stakes_a_cube_that_covers_everything_says_why_it_stays(open_board) -> None:
    page = open_board(on_roll(Rules.table(5, 20, 10), cube=Cube(2, Side.WHITE)))
    expect(part(page, "hint")).to_have_text(
        "The cube already covers all that is at stake on this table."
    )
    expect(button(page, "double")).to_be_disabled()
    expect(button(page, "roll")).to_be_enabled()
    assert page.locator(".cube-place").get_attribute("role") == "img"


def test_at_table_stakes_a_live_cube_is_offered_and_stacks_are_called_so(open_board) -> None:
    page = open_board(on_roll(Rules.table(5, 20, 20)))
    expect(button(page, "double")).to_be_enabled()
    expect(part(page, "hint")).to_be_hidden()
    expect(part(page, "length")).to_have_text("Stake 5 a point")
    own = page.locator(".strip-own .strip-score")
    expect(own).to_have_text("Stack 20", use_inner_text=True)


def test_a_beaver_that_would_cover_nothing_more_says_why(open_board) -> None:
    table = begun(Rules.table(5, 10, 20), (5, 4))
    table.act(Side.WHITE, first_play(table))
    page = open_board(table)
    table.act(Side.BLACK, Double())
    expect(button(page, "beaver")).to_be_disabled()
    expect(part(page, "hint")).to_contain_text("already covers all")
    expect(button(page, "take")).to_be_enabled()


@pytest.mark.parametrize(
    ("cube", "value", "words"),
    [
        (CubeRules(dead_cube=False, cap=2), 2, "The cube goes no higher on this table."),
        (
            CubeRules(dead_cube=False, holland=Holland.ALL_GAMES),
            1,
            "Nobody may double until both sides have rolled twice.",
        ),
    ],
)
def test_a_cube_that_an_option_holds_back_says_so(cube, value, words, open_board) -> None:
    page = open_board(on_roll(Rules.fixed(3, cube=cube), cube=Cube(value, None)))
    expect(part(page, "hint")).to_have_text(words)
    expect(button(page, "double")).to_be_disabled()


def test_a_set_that_ends_level_is_a_draw(open_board) -> None:
    table = begun(Rules.fixed(2))
    page = open_board(table)
    table.act(Side.WHITE, Resign(WinKind.SINGLE))
    table.act(Side.WHITE, Resign(WinKind.BACKGAMMON))
    table.dice = GivenDice([(6, 5)])
    for side in Side:
        table.act(side, StartGame())
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    expect(part(page, "result-title")).to_have_text("The match is a draw.")
    expect(part(page, "result-score")).to_have_text("Alice 3 : 3 Bob")
    expect(part(page, "length")).to_have_text("Games: 2")
