"""Whole matches at the board page: what Bob does on his side, and Alice's decisions one by one."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from backgammon import (
    Double,
    Drop,
    GivenDice,
    MatchState,
    Phase,
    Roll,
    Rules,
    SeededDice,
    Side,
    StartGame,
    Take,
    find_variant,
    legal_actions,
)
from tests.browser.board.hands import button, first_play, part, point, pressable
from tests.browser.board.table import Table

#: What Alice does for each button the page offers her, the first that lives.
Hands = dict[str, Callable[[Page], None]]

MOST_STOPS = 120  # of the Tab key on the whole page

WANTED = ("resign_accept", "next", "take", "double", "roll", "confirm")

_OFFER = """(wanted) => {
  const back = document.querySelector("[data-part-of-match='result-back']");
  if (back?.checkVisibility()) return "over";
  const lives = (action) => {
    if (action === "confirm" && document.querySelector(".spot.is-live")) return true;
    const button = document.querySelector(`[data-action='${action}']`);
    return button?.checkVisibility() && !button.disabled;
  };
  return wanted.find(lives) ?? null;
}"""


#: How the match stands, as the page knows it: it changes when the table has acted, and then alone.
_SHOWN = "() => JSON.stringify(document.querySelector('bg-board').scene.state)"


def a_short_match(points: int, seed: int) -> Table:
    """Three checkers a side and a cube: bar, hits and bearing off within a few turns."""
    table = Table(Rules.match(points, variant=find_variant("hypergammon")))
    table.dice = SeededDice(seed)
    table.begin()
    return table


def a_plain_match() -> Table:
    """To one point, with fifteen checkers a side: Alice throws high doubles, Bob 2-1."""
    table = Table(Rules.match(1))
    table.dice = GivenDice([(6, 5), *[(2, 1), (6, 6), (2, 1), (4, 4)] * 10])
    table.begin()
    return table


def bob_acts(table: Table) -> None:
    """Whatever is Bob's to do: in the first game he drops, in later ones he doubles and takes."""
    bob = table.seat.other
    while _is_bobs(table.state, bob):
        allowed = legal_actions(table.state, bob)
        is_first = table.state.game_number == 1
        if table.state.phase is Phase.BETWEEN_GAMES:
            table.act(bob, StartGame())
        elif Drop in allowed:
            table.act(bob, Drop() if is_first else Take())
        elif Double in allowed and not is_first:
            table.act(bob, Double())
        elif Roll in allowed:
            table.act(bob, Roll())
        else:
            table.act(bob, first_play(table))


def _is_bobs(state: MatchState, bob: Side) -> bool:
    if state.outcome is not None:
        return False
    if state.phase is Phase.BETWEEN_GAMES:
        return bob not in state.ready
    return state.to_act is bob


def play_match(table: Table, page: Page, hands: Hands) -> list[str]:
    """Plays until the match is over; every decision Alice has made, in order."""
    made = []
    while True:
        bob_acts(table)
        offer = next_offer(page)
        if offer == "over":
            break
        made.append(offer)
        before = page.evaluate(_SHOWN)
        hands[offer](page)
        page.wait_for_function(f"(before) => ({_SHOWN})() !== before", arg=before)
    expect(part(page, "result-title")).to_contain_text("the match")
    assert table.state.outcome is not None
    return made


def next_offer(page: Page) -> str:
    """What can be decided now; waits until there is something, "over" after the match."""
    return str(page.wait_for_function(_OFFER, arg=WANTED, timeout=60_000).json_value())


# --- hands ------------------------------------------------------------------------


def tab_to(page: Page, target: Locator) -> None:
    """Tab, until the target has the focus; everybody can see that it has it."""
    for _ in range(MOST_STOPS):
        if target.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(target).to_be_focused()
    assert target.evaluate("element => element.matches(':focus-visible')")


def press(page: Page, action: str) -> None:
    """Walks to a button and presses it, once it lives."""
    expect(button(page, action)).to_be_enabled()
    tab_to(page, button(page, action))
    page.keyboard.press("Enter")


def walk_a_turn(page: Page) -> None:
    """Walks from checker to checker, and to Confirm."""
    while not button(page, "confirm").is_enabled():
        spot = page.locator(".spot.is-live").first
        tab_to(page, spot)
        if spot.get_attribute("aria-pressed") == "false":
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    press(page, "confirm")


def spell_a_turn(page: Page) -> None:
    """By short keys: to the board, twice Enter for a move, confirm."""
    while not button(page, "confirm").is_enabled():
        page.keyboard.press("b")
        if page.locator(".spot:focus").get_attribute("aria-pressed") == "false":
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    page.keyboard.press("c")


WALKING: Hands = {
    "confirm": walk_a_turn,
    "roll": lambda page: press(page, "roll"),
    "double": lambda page: press(page, "double"),
    "take": lambda page: press(page, "take"),
    "next": lambda page: press(page, "next"),
}
SPELLING: Hands = {
    **WALKING,
    "confirm": spell_a_turn,
    "roll": lambda page: page.keyboard.press("r"),
    "next": lambda page: page.keyboard.press("n"),
}


def tap_a_turn(page: Page) -> None:
    """Each checker by the first die that lets it, what is furthest behind first."""
    while not button(page, "confirm").is_enabled():
        spot = point(page, max(pressable(page)))
        # A checker on the bar is picked up already.
        if spot.get_attribute("aria-pressed") == "false":
            spot.tap()
        spot.tap()
    button(page, "confirm").tap()


def tapping(action: str) -> Callable[[Page], None]:
    """A finger on this button."""
    return lambda page: button(page, action).tap()


FINGERS: Hands = {
    "confirm": tap_a_turn,
    **{action: tapping(action) for action in ("roll", "double", "take", "next")},
}
