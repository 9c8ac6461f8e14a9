"""Cases for whoever tells what is at stake: here `stakes_at`, in the browser `match/stakes.js`.

Each case of `tests/golden/stakes_cases.json` has `rules`, a `state`, and its `stakes`, null
where nobody plays for chips. They are moments of random matches; together they
hold every phase, covered and uncovered cubes, and every turn of the cube.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from backgammon import (
    LONG_NARDY,
    CubeRules,
    Holland,
    MatchState,
    Phase,
    Rules,
    Stakes,
    find_variant,
    stakes_at,
)
from backgammon.notation.codec import (
    rules_from_dict,
    rules_to_dict,
    state_from_dict,
    state_to_dict,
)
from tests.rules.builders import play_random_match
from tests.support.golden import GOLDEN, assert_golden

RACCOONS = CubeRules(dead_cube=False, jacoby=True, beavers=True, raccoons=True, cap=16)
TIES = CubeRules(dead_cube=False, automatic_doubles=2, holland=Holland.ALL_GAMES)

# The seeds lead to many kinds of moments.
MATCHES: dict[str, tuple[Rules, int]] = {
    "3 a point, unequal stacks": (Rules.table(3, 30, 15), 3),
    "raccoons and a cap": (Rules.table(2, 90, 100, cube=RACCOONS), 4),
    "automatic doubles without Jacoby": (Rules.table(1, 40, 40, cube=TIES), 5),
    "long nardy": (Rules.table(4, 60, 60, variant=LONG_NARDY), 6),
    "every win counts one": (
        Rules.table(4, 24, 24, variant=find_variant("long_nardy", {"end_setting": "oin"})),
        7,
    ),
    "points": (Rules.match(3), 8),
}


def cases() -> Iterator[dict[str, Any]]:
    """One moment for each sort of answer, in the order they came."""
    for name, (rules, seed) in MATCHES.items():
        sorts = set()
        for state in play_random_match(rules, seed)[2]:
            sort = (state.phase, sort_of(stakes_at(state)))
            if sort not in sorts:
                sorts.add(sort)
                yield case(f"{name}, {len(sorts)}", state)


def sort_of(stakes: Stakes | None) -> object:
    """What tells one answer from another: the cube, how much it covers, how often it turns."""
    if stakes is None:
        return None
    now, turns, offer = stakes.now, 0, stakes.offer
    while offer is not None:
        turns, offer = turns + 1, offer.turned
    covers = [amount == stakes.covered for amount in (now.single, now.gammon, now.backgammon)]
    return (now.value, now.single == now.gammon, *covers, turns)


def case(name: str, state: MatchState) -> dict[str, Any]:
    stakes = stakes_at(state)
    return {
        "name": name,
        "rules": rules_to_dict(state.rules),
        "state": state_to_dict(state),
        "stakes": None if stakes is None else asdict(stakes),
    }


def in_the_file() -> list[dict[str, Any]]:
    return list(json.loads((GOLDEN / "stakes_cases.json").read_text()))


def test_the_file_is_what_the_rules_make_today() -> None:
    lines = (json.dumps(each, separators=(",", ":")) for each in cases())
    assert_golden("stakes_cases.json", "[\n" + ",\n".join(lines) + "\n]\n")


def test_every_case_is_answered_by_its_state_alone() -> None:
    for each in in_the_file():
        state = state_from_dict(each["state"], rules_from_dict(each["rules"]))
        assert case(each["name"], state) == each


def test_the_cases_hold_every_phase_and_every_turn_of_the_cube() -> None:
    found = in_the_file()
    phases = {each["state"]["phase"] for each in found if each["stakes"]}
    waiting = {phase.value for phase in Phase} - {"opening", "over", "last_roll"}
    assert phases == waiting
    offers = [each["stakes"]["offer"] for each in found if each["stakes"]]
    assert {offer is None for offer in offers} == {True, False}
    assert any(offer and offer["turned"] and offer["turned"]["turned"] for offer in offers)
    amounts = [each["stakes"]["now"] for each in found if each["stakes"]]
    assert {each["backgammon"] is None for each in amounts} == {True, False}
