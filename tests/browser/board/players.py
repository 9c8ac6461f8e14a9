"""Whole matches at the board page: what Bob does on his side, and Alice's decisions one by one."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from backgammon import (
    Double,
    Drop,
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
from tests.browser.board.hands import first_play, part
from tests.browser.board.table import Table

#: What Alice does for each button the page offers her, the first that lives.
Hands = dict[str, Callable[[Page], None]]

WANTED = ("resign_accept", "next", "take", "double", "roll", "confirm")

_OFFER = """(wanted) => {
  const back = document.querySelector("[data-part-of-match='result-back']");
  if (back?.checkVisibility()) return "over";
  const lives = (action) => {
    const button = document.querySelector(`[data-action='${action}']`);
    return button?.checkVisibility() && (action === "confirm" || !button.disabled);
  };
  return wanted.find(lives) ?? null;
}"""


def a_short_match(points: int, seed: int) -> Table:
    """Three checkers a side and a cube: bar, hits and bearing off within a few turns."""
    table = Table(Rules.match(points, variant=find_variant("hypergammon")))
    table.dice = SeededDice(seed)
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
        offer = page.wait_for_function(_OFFER, arg=WANTED).json_value()
        if offer == "over":
            break
        made.append(offer)
        seq = table.seq
        hands[offer](page)
        _let_it_arrive(page, table, seq)
    expect(part(page, "result-title")).to_contain_text("the match")
    assert table.state.outcome is not None
    return made


def _let_it_arrive(page: Page, table: Table, seq: int) -> None:
    """The table hears the page while the test waits for it."""
    for _ in range(400):
        if table.seq > seq:
            return
        page.wait_for_timeout(25)
    raise AssertionError("the table has heard nothing")
