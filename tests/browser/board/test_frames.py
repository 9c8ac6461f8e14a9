"""What is shown of the other side's turn, at what cost, and how a player hurries on."""

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from backgammon import GivenDice, MakePlay, Move, Roll, Rules, Side
from tests.browser.board.hands import first_play, point
from tests.browser.board.table import Table

TURN = (Move(24, 3), Move(24, 3), Move(21, 3), Move(21, 3))
#: How much moves on the board; what else there is on the page may fade in and out.
IN_THE_AIR = "document.querySelector('bg-board').getAnimations({ subtree: true }).length"
STOP_THE_CLOCK = """() => {
    // Nothing runs out by itself: only a press can end what is running.
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
        return animate.call(this, frames, { ...timing, duration: 3_600_000 });
    };
}"""


def bobs_turn(open_board) -> tuple[Page, Table]:
    """Bob has rolled 3-3 and his checkers are in the air, where they stay."""
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    table.act(Side.WHITE, first_play(table))
    page = open_board(table)
    page.evaluate(STOP_THE_CLOCK)
    table.dice = GivenDice([(3, 3)])
    table.act(Side.BLACK, Roll())
    table.act(Side.BLACK, MakePlay(TURN))
    page.wait_for_function(f"() => {IN_THE_AIR} > 0")
    return page, table


def has_ended(page: Page) -> None:
    """Everything lies where the turn left it, and nothing moves any more."""
    expect(point(page, 7)).to_have_attribute("aria-label", "Point 7: opponent 2")
    assert page.evaluate(IN_THE_AIR) == 0


def test_a_press_on_the_board_ends_what_is_running_and_means_nothing_else(open_board) -> None:
    page, _table = bobs_turn(open_board)
    point(page, 8).click()
    has_ended(page)
    expect(page.locator(".mark-selected")).to_have_count(0)


def test_any_key_ends_what_is_running(open_board) -> None:
    page, _table = bobs_turn(open_board)
    page.keyboard.press("x")
    has_ended(page)


def test_what_is_asked_of_the_browser_ends_nothing(open_board) -> None:
    page, _table = bobs_turn(open_board)
    page.keyboard.press("Control+y")
    assert page.evaluate(IN_THE_AIR) > 0


def test_nobody_waits_for_what_is_running_when_something_new_happens(open_board) -> None:
    page, table = bobs_turn(open_board)
    table.dice = GivenDice([(2, 1)])
    table.act(Side.WHITE, Roll())
    expect(page.locator(".die-white")).to_have_count(2)
    expect(point(page, 7)).to_have_attribute("aria-label", "Point 7: opponent 2")


# --- cost -----------------------------------------------------------------------

SLOWER = 4  # times, as a phone of some years is
FLYING = "document.querySelector('bg-board').getAnimations({ subtree: true })[0].effect.target"
MOVED = """() => {
    const flights = document.querySelector("bg-board").getAnimations({ subtree: true });
    const frames = flights.flatMap(({ effect }) => effect.getKeyframes());
    return frames.flatMap(({ offset, computedOffset, easing, composite, ...moved }) =>
        Object.keys(moved));
}"""
#: How often a script touches the board while the next twenty frames are drawn.
TOUCHED = """() => new Promise((done) => {
    let touched = 0;
    const watch = new MutationObserver((changes) => { touched += changes.length; });
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    watch.observe(document.querySelector("bg-board"), all);
    const draw = (left) => requestAnimationFrame(() => (left ? draw(left - 1) : done(touched)));
    draw(20);
})"""


def layers(page: Page) -> tuple[CDPSession, set[int]]:
    """The nodes that the browser moves on the screen without drawing them anew."""
    nodes: set[int] = set()

    def changed(tree: dict[str, Any]) -> None:
        nodes.update(layer.get("backendNodeId", 0) for layer in tree.get("layers", ()))

    devtools = page.context.new_cdp_session(page)
    devtools.on("LayerTree.layerTreeDidChange", changed)
    devtools.send("DOM.enable")
    devtools.send("LayerTree.enable")
    return devtools, nodes


def test_a_checker_in_the_air_is_a_layer_of_its_own_and_no_script_runs_for_it(open_board) -> None:
    """So it flies as smoothly as the screen is drawn, however slow the processor is."""
    page, _table = bobs_turn(open_board)
    devtools, nodes = layers(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    assert page.evaluate(TOUCHED) == 0
    assert set(page.evaluate(MOVED)) == {"transform"}
    flying = devtools.send("Runtime.evaluate", {"expression": FLYING})["result"]["objectId"]
    told = devtools.send("DOM.describeNode", {"objectId": flying})
    assert told["node"]["backendNodeId"] in nodes
