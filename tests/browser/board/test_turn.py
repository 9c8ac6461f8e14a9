"""Making a turn by hand: tap, drag, undo, the order of the dice, confirm."""

import pytest
from playwright.sync_api import expect

from backgammon import GivenDice, Position, Roll, Rules, Side
from backgammon.position import points
from tests.browser.board.hands import (
    button,
    checkers,
    first_play,
    heard,
    part,
    point,
    pressable,
)
from tests.browser.board.table import Table


def a_table(dice: tuple[int, int] = (3, 1), seat: Side = Side.WHITE) -> Table:
    """A game in which the page's player starts with these dice (higher first)."""
    throw = dice if seat is Side.WHITE else dice[::-1]
    table = Table(Rules.match(3), [throw, (6, 4), (5, 2)], seat)
    table.begin()
    return table


def test_a_turn_is_tapped_and_goes_out_when_it_is_confirmed(open_board) -> None:
    table = a_table()
    page = open_board(table)
    point(page, 8).click()
    point(page, 5).click()
    point(page, 6).click()
    point(page, 5).click()
    assert table.of_type("match.play") == []
    button(page, "confirm").click()
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    (sent,) = table.of_type("match.play")
    assert sorted(map(tuple, sent["moves"])) == [(6, 1), (8, 3)]
    assert sent["seen"] == 2


def test_only_sources_and_targets_that_lead_to_a_legal_play_can_be_pressed(open_board) -> None:
    page = open_board(a_table())
    assert pressable(page) == [6, 8, 13, 24]
    point(page, 8).click()
    assert pressable(page) == [4, 5, 6, 7, 8, 13, 24]


def test_one_checker_may_take_both_dice_in_one_gesture(open_board) -> None:
    table = a_table()
    page = open_board(table)
    point(page, 24).click()
    point(page, 20).click()
    button(page, "confirm").click()
    expect(part(page, "log").locator("li").first).to_have_text("You play 24/20.")


def test_a_checker_can_be_dragged(open_board) -> None:
    page = open_board(a_table())
    point(page, 8).drag_to(point(page, 5))
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
    point(page, 6).drag_to(point(page, 12))
    expect(point(page, 6)).to_have_attribute("aria-label", "Point 6: yours 5")
    expect(page.locator(".is-lifted")).to_have_count(0)


def test_pressing_a_checker_twice_moves_it_by_the_first_die(open_board) -> None:
    page = open_board(a_table())
    point(page, 8).dblclick()
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")


def test_the_dice_can_be_swapped_until_the_first_step(open_board) -> None:
    page = open_board(a_table())
    dice = page.locator(".dice")
    expect(dice).to_have_attribute("aria-label", "Dice 3 1. Swap their order")
    dice.click()
    point(page, 8).dblclick()
    expect(point(page, 7)).to_have_attribute("aria-label", "Point 7: yours 1")
    expect(dice).not_to_have_attribute("data-swap", "")


def test_undo_gives_a_hit_checker_back_once(open_board) -> None:
    table = a_table()
    white = points(p24=2, p13=5, p8=3, p6=5)
    black = points(p24=1, p20=1, p13=5, p8=3, p6=5)
    table.set_up(Position(white, black))
    page = open_board(table)
    for source in (8, 6):
        point(page, source).click()
        point(page, 5).click()
        if source == 8:
            button(page, "undo").click()
        assert checkers(page) == {"white": 15, "black": 15}
    button(page, "undo").click()
    expect(button(page, "undo")).to_be_disabled()
    page.keyboard.press("Backspace")
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: opponent 1")
    assert checkers(page) == {"white": 15, "black": 15}


def test_confirm_waits_until_every_die_is_played(open_board) -> None:
    page = open_board(a_table())
    expect(button(page, "confirm")).to_be_disabled()
    point(page, 8).dblclick()
    expect(button(page, "confirm")).to_be_disabled()
    point(page, 6).dblclick()
    expect(button(page, "confirm")).to_be_enabled()


def test_a_checker_with_two_ways_to_two_hits_is_moved_step_by_step(open_board) -> None:
    """D-RUL-10: whoever is hit is the one the player chose."""
    table = a_table((5, 3))
    white = points(p18=1, p2=7, p1=7)
    black = points(p12=1, p10=1, p6=4, p5=4, p4=5)
    table.set_up(Position(white, black))
    page = open_board(table)
    point(page, 18).click()
    assert pressable(page) == [13, 15, 18]
    point(page, 15).click()
    point(page, 15).dblclick()
    button(page, "confirm").click()
    expect(part(page, "log").locator("li").first).to_have_text("You play 18/15*/10.")


