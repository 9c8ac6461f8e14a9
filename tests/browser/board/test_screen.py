"""Every screen, every hand: small and large, no motion, keyboard, mirrored, spoken."""

from math import dist

import pytest
from playwright.sync_api import Page, expect

from backgammon import ClockRules, GivenDice, MakePlay, Move, Position, Roll, Rules, Side
from backgammon.position import points
from tests.browser.board.hands import button, first_play, part, point
from tests.browser.board.table import Table

FINGER = 24  # CSS pixels, the least a target may measure (WCAG 2.2, 2.5.8)


def a_table() -> Table:
    """Alice has the opening roll 3-1."""
    table = Table(Rules.match(3), [(3, 1), (6, 4), (5, 2), (6, 1)])
    table.begin()
    return table


@pytest.mark.parametrize(
    ("width", "height"), [(360, 640), (390, 844), (768, 1024), (844, 390), (1440, 900)]
)
def test_everything_one_needs_fits_without_scrolling(open_board, width: int, height: int) -> None:
    page = open_board(a_table(), width=width, height=height)
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    for needed in ("bg-board svg", "[data-action=confirm]", ".strip-own", ".strip-enemy"):
        box = page.locator(needed).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 1


def test_a_small_screen_has_room_for_the_name_of_a_house_bot(open_board) -> None:
    clock = ClockRules(delay_ms=12_000, reserve_ms=360_000)
    table = Table(Rules.match(3, clock=clock), [(3, 1)])
    table.begin()
    page = open_board(table, width=360, height=640)
    expect(page.locator(".strip-enemy [data-part=clock]")).to_be_visible()
    lacking = page.locator(".strip-enemy .strip-name").evaluate(
        "name => { name.textContent = 'Bot-Dexter'; return name.scrollWidth - name.clientWidth }"
    )
    assert lacking <= 0


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_a_point_is_large_enough_for_a_finger(open_board, width: int, height: int) -> None:
    page = open_board(a_table(), width=width, height=height)
    for number in (1, 6, 13, 24):
        box = point(page, number).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER


def test_the_board_turns_with_the_screen_and_keeps_the_turn(open_board) -> None:
    page = open_board(a_table(), width=1280, height=800)
    point(page, 8).dblclick()
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".board-svg.is-portrait")).to_be_visible()
    expect(point(page, 5)).to_have_attribute("aria-label", "Point 5: yours 1")
    point(page, 6).click()
    point(page, 5).click()
    button(page, "confirm").click()
    expect(part(page, "status")).to_have_text("Bob is on roll.")


def test_own_home_lies_at_the_bottom_right_until_the_board_is_flipped(open_board) -> None:
    page = open_board(a_table())

    def middle(number: int) -> tuple[float, float]:
        box = point(page, number).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    (x1, y1), (x12, _), (_, y24) = middle(1), middle(12), middle(24)
    assert x1 > x12
    assert y1 > y24
    part(page, "flip").click()
    expect(page.locator("bg-board[mirrored]")).to_have_count(1)
    assert middle(1)[0] < middle(12)[0]


def tab_to(page: Page, name: str) -> None:
    """Moves the focus on until it is on what begins with this name."""
    for _ in range(60):
        label = page.evaluate(
            "document.activeElement.getAttribute('aria-label')"
            " || document.activeElement.textContent"
        )
        if label.strip().startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached")


def play_by_key(page: Page) -> None:
    """Plays 8/5 6/5 and confirms, without a hand on anything but the keyboard."""
    for source in ("Point 8", "Point 6"):
        tab_to(page, source)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    tab_to(page, "Confirm")
    page.keyboard.press("Enter")


def test_the_focus_stays_with_the_controls_while_the_house_thinks(open_board) -> None:
    table = a_table()
    page = open_board(table)
    page.keyboard.press("Tab")
    table.is_deaf = True
    play_by_key(page)
    expect(page.locator("[data-action=confirm]")).to_be_disabled()
    # A browser takes the focus from a disabled button when it next draws.
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    assert "match-controls" in page.evaluate("document.activeElement.className")


