"""The board in a browser: how smoothly a turn is shown on a phone, and how much script it is.

A page with nothing but the element, as large as a phone, in Chromium with its CPU throttled. The
other side rolls a double and plays four checkers, as every opponent's turn is shown. A frame is
what the browser gets ready in time for its screen, which it draws 60 times a second.
"""

import mimetypes
import os
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders

from backgammon import GivenDice, MakePlay, Roll, Rules, Side, decide, evolve, legal_plays, set_up
from backgammon.notation.codec import event_to_dict, rules_to_dict, state_to_dict
from config.bench.contenders import Contender, Figures, Plan, bench_folder
from config.bench.scripts import (
    BOARD_SCRIPTS,
    PAGE_SCRIPTS,
    collect,
    compressed_bytes,
    loaded_with,
)

THROTTLING = 4
WIDTH, HEIGHT = 390, 844
_ORIGIN = "http://bench.test"
_GAMES = 3
_PAGE = """<!doctype html><title>board</title>
<link rel="stylesheet" href="/static/css/board.css">
<link rel="stylesheet" href="/static/css/themes.css">
<link rel="stylesheet" href="/static/css/bench.css">
<script type="module" src="/static/js/board.js"></script><bg-board></bg-board>"""
_STYLE = "body { margin: 0; } bg-board { height: 742px !important; }"

_TURN = """async ({ before, after, story }) => {
  const board = document.querySelector("bg-board");
  const rest = { legal: [], side: null, cubeAction: null, lastPlay: null, lastRoll: null };
  await board.show({ ...before, ...rest });
  const drawn = [];
  let isOver = false;
  const draw = (at) => { drawn.push(at); if (!isOver) requestAnimationFrame(draw); };
  requestAnimationFrame(draw);
  await board.show({ ...after, ...rest }, story);
  isOver = true;
  return drawn;
}"""


def animated_turn() -> dict[str, Any]:
    """A turn of four moves: the scenes before and after it, and the events between them."""
    rules = Rules.fixed(_GAMES)
    state = set_up(rules, rules.variant.opening_position, Side.BLACK)
    story, before = [], state
    for act in (lambda _: Roll(), lambda now: MakePlay(next(iter(legal_plays(now).values())))):
        for event in decide(state, Side.BLACK, act(state), dice=GivenDice([(3, 3)]), now_ms=0):
            after = evolve(state, event)
            happened = {"before": state_to_dict(state), "after": state_to_dict(after)}
            story.append({"event": event_to_dict(event), **happened})
            state = after
    told = rules_to_dict(rules)
    return {
        "before": {"state": state_to_dict(before), "rules": told},
        "after": {"state": state_to_dict(state), "rules": told},
        "story": story,
    }


def smoothness(drawn_ms: list[float]) -> Figures:
    """Frames a second, and the longest time between two of them."""
    gaps = [later - earlier for earlier, later in pairwise(drawn_ms)]
    return {"frames_per_s": 1000 * len(gaps) / sum(gaps), "longest_frame_ms": max(gaps)}


class AnimatedTurn(Contender):
    """A turn on the screen of a phone."""

    key, title = "board", "the board on a phone"
    facts: Mapping[str, object] = {
        "screen": f"{WIDTH} x {HEIGHT}, CPU throttled {THROTTLING} times"
    }

    def measure(self, plan: Plan) -> Figures:
        """Frames of one turn, in a browser of its own."""
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM") or _chromium(),
                args=["--no-sandbox", "--disable-background-networking"],
            )
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.route(f"{_ORIGIN}/**", _serve)
            page.goto(_ORIGIN)
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
            page.evaluate(_TURN, animated_turn())  # everything is loaded and compiled now
            drawn = page.evaluate(_TURN, animated_turn())
            browser.close()
        return smoothness(drawn)


class Scripts(Contender):
    """What travels, each module compressed by itself."""

    key, title = "scripts", "scripts of the page of a match"

    def measure(self, plan: Plan) -> Figures:
        """Kilobytes of what one plays with, and of everything on the page."""
        with bench_folder() as folder:
            names = collect(folder)
            sizes = (("board_kb", BOARD_SCRIPTS), ("page_script_kb", PAGE_SCRIPTS))
            return {
                key: compressed_bytes(loaded_with(folder / names[name] for name in entries)) / 1000
                for key, entries in sizes
            }


def _chromium() -> str | None:
    """The machine's own, where there is one; None lets playwright look for its download."""
    known = (Path("/usr/bin") / name for name in ("chromium", "chromium-browser", "google-chrome"))
    return next((str(path) for path in known if path.exists()), None)


def _serve(route: Any) -> None:
    path = route.request.url.removeprefix(_ORIGIN).partition("?")[0]
    if path == "/":
        route.fulfill(body=_PAGE, content_type="text/html")
        return
    if path.endswith("bench.css"):
        route.fulfill(body=_STYLE, content_type="text/css")
        return
    found = finders.find(path.removeprefix("/static/"))
    if found is None:
        route.fulfill(status=404)
        return
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    route.fulfill(body=Path(found).read_bytes(), content_type=kind)