def test_who_is_on_the_bar_can_only_enter(open_board) -> None:
    table = a_table((6, 4))
    white = points(bar=1, p13=5, p8=4, p6=5)
    black = points(p24=2, p13=5, p8=3, p6=5)
    table.set_up(Position(white, black))
    page = open_board(table)
    assert pressable(page) == [15, 21, 25]  # the bar is chosen already; 15 is both dice
    point(page, 21).click()
    expect(point(page, 21)).to_have_attribute("aria-label", "Point 21: yours 1")


@pytest.mark.parametrize("seat", [Side.WHITE, Side.BLACK])
def test_both_seats_see_their_own_numbers(open_board, seat: Side) -> None:
    """D-RUL-15: the same turn is legal from either side."""
    table = a_table((3, 1), seat)
    page = open_board(table)
    for source in (8, 6):
        point(page, source).click()
        point(page, 5).click()
    button(page, "confirm").click()
    (sent,) = heard(page, table, "match.play")
    assert sorted(map(tuple, sent["moves"])) == [(6, 1), (8, 3)]


def test_a_double_is_four_moves(open_board) -> None:
    table = a_table()
    table.act(Side.WHITE, first_play(table))
    table.dice = GivenDice([(2, 2)])
    table.seat = Side.BLACK
    table.act(Side.BLACK, Roll())
    page = open_board(table)
    expect(page.locator(".die")).to_have_count(4)
    for _ in range(2):
        point(page, 13).dblclick()
        point(page, 11).dblclick()
    expect(page.locator(".die.is-used")).to_have_count(4)
    expect(button(page, "undo_all")).to_be_visible()
    button(page, "undo_all").click()
    expect(point(page, 13)).to_have_attribute("aria-label", "Point 13: yours 5")


def test_bearing_off_by_tapping_the_tray(open_board) -> None:
    table = a_table((6, 5))
    table.set_up(Position(points(p6=2, p5=2, off=11), points(p6=2, off=13)))
    page = open_board(table)
    point(page, 6).click()
    point(page, 0).click()
    expect(page.locator(".slab-white")).to_have_count(12)
    point(page, 5).dblclick()
    button(page, "confirm").click()
    expect(part(page, "log").locator("li").first).to_have_text("You play 6/off 5/off.")


def test_a_wrong_press_leaves_the_bar_chosen(open_board) -> None:
    table = a_table((6, 4))
    table.set_up(Position(points(bar=1, p13=5, p8=4, p6=5), points(p24=2, p13=5, p8=3, p6=5)))
    page = open_board(table)
    point(page, 8).click()
    assert pressable(page) == [15, 21, 25]
    point(page, 25).drag_to(point(page, 8))
    assert pressable(page) == [15, 21, 25]
    point(page, 21).click()
    expect(point(page, 21)).to_have_attribute("aria-label", "Point 21: yours 1")


def test_nothing_is_moved_ahead_of_the_own_turn(open_board) -> None:
    table = a_table()
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    page = open_board(table, preferences={"type_plays": "on"})
    expect(part(page, "status")).to_have_text("Bob is moving.")
    heard = len(table.received)
    assert pressable(page) == []
    before = point(page, 13).get_attribute("aria-label")
    point(page, 13).dblclick()
    point(page, 13).drag_to(point(page, 8))
    page.locator(".dice").click(force=True)
    page.get_by_label("Your play").fill("13/8 6/4")
    page.get_by_label("Your play").press("Enter")
    expect(page.locator("#typed-fault")).to_contain_text("no roll of yours")
    for key in ("b", "Enter", "c", "r"):
        page.locator("body").press(key)
    expect(point(page, 13)).to_have_attribute("aria-label", before)
    table.act(Side.BLACK, first_play(table))
    expect(button(page, "roll")).to_be_enabled()
    assert [message["type"] for message in table.received[heard:] if "id" in message] == []
    button(page, "roll").click()
    expect(button(page, "confirm")).to_be_disabled()
    expect(button(page, "undo")).to_be_disabled()
    expect(page.get_by_label("Your play")).to_have_value("")


def test_a_turn_in_the_making_survives_news_that_do_not_concern_it(open_board) -> None:
    table = a_table()
    page = open_board(table)
    point(page, 8).dblclick()
    table.send({"type": "match.presence", "side": "black", "online": False})
    expect(page.locator(".strip-enemy .strip-away")).to_be_visible()
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
