"""People in Chromium: their page, what it says, and what their hands do at the board."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from backgammon import MatchState, Side
from tests.browser.board.hands import button, part, point, pressable, tap
from tests.browser.waiting import wait_until_live
from tests.support.visitor import Visitor

NewContext = Callable[..., BrowserContext]

WIDE = {"width": 1440, "height": 900}
SMALL = {"width": 360, "height": 640}

MOST_MOVES = 4  # of one turn

#: How often, and how long apart, a page that changes by itself never is opened anew.
MOST_LOOKS, BETWEEN_LOOKS_MS = 100, 300


#: The decision the page asks for, a turn by its name "confirm"; "over" after the match.
_OFFER = """() => {
  const back = document.querySelector("[data-part-of-match='result-back']");
  if (back?.checkVisibility()) return "over";
  const buttons = [...document.querySelectorAll("[data-action]")];
  const pressable = buttons.filter((button) => button.checkVisibility() && !button.disabled);
  const offered = new Set(pressable.map((button) => button.dataset.action));
  if (document.querySelector(".spot.is-live")) offered.add("confirm");
  const liked = ["resign_accept", "next", "take", "double", "roll", "confirm"];
  return liked.find((action) => offered.has(action)) ?? null;
}"""


class Person:
    """Somebody with a browser of his own. What his console complains of is kept."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url.rstrip("/")
        self.context = context
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        # A breach of the Content-Security-Policy is such an error too.
        if message.type in ("error", "warning"):
            self.complaints.append(f"{self.page.url}: {message.text}")

    def forgive_lost_connections(self) -> None:
        """Forgets what the browser said about sockets to a house that was closed."""
        self.complaints = [each for each in self.complaints if "WebSocket connection" not in each]

    @property
    def name(self) -> str:
        """The name he is signed in by."""
        return self.page.locator("body").get_attribute("data-user") or ""

    def go(self, path: str) -> None:
        """Opens one of our pages."""
        self.page.goto(f"{self.url}{path}")

    def arrive(self, path: str) -> None:
        """Opens one of our pages, and waits until it hears what happens."""
        self.go(path)
        wait_until_live(self.page)

    def look_until_seen(self, path: str, what: Locator) -> None:
        """Opens a page that is not live again and again, until this is on it."""
        for _ in range(MOST_LOOKS):
            self.go(path)
            if what.is_visible():
                return
            self.page.wait_for_timeout(BETWEEN_LOOKS_MS)
        expect(what).to_be_visible()

    def become_guest(self) -> None:
        """Presses "Play as guest" in the header, and stays in the lobby."""
        self.go("/")
        self.page.get_by_role("button", name="Play as guest").click()
        expect(self.page.locator("body")).to_have_attribute("data-user", re.compile("."))
        self.page.wait_for_load_state()

    def take_seat(self, event: str) -> None:
        """Takes a seat of the event of this name, in the lobby."""
        self.row_of(event).get_by_role("button", name="Take a seat").click()

    def row_of(self, event: str) -> Locator:
        """The row in the lobby of the event of this name that takes entries."""
        link = self.page.get_by_role("link", name=event)
        return self.page.locator("[data-row][data-state='open']", has=link)

    def wait_for_board(self) -> str:
        """Is carried to his board, wherever he is; the id of the match."""
        self.page.wait_for_url(re.compile("/match/"), timeout=60_000)
        self.page.wait_for_selector("bg-board svg")
        return self.page.url.rstrip("/").rpartition("/")[2]

    def press(self, action: str) -> None:
        """Presses a button of the decisions, as soon as it lives."""
        button(self.page, action).click()

    def tap(self, *numbers: int) -> None:
        """Taps one point after the other, each as soon as it answers to a press."""
        tap(self.page, *numbers)

    def play_anything(self) -> None:
        """Moves what is furthest behind, by the first die that lets it, until all is played."""
        confirm = button(self.page, "confirm")
        expect(confirm).to_be_visible()
        for _ in range(MOST_MOVES):
            if confirm.is_enabled():
                break
            spot = point(self.page, max(pressable(self.page)))
            # A checker on the bar is picked up already.
            spot.click(click_count=1 if spot.get_attribute("aria-pressed") == "true" else 2)
        confirm.click()

    def play_match(self) -> None:
        """Does whatever the page offers, until the match is over."""
        while (offer := self._offer()) != "over":
            if offer == "confirm":
                self.play_anything()
            else:
                self.press(offer)

    def _offer(self) -> str:
        """What can be done now; waits until there is something, and for the last move to land."""
        return str(self.page.wait_for_function(_OFFER, timeout=60_000).json_value())

    def resign(self, level: str = "") -> None:
        """Gives the game up, and means it; at this level, where the position does not say it."""
        if (more := self.page.locator(".match-more-button")).is_visible():
            more.click()  # a phone has its tools in a menu
        part(self.page, "resign").click()
        dialog = self.page.get_by_role("dialog")
        if level:
            dialog.locator(f"input[value='{level}']").check()
        dialog.get_by_role("button", name="Resign").click()

    def go_back(self) -> str:
        """Follows the link under the result; the address of the event's page."""
        part(self.page, "result-back").click()
        self.page.wait_for_url("**/event/**")
        return self.page.url

    def sees(self, name: str, text: str) -> None:
        """A named part of the page around the board comes to say this."""
        expect(part(self.page, name)).to_contain_text(text)


class SecondTab(Visitor):
    """The sockets of a person who is signed in in a browser, for hands that need no screen."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.url)
        self._context = person.context

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{each['name']}={each['value']}" for each in self._context.cookies())


def expect_board(page: Page, state: MatchState, viewer: Side) -> None:
    """The page shows this position, to this side, and nothing else."""
    assert state.game is not None
    position = state.game.position
    own, enemy = position.of(viewer), position.of(viewer.other)
    for number in range(1, 25):
        label = f"Point {number}: empty"
        if own[number]:
            label = f"Point {number}: yours {own[number]}"
        elif enemy[25 - number]:
            label = f"Point {number}: opponent {enemy[25 - number]}"
        expect(point(page, number)).to_have_attribute("aria-label", label)
    for number, name in ((25, "Bar"), (0, "Off")):
        label = f"{name}: yours {own[number]}, opponent {enemy[number]}"
        expect(point(page, number)).to_have_attribute("aria-label", label)
