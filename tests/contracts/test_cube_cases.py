"""Cases for whoever tells if the cube can be turned: here `decide`, in the browser `match/cube.js`.

Each case of `tests/golden/cube_cases.json` has `rules`, a `state` of random matches, and
for each side the code of what is in its way: null where it may turn the cube, "" where nothing is
asked of it. What rolls by itself leans on the browser's answer.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from backgammon import (
    LONG_NARDY,
    Action,
    Beaver,
    Cube,
    CubeRules,
    Double,
    GivenDice,
    Holland,
    IllegalAction,
    MatchState,
    Phase,
    Raccoon,
    Rules,
    Side,
    decide,
)
from backgammon.cube import HIGHEST_VALUE
from backgammon.errors import Fault
from backgammon.notation.codec import (
    rules_from_dict,
    rules_to_dict,
    state_from_dict,
    state_to_dict,
)
from tests.rules.builders import play_random_match
from tests.support.golden import GOLDEN, assert_golden

RACCOONS = CubeRules(dead_cube=False, beavers=True, raccoons=True, cap=16)
PATIENT = CubeRules(dead_cube=False, holland=Holland.ALL_GAMES)
LATE = CubeRules(crawford=True, holland=Holland.POST_CRAWFORD)

# The seeds lead to many kinds of moments.
MATCHES: dict[str, tuple[Rules, int]] = {
    "points": (Rules.match(5), 1),
    "Holland after Crawford": (Rules.match(4, cube=LATE), 47),
    "raccoons and a cap": (Rules.table(2, 90, 100, cube=RACCOONS), 4),
    "Holland in all games": (Rules.table(3, 30, 15, cube=PATIENT), 3),
    "without a cube": (Rules.match(3, variant=LONG_NARDY), 6),
    "a set of games": (Rules.fixed(3), 7),
}

TURNED: dict[Phase, Action] = {
    Phase.TO_ROLL: Double(),
    Phase.DOUBLED: Beaver(),
    Phase.BEAVERED: Raccoon(),
}


def in_the_way(state: MatchState, side: Side) -> str | None:
    """What the rules say to this side where it turns the cube."""
    if state.phase not in TURNED or state.to_act is not side:
        return ""
    try:
        decide(state, side, TURNED[state.phase], dice=GivenDice([]), now_ms=0)
    except IllegalAction as refused:
        return refused.fault.value
    return None


def moments() -> Iterator[tuple[str, MatchState]]:
    """All that is looked at: random matches, and a cube as high as it goes."""
    for name, (rules, seed) in MATCHES.items():
        for state in play_random_match(rules, seed)[2]:
            yield name, state
            if name == "a set of games" and state.phase is Phase.TO_ROLL:
                game = replace(state.running_game, cube=Cube(HIGHEST_VALUE, state.to_act))
                yield name, replace(state, game=game)


def cases() -> Iterator[dict[str, Any]]:
    """One moment for each sort of answer, in the order they came."""
    sorts = set()
    for name, state in moments():
        faults = {side.value: in_the_way(state, side) for side in Side}
        sort = (name, state.phase, *faults.values())
        if sort not in sorts:
            sorts.add(sort)
            yield {
                "name": f"{name}, {len(sorts)}",
                "rules": rules_to_dict(state.rules),
                "state": state_to_dict(state),
                "faults": faults,
            }


def in_the_file() -> list[dict[str, Any]]:
    return list(json.loads((GOLDEN / "cube_cases.json").read_text()))


def test_the_file_is_what_the_rules_make_today() -> None:
    lines = (json.dumps(each, separators=(",", ":")) for each in cases())
    assert_golden("cube_cases.json", "[\n" + ",\n".join(lines) + "\n]\n")


def test_every_case_is_answered_by_its_state_alone() -> None:
    for each in in_the_file():
        state = state_from_dict(each["state"], rules_from_dict(each["rules"]))
        assert {side.value: in_the_way(state, side) for side in Side} == each["faults"]


def test_the_cases_hold_every_reason_there_is() -> None:
    found = {fault for each in in_the_file() for fault in each["faults"].values()}
    reasons = {
        Fault.CUBE_DISABLED,
        Fault.NOT_OWNER,
        Fault.CRAWFORD,
        Fault.DEAD_CUBE,
        Fault.HOLLAND,
        Fault.STAKE_COVERED,
        Fault.CAP_REACHED,
        Fault.BEAVERS_OFF,
    }
    assert found == {reason.value for reason in reasons} | {None, ""}