def test_a_turn_can_be_made_with_the_keyboard_alone(open_board) -> None:
    table = a_table()
    page = open_board(table)
    page.keyboard.press("Tab")

    play_by_key(page)
    expect(part(page, "log").locator("li").first).to_have_text("You play 8/5 6/5.")
    focused = page.evaluate("document.activeElement.className")
    assert "match-controls" in focused


def test_what_happens_is_spoken(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, MakePlay((Move(24, 6), Move(18, 4))))
    expect(part(page, "speech")).to_have_text("Bob plays 24 14. You are on roll.")
    assert part(page, "speech").get_attribute("aria-live") == "polite"


def test_a_roll_that_cannot_be_played_is_shown_and_said(open_board) -> None:
    table = Table(Rules.match(3), [(1, 3), (6, 6), (5, 2)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    shut = points(p6=3, p5=3, p4=2, p3=2, p2=2, p1=3)
    table.set_up(Position(points(bar=1, p6=5, p8=4, p13=5), shut))
    page = open_board(table)
    button(page, "roll").click()
    expect(page.locator(".die-white").first).to_be_visible()
    expect(part(page, "log").locator("li").first).to_have_text("You cannot move.")
    expect(part(page, "status")).to_have_text("Bob is on roll.")


def test_without_motion_the_board_shows_the_end_at_once(open_board, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = a_table()
    page = open_board(table)
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, MakePlay((Move(24, 6), Move(18, 4))))
    expect(point(page, 11)).to_have_attribute("aria-label", "Point 11: opponent 1")
    running = page.locator("bg-board").evaluate("it => it.getAnimations({subtree: true}).length")
    assert running == 0


def test_the_last_move_is_marked(open_board) -> None:
    table = a_table()
    page = open_board(table)
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, MakePlay((Move(24, 6), Move(18, 4))))
    expect(page.locator(".mark-landed")).to_have_count(1)
    expect(page.locator(".mark-left")).to_have_count(1)


def test_tall_stacks_carry_a_number(open_board) -> None:
    table = a_table()
    table.set_up(Position(points(p24=2, p13=2, p8=3, p6=8), points(p24=2, p13=5, p8=3, p6=5)))
    page = open_board(table)
    expect(page.locator(".checker-count", has_text="8")).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_last_move_leaves_the_number_of_a_tall_stack_to_be_read(
    open_board, width: int, height: int
) -> None:
    table = a_table()
    table.set_up(Position(points(p6=15), points(p13=12, p10=2, p3=1)))
    table.act(Side.WHITE, first_play(table))
    page = open_board(table, width=width, height=height)
    table.dice = GivenDice([(6, 3)])
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, MakePlay((Move(13, 3), Move(13, 6))))
    for mark in (".mark-left", ".mark-landed"):
        expect(page.locator(mark).first).to_be_visible()
    number = page.locator(".checker-black .checker-count", has_text="10").bounding_box()
    mark = page.locator(".mark-left").first.bounding_box()
    assert number is not None
    assert mark is not None
    middles = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (number, mark)
    ]
    assert dist(*middles) > number["height"] / 2 + mark["height"] / 4


def test_trays_carry_the_number_of_checkers_that_are_off(open_board) -> None:
    table = a_table()
    table.set_up(Position(points(p3=1, p1=2, off=12), points(p6=11, off=4)))
    page = open_board(table)
    counts = page.locator(".tray-count")
    expect(counts).to_have_text(["12", "4"])
    point(page, 3).click()
    point(page, 0).click()
    expect(counts).to_have_text(["13", "4"])
    button(page, "undo").click()
    expect(counts).to_have_text(["12", "4"])


def test_pips_follow_the_turn_being_made(open_board) -> None:
    page = open_board(a_table())
    own = page.locator(".strip-own [data-part=pips]")
    expect(own).to_have_text("167")
    point(page, 8).dblclick()
    expect(own).to_have_text("164")
