"""The browser's pure modules against the rules package, on random games."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from backgammon import (
    AcceptResignation,
    ClockRules,
    DeclineResignation,
    Double,
    Drop,
    Event,
    MakePlay,
    MatchState,
    OpenGame,
    Phase,
    Position,
    Resign,
    Roll,
    Rules,
    SeededDice,
    ShiftClock,
    Side,
    StartGame,
    Take,
    WinKind,
    decide,
    evolve,
    legal_actions,
    legal_plays,
)
from backgammon.notation.codec import (
    event_to_dict,
    legal_to_lists,
    rules_to_dict,
    state_to_dict,
)
from backgammon.state import initial_state
from tests.browser.board.conftest import ORIGIN
from tests.support.golden import GOLDEN

RULES = {
    "a match": Rules.match(5, clock=ClockRules(delay_ms=2_000, reserve_ms=60_000)),
    "a set of games": Rules.fixed(3),
    "table stakes": Rules.table(10, 500, 75),
}
RARELY = (Resign, AcceptResignation, DeclineResignation, ShiftClock, Drop)


@pytest.fixture
def modules(open_board, page: Page) -> Page:
    """A page on which our modules can be imported, without a table."""
    page.goto(f"{ORIGIN}/static/icons/house.svg")
    return page


def random_steps(rules: Rules, seed: int) -> Iterator[tuple[MatchState, Event]]:
    """A whole match at random: each event with the state after it."""
    chance, dice = random.Random(seed), SeededDice(seed)
    state, now_ms = initial_state(rules), 1_000
    while state.outcome is None:
        side, action = _anything(state, chance)
        now_ms += chance.randrange(4_000)
        for event in decide(state, side, action, dice=dice, now_ms=now_ms):
            state = evolve(state, event)
            yield state, event


def _anything(state: MatchState, chance: random.Random) -> tuple[Side | None, Any]:
    if state.phase is Phase.BETWEEN_GAMES:
        if chance.random() < 0.5:
            return None, OpenGame()
        waiting = [side for side in Side if side not in state.ready]
        return chance.choice(waiting), StartGame()
    if chance.random() < 0.03:
        return None, ShiftClock(500)
    options = [
        (side, kind)
        for side in Side
        for kind in (Roll, Double, Take, Drop, MakePlay, Resign, AcceptResignation)
        if kind in legal_actions(state, side) and (kind not in RARELY or chance.random() < 0.04)
    ]
    if not options:
        return _anything(state, chance)
    side, kind = chance.choice(options)
    if kind is MakePlay:
        return side, MakePlay(chance.choice(list(legal_plays(state).values())))
    if kind is Resign:
        return side, Resign(chance.choice(list(WinKind)))
    plain: type[Any] = kind
    return side, plain()


@pytest.mark.parametrize("kind", RULES)
def test_every_event_makes_the_same_state_here_and_there(modules: Page, kind: str) -> None:
    rules = RULES[kind]
    for seed in range(3):
        steps = list(random_steps(rules, seed))
        found = modules.evaluate(
            """async ([rules, first, events]) => {
                const { reduce } = await import("/static/js/reducer.js");
                let state = first;
                return events.map((event) => (state = reduce(state, event, rules)));
            }""",
            [
                rules_to_dict(rules),
                state_to_dict(initial_state(rules)),
                [event_to_dict(event) for _, event in steps],
            ],
        )
        for (state, event), seen in zip(steps, found, strict=True):
            assert seen == state_to_dict(state), f"seed {seed}, {event}"


def test_whether_the_cube_can_be_turned_is_the_same_here_and_there(modules: Page) -> None:
    cases = json.loads((GOLDEN / "cube_cases.json").read_text())
    found = modules.evaluate(
        """async (cases) => {
            const { cubeFault } = await import("/static/js/match/cube.js");
            const of = ({ state, rules }, side) => [side, cubeFault(state, rules, side)];
            const both = (one) => ["white", "black"].map((side) => of(one, side));
            return cases.map((one) => Object.fromEntries(both(one)));
        }""",
        cases,
    )
    for case, faults in zip(cases, found, strict=True):
        assert faults == case["faults"], case["name"]


def test_any_order_of_legal_steps_ends_at_a_listed_result(modules: Page) -> None:
    """The hand can neither leave the legal results nor miss one of them."""
    rolls = [
        {
            "position": _plain(state),
            "side": state.running_game.on_roll.value,
            "dice": [state.running_game.dice.first, state.running_game.dice.second],
            "legal": legal_to_lists(state),
        }
        for seed in range(6)
        for state, _ in random_steps(Rules.match(3), seed)
        if state.phase is Phase.TO_MOVE and state.running_game.dice is not None
    ]
    assert len(rolls) > 100
    wrong = modules.evaluate(
        """async (rolls) => {
            const { PlayFinder, applyStep, pipsOf, without } = await import("/static/js/moves.js");
            const { variantOf } = await import("/static/js/variants.js");
            const variant = variantOf({ variant: "backgammon" });
            const wrong = [];
            rolls.forEach(({ position, side, dice, legal }, index) => {
                const finder = new PlayFinder(variant, position, side, legal);
                const ends = new Set();
                const visited = new Set();
                const walk = (at, left, made) => {
                    const key = JSON.stringify([at, left]);
                    if (visited.has(key)) return;
                    visited.add(key);
                    const steps = finder.stepsFrom(at, left, made);
                    if (steps.length === 0) ends.add(finder.playEndingAt(at));
                    for (const step of steps) {
                        walk(applyStep(variant, at, side, step), without(left, step[1]), made + 1);
                    }
                };
                walk(position, pipsOf(dice), 0);
                if (ends.has(null) || ends.size !== legal.length) wrong.push(index);
            });
            return wrong;
        }""",
        rolls,
    )
    assert [rolls[index] for index in wrong] == []


def _plain(state: MatchState) -> dict[str, list[int]]:
    position: Position = state.running_game.position
    return {"white": list(position.white), "black": list(position.black)}
