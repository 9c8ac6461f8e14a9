"""Waiting for what no element of a page tells: what it sends, its clock, that it stands still.

A browser and a house take as long as the machine lets them. Whatever changes by an event of either
is waited for, here or by `expect`; nothing is read once and believed.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

_PATIENCE_MS, _LOOK_EVERY_MS = 20_000, 25

#: Longer than a busy machine takes to ask a page for its time, and shorter than what a page takes
#: for a sleep.
_MOMENT_MS = 2_000

#: Letters, talk, a board and parts that are read again: all that comes after the page itself.
STANDS_STILL = """() => document.readyState === "complete" && document.fonts.status === "loaded"
  && !document.querySelector("main [aria-busy=true], [data-progress]:not([hidden])")
  && ![...document.querySelectorAll("[data-talk][data-state=loading]")]
    .some((each) => each.checkVisibility())
  && [...document.querySelectorAll("bg-board")]
    .every((each) => !each.checkVisibility() || each.querySelector("svg"))"""

#: Each part that follows the house has been read again, as all are when the connection opens.
_PARTS_ARE_READ = """() => {
  const parts = [...document.querySelectorAll("[data-part][hx-get]")];
  const addressOf = (part) => new URL(part.getAttribute("hx-get"), location.href).href;
  const read = performance.getEntriesByType("resource").map(({ name }) => name);
  return parts.every((part) => read.some((name) => name.startsWith(addressOf(part))));
}"""


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Returns once something is so that this page does not show; it lives on meanwhile."""
    for _ in range(_PATIENCE_MS // _LOOK_EVERY_MS):
        if is_so():
            return
        page.wait_for_timeout(_LOOK_EVERY_MS)
    raise AssertionError("it has not come to be")


def wait_until_still(page: Page) -> None:
    """Returns once all has come that comes after the page itself."""
    page.wait_for_function(STANDS_STILL, polling=_LOOK_EVERY_MS)


def wait_until_live(page: Page) -> None:
    """Returns once the page hears what happens, and has read again what was missed meanwhile.

    A press on a part that is just being read again may get lost between the old one and the new.
    """
    page.wait_for_load_state()
    if (mark := page.locator("[data-connection]")).count():  # strangers have none
        expect(mark.first).to_have_attribute("data-state", "open")
    page.wait_for_function(_PARTS_ARE_READ, polling=_LOOK_EVERY_MS)
    expect(page.locator("main [aria-busy='true']")).to_have_count(0)


def stop_clock(page: Page) -> None:
    """From now on the time of a page passes only where a test lets it; its clock is installed."""
    page.clock.pause_at(page.evaluate("Date.now()") + _MOMENT_MS)
