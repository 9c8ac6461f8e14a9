"""A phone: points a finger can hit, and everything one needs without scrolling."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from backgammon import (
    BACKGAMMON,
    LONG_NARDY,
    ClockRules,
    Cube,
    Double,
    Position,
    Resign,
    Roll,
    Rules,
    Side,
    TableStakes,
    Take,
    WinKind,
)
from backgammon.position import points
from tests.browser.board.hands import button, first_play, part
from tests.browser.board.table import Table

FINGER = 44
PHONES = [(360, 640), (390, 844), (412, 915)]


def a_match(rules: Rules | None = None) -> Table:
    """Alice has the opening roll 3-1; both have clocks."""
    clock = ClockRules(delay_ms=12_000, reserve_ms=360_000)
    table = Table(rules or Rules.match(7, clock=clock), [(3, 1), (6, 4), (5, 2), (6, 1)])
    table.begin()
    return table


def a_sitting(stake: int = 3) -> Table:
    """A table of chips; Bob has played once and Alice may double."""
    length = TableStakes(stake, 30 * stake, 15 * stake, leave_between_games=True)
    rules = Rules.table(stake, 30 * stake, 15 * stake, length=length)
    table = Table(rules, [(1, 3), (6, 4), (5, 2), (6, 1)])
    table.begin()
    table.act(Side.BLACK, first_play(table))
    return table


def box(locator: Locator) -> FloatRect:
    """Where it is on the screen."""
    found = locator.bounding_box()
    assert found is not None
    return found


def is_apart(one: FloatRect, two: FloatRect) -> bool:
    """Whether the boxes share no more than an edge."""
    return (
        one["x"] + one["width"] <= two["x"] + 1
        or two["x"] + two["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= two["y"] + 1
        or two["y"] + two["height"] <= one["y"] + 1
    )


def is_on_screen(page: Page, found: FloatRect) -> bool:
    """Whether all of it can be seen without scrolling."""
    size = page.viewport_size
    assert size is not None
    return (
        found["x"] >= -0.5
        and found["y"] >= -0.5
        and found["x"] + found["width"] <= size["width"] + 0.5
        and found["y"] + found["height"] <= size["height"] + 0.5
    )


def too_small(page: Page) -> list[str]:
    """The points, bars and trays that are smaller than a finger."""
    return page.locator("[data-point]").evaluate_all(
        f"""spots => spots
            .map(spot => [spot.dataset.point, spot.getBoundingClientRect()])
            .filter(([, box]) => Math.min(box.width, box.height) < {FINGER})
            .map(([point, box]) => `${{point}}: ${{box.width}} x ${{box.height}}`)"""
    )


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_every_point_bar_and_tray_is_as_large_as_a_finger(open_board, width, height) -> None:
    page = open_board(a_match(), width=width, height=height)
    assert page.locator("[data-point]").count() == 26
    assert too_small(page) == []
    page.locator("bg-board").evaluate("board => board.toggleAttribute('mirrored')")
    assert too_small(page) == []


def test_points_are_as_large_in_long_nardy_and_at_a_table_of_chips(open_board) -> None:
    page = open_board(a_match(Rules.match(3, variant=LONG_NARDY)), width=360, height=640)
    assert too_small(page) == []
    page = open_board(a_sitting(), width=360, height=640)
    assert too_small(page) == []


@pytest.mark.parametrize("variant", [BACKGAMMON, LONG_NARDY])
def test_points_are_as_large_on_a_phone_that_lies_on_its_side(open_board, variant) -> None:
    page = open_board(a_match(Rules.match(3, variant=variant)), width=844, height=390)
    assert too_small(page) == []


@pytest.mark.parametrize(("width", "height"), [*PHONES, (844, 390)])
def test_writing_plays_takes_nothing_from_the_points(open_board, width, height) -> None:
    table = a_match()
    page = open_board(table, width=width, height=height, preferences={"type_plays": "on"})
    field = page.get_by_label("Your play")
    field.fill("8/9")
    field.press("Enter")
    for needed in (field, page.locator("#typed-fault"), button(page, "confirm")):
        assert is_on_screen(page, box(needed))
    assert is_apart(box(field), box(button(page, "undo")))
    assert is_apart(box(page.locator("#typed-fault")), box(page.locator("bg-board")))
    assert too_small(page) == []
    field.fill("8/5 6/5")
    button(page, "confirm").click()
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    assert is_on_screen(page, box(part(page, "status")))
    assert too_small(page) == []


@pytest.mark.parametrize(("width", "height"), [(720, 450), (640, 400), (683, 384)])
def test_at_200_percent_every_decision_is_in_sight(open_board, width, height) -> None:
    """What a screen of 1440, 1280 or 1366 pixels leaves when everything is twice as large."""
    table = a_match()
    page = open_board(table, width=width, height=height)

    def in_sight(*actions: str) -> None:
        for action in actions:
            expect(button(page, action)).to_be_visible()
            assert is_on_screen(page, box(button(page, action))), action
        assert is_on_screen(page, box(page.locator("bg-board")))

    in_sight("undo", "confirm")
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Double())
    in_sight("take", "drop")
    table.act(Side.WHITE, Take())
    table.act(Side.BLACK, Resign(WinKind.SINGLE))
    in_sight("resign_accept", "resign_decline")


@pytest.mark.parametrize(("width", "height"), [*PHONES, (844, 390)])
def test_everything_one_needs_is_on_the_screen(open_board, width, height) -> None:
    page = open_board(a_match(), width=width, height=height)
    needed = [
        f".strip-{seat} {what}"
        for seat in ("own", "enemy")
        for what in (".strip-name", "[data-part=pips]", "[data-part=score]", "[data-reserve]")
    ]
    needed += [".die", ".cube", "[data-action=undo]", "[data-action=confirm]"]
    needed += ["[data-part-of-match=status]", ".match-more-button", ".match-chat-link"]
    for what in needed:
        assert is_on_screen(page, box(page.locator(what).first)), what
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.locator(".site-header")).to_be_hidden()


def test_what_is_needed_now_and_then_is_behind_one_button(open_board) -> None:
    page = open_board(a_match(), width=360, height=640)
    expect(part(page, "resign")).to_be_hidden()
    page.get_by_role("button", name="More").click()
    for name in ("resign", "flip"):
        assert is_on_screen(page, box(part(page, name)))
    expect(page.locator("#match-more").get_by_role("link", name="Lobby")).to_be_visible()
    expect(page.locator("#match-more").get_by_role("link", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(part(page, "resign")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390)])
def test_an_offer_leaves_the_whole_position_to_be_seen(open_board, width, height) -> None:
    table = a_match()
    page = open_board(table, width=width, height=height)
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Double())
    for action in ("take", "drop"):
        expect(button(page, action)).to_be_visible()
        assert is_on_screen(page, box(button(page, action)))
        assert is_apart(box(button(page, action)), box(page.locator("bg-board")))
    table.act(Side.WHITE, Take())
    table.act(Side.BLACK, Resign(WinKind.SINGLE))
    expect(part(page, "offer")).to_be_visible()
    assert is_on_screen(page, box(part(page, "offer")))
    assert is_apart(box(part(page, "offer")), box(page.locator("bg-board")))


@pytest.mark.parametrize("stake", [3, 1000])
def test_amounts_and_buttons_have_room_beside_each_other(open_board, stake) -> None:
    table = a_sitting(stake)
    page = open_board(table, width=360, height=640)

    def all_can_be_read(actions: tuple[str, ...]) -> None:
        amounts = part(page, "stakes-amounts").locator("tr:not(:first-child)")
        assert amounts.count() == 3
        boxes = [box(amounts.nth(index)) for index in range(3)]
        boxes += [box(button(page, action)) for action in actions]
        assert all(is_on_screen(page, each) for each in boxes)
        assert all(is_apart(boxes[0], other) for other in boxes[3:])
        assert all(is_apart(each, box(page.locator("bg-board"))) for each in boxes)

    expect(button(page, "double")).to_be_visible()
    all_can_be_read(("double", "roll"))
    table.act(Side.WHITE, Roll())
    table.act(Side.WHITE, first_play(table))
    table.act(Side.BLACK, Double())
    expect(button(page, "beaver")).to_be_visible()
    all_can_be_read(("drop", "take", "beaver"))


def test_what_comes_and_goes_leaves_the_board_as_it_is(open_board) -> None:
    table = a_sitting()
    table.is_person = True
    page = open_board(table, width=360, height=640)
    table.act(Side.WHITE, Roll())
    table.act(Side.WHITE, first_play(table))
    expect(part(page, "status")).to_have_text("Bob is on roll.")
    before = box(page.locator("bg-board"))
    table.goes_away()
    expect(part(page, "absence")).to_be_visible()
    assert is_on_screen(page, box(part(page, "absence")))
    table.is_deaf = True
    table.cut()
    notice = page.locator("[data-connection-notice]").first
    expect(notice).to_be_visible()
    assert is_apart(box(notice), before)
    assert box(page.locator("bg-board")) == before


def test_the_result_of_a_game_fits(open_board) -> None:
    table = a_sitting()
    page = open_board(table, width=360, height=640)
    table.act(Side.WHITE, Double())
    table.act(Side.BLACK, Take())
    table.act(Side.BLACK, Resign(WinKind.BACKGAMMON))
    expect(part(page, "result")).to_be_visible()
    assert is_on_screen(page, box(part(page, "result")))


def test_the_lane_holds_both_bars_the_cube_the_dice_and_the_trays(open_board) -> None:
    table = a_match()
    white = points(bar=2, p13=5, p8=2, p6=4, off=2)
    black = points(bar=3, p24=2, p13=5, p6=2, off=3)
    table.set_up(Position(white, black), cube=Cube(4, Side.WHITE))
    page = open_board(table, width=360, height=640)
    things = [page.locator(name).first for name in (".cube", ".die", ".slab-white", ".slab-black")]
    bars = [page.locator(f".checker-{side}.has-count").last for side in ("white", "black")]
    boxes = [box(thing) for thing in (*things, *bars)]
    for index, one in enumerate(boxes):
        assert 130 < one["x"] + one["width"] / 2 < 230
        assert all(is_apart(one, other) for other in boxes[index + 1 :])
