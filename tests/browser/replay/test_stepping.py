"""Stepping through a finished match: by keys, by buttons, by the list, by address."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from backgammon import (
    LONG_NARDY,
    ClockRules,
    MatchState,
    Rules,
    Side,
    evolve,
    find_variant,
    initial_state,
)
from backgammon.notation.codec import event_from_dict, rules_from_dict, state_to_dict
from tests.browser.axe import violations
from tests.browser.board.conftest import ORIGIN, serve_static
from tests.browser.board.hands import part, point
from tests.browser.replay.conftest import page_html
from tests.browser.waiting import stop_clock
from tests.matches.documents import a_document, places

CLOCK = ClockRules(delay_ms=2_000, reserve_ms=400_000)


@pytest.fixture(autouse=True)
def _still(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")


@pytest.fixture
def document() -> dict[str, Any]:
    """A match to five points."""
    return a_document(Rules.match(5, clock=CLOCK), seed=4)


def states_of(document: dict[str, Any]) -> list[MatchState]:
    """The state at every number, as the rules make it."""
    states = [initial_state(rules_from_dict(document["rules"]))]
    for event in document["events"]:
        states.append(evolve(states[-1], event_from_dict(event)))
    return states


def steps_of(document: dict[str, Any]) -> list[int]:
    """The numbers of all events that can be seen."""
    unseen = {"side_ready", "clock_shifted"}
    return [at for at, event in enumerate(document["events"], 1) if event["type"] not in unseen]


def turns_of(document: dict[str, Any]) -> list[int]:
    """Where the arrows stop: at whatever can be seen, but not at a roll that is played at once."""
    kinds = [event["type"] for event in document["events"]]
    seen = [at - 1 for at in steps_of(document)]
    following = [*seen[1:], None]
    return [
        at + 1
        for at, later in zip(seen, following, strict=True)
        if not (kinds[at] == "rolled" and later is not None and kinds[later] == "played")
    ]


def expect_at(page: Page, document: dict[str, Any], at: int, viewer: Side = Side.WHITE) -> None:
    """The board, the strips, the address and the list show the match after event number `at`."""
    state = states_of(document)[at]
    expect(page).to_have_url(re.compile(rf"\?at={at}$"))
    if state.game is not None:
        own = state.game.position.of(viewer)
        name = "alice" if viewer is Side.WHITE else "bob"
        for number in (24, 13, 6):
            if own[number]:
                label = f"Point {number}: {name} {own[number]}"
                expect(point(page, number)).to_have_attribute("aria-label", label)
    score = state.score[0] if viewer is Side.WHITE else state.score[1]
    expect(part(page, "own").locator("[data-part='score']")).to_have_text(str(score))
    lines = page.locator(".replay-line")
    numbers = [int(each) for each in lines.evaluate_all("all => all.map(one => one.dataset.at)")]
    current = next((number for number in numbers if number >= at), None) if at else None
    marked = page.locator(".replay-line:has([aria-current='true'])")
    expect(marked).to_have_count(0 if current is None else 1)
    if current is not None:
        expect(marked).to_have_attribute("data-at", str(current))


def test_the_arrows_go_from_turn_to_turn_and_home_and_end_to_the_ends(
    open_replay, document
) -> None:
    page = open_replay(document)
    turns = turns_of(document)
    for at in turns[:12]:
        page.keyboard.press("ArrowRight")
        expect_at(page, document, at)
    page.keyboard.press("ArrowLeft")
    expect_at(page, document, turns[10])
    page.keyboard.press("End")
    expect_at(page, document, turns[-1])
    assert turns[-1] == len(document["events"])
    page.keyboard.press("ArrowRight")
    expect_at(page, document, turns[-1])
    page.keyboard.press("Home")
    expect_at(page, document, 0)
    expect(part(page, "status")).to_have_text("Before the first roll.")


def test_it_also_stops_at_every_roll(open_replay, document) -> None:
    page = open_replay(document)
    part(page, "every").check()
    rolled = places(document, "rolled")[0] + 1
    for at in steps_of(document):
        page.get_by_role("button", name="Forward").click()
        expect(page).to_have_url(re.compile(rf"\?at={at}$"))
        if at == rolled:
            break
    expect_at(page, document, rolled)
    dice = document["events"][rolled - 1]["dice"]
    side = document["events"][rolled - 1]["side"]
    name = "alice" if side == "white" else "bob"
    expect(part(page, "status")).to_have_text(f"{name} rolls {dice[0]}-{dice[1]}.")
    assert document["events"][rolled]["type"] == "played"
    page.keyboard.press("ArrowRight")
    expect_at(page, document, rolled + 1)


def test_an_address_shows_its_position_and_a_line_leads_there(open_replay, document) -> None:
    at = turns_of(document)[9]
    page = open_replay(document, at=at)
    expect_at(page, document, at)
    line = page.locator(".replay-line").nth(20)
    there = int(line.get_attribute("data-at") or 0)
    line.get_by_role("link").click()
    expect_at(page, document, there)
    page.go_back()
    expect(page).to_have_url("about:blank")  # stepping has left no trail of pages behind


def test_a_game_is_jumped_to(open_replay, document) -> None:
    page = open_replay(document)
    games = [
        at for at, event in enumerate(document["events"], 1) if event["type"] == "game_started"
    ]
    assert len(games) > 2
    part(page, "game").select_option(index=2)
    expect_at(page, document, games[2])
    page.get_by_role("button", name="Back").click()
    expect(part(page, "game")).to_have_value(str(games[1]))


def test_the_board_is_seen_from_the_other_side(open_replay, document) -> None:
    at = turns_of(document)[8]
    page = open_replay(document, at=at)
    part(page, "flip").click()
    expect(part(page, "own").locator("[data-part='name']")).to_have_text("bob")
    expect_at(page, document, at, Side.BLACK)


def test_it_plays_by_itself_until_it_is_told_to_stop(open_replay, document) -> None:
    page = open_replay(document)
    page.clock.install()
    stop_clock(page)
    play = page.locator("[data-go='play']")
    play.click()
    turns = turns_of(document)
    for at in turns[:3]:
        expect(page).to_have_url(re.compile(rf"\?at={at}$"))
        page.clock.run_for(2_000)
    expect(play).to_have_text("Pause")
    play.click()
    expect(play).to_have_text("Play")
    page.clock.run_for(10_000)
    expect(page).to_have_url(re.compile(rf"\?at={turns[3]}$"))


def test_playing_stops_at_the_end_and_begins_anew(open_replay) -> None:
    document = a_document(Rules.match(1), seed=2)
    turns = turns_of(document)
    page = open_replay(document, at=turns[-2])
    page.clock.install()
    stop_clock(page)
    play = page.locator("[data-go='play']")
    play.click()
    expect_at(page, document, turns[-1])
    page.clock.run_for(2_000)
    expect(play).to_have_text("Play")
    play.click()
    expect(page).to_have_url(re.compile(rf"\?at={turns[0]}$"))


VARIANTS = {
    "long nardy": Rules.match(3, variant=LONG_NARDY, clock=CLOCK),
    "money with a cube": Rules.fixed(2),
    "table stakes": Rules.table(2, 40, 30),
    "nackgammon": Rules.match(1, variant=find_variant("nackgammon")),
}


@pytest.mark.parametrize("kind", VARIANTS)
def test_every_state_of_every_kind_of_match_is_that_of_the_rules(open_replay, kind) -> None:
    document = a_document(VARIANTS[kind], seed=3)
    page = open_replay(document)
    found = page.evaluate(
        """async (published) => {
            const { Film } = await import("/static/js/replay/film.js");
            return new Film(published).states;
        }""",
        document,
    )
    assert found == [state_to_dict(state) for state in states_of(document)]
    page.keyboard.press("End")
    expect_at(page, document, turns_of(document)[-1])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_page_is_fit_for_everybody(open_replay, page, document, scheme, width, height) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_replay(document, at=turns_of(document)[8], width=width, height=height)
    page.get_by_role("button", name="Verify the dice").click()
    expect(part(page, "verdict")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_document_that_cannot_be_had_is_told_and_the_list_stays(page, document) -> None:
    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.endswith("/replay/"):
            route.fulfill(body=page_html(document, 0), content_type="text/html")
        elif path.endswith("/match.json"):
            route.fulfill(status=429, body="")
        else:
            serve_static(route, path)

    page.route(f"{ORIGIN}/**", answer)
    page.goto(f"{ORIGIN}/match/{document['id']}/replay/")
    expect(part(page, "trouble")).to_contain_text("could not be loaded")
    expect(page.locator(".replay-line").first).to_be_visible()
