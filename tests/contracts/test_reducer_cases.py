"""Cases for whoever folds events: here `evolve`, in the browser `static/js/reducer.js`.

Each case of `tests/golden/reducer_cases.json` has `rules`, the state `before`,
`events`, and the state `after`, all as they are on the wire. They are made from
random matches and a few arranged ones; together they hold every kind of event.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, get_args

from backgammon import (
    LONG_NARDY,
    AcceptResignation,
    Annul,
    ClockRules,
    CubeRules,
    DeclineResignation,
    Dice,
    Event,
    FirstMove,
    Forfeit,
    Leave,
    MakePlay,
    MatchState,
    OpenGame,
    PenaltyPoint,
    Resign,
    Roll,
    Rules,
    ShiftClock,
    Side,
    StartGame,
    TableStakes,
    TopUp,
    WinKind,
    evolve,
    find_variant,
    initial_state,
    set_up,
)
from backgammon.notation.codec import (
    event_from_dict,
    event_to_dict,
    rules_from_dict,
    rules_to_dict,
    state_from_dict,
    state_to_dict,
)
from tests.rules.builders import Sitting, moves, play_random_match, position
from tests.support.golden import GOLDEN, assert_golden

CLOCK = ClockRules(delay_ms=2_000, reserve_ms=400_000)
MONEY = CubeRules(dead_cube=False, beavers=True, raccoons=True, automatic_doubles=2, cap=64)

LAST_ROLL = find_variant("long_nardy", {"last_roll": True, "end_setting": "oin"})

# The seeds lead to many kinds of events in few of them.
RANDOM_MATCHES: dict[str, tuple[Rules, int]] = {
    "one point": (Rules.match(1, clock=CLOCK), 1),
    "three points with the cube": (Rules.match(3, clock=CLOCK), 32),
    "five points without a clock": (Rules.match(5), 49),
    "a flag that falls": (Rules.match(7, clock=replace(CLOCK, reserve_ms=20_000)), 56),
    "two games for money": (Rules.fixed(2, cube=MONEY), 18),
    "a clock for each game": (Rules.fixed(2, clock=replace(CLOCK, renews_each_game=True)), 16),
    "table stakes": (Rules.table(2, 20, 9, clock=CLOCK), 49),
    "long nardy": (Rules.match(2, variant=LONG_NARDY, clock=CLOCK), 10),
    "the right to the last roll": (
        Rules.match(2, variant=LAST_ROLL, first_move=FirstMove.LOSER),
        15,
    ),
}


class Case:
    """A match that is led somewhere by hand: the state it begins with, then what is asked."""

    def __init__(self, state: MatchState) -> None:
        self.before = state
        self.sitting = Sitting(state, now_ms=10_000)

    def then(self, side: Side | None, action: Any, *throws: tuple[int, int]) -> "Case":
        """Five seconds later somebody does something."""
        self.sitting.now_ms += 5_000
        self.sitting.throws = list(throws)
        self.sitting.act(side, action)
        return self


def arranged() -> Iterator[tuple[str, Case]]:
    """What random players never meet."""
    fresh = initial_state(Rules.match(3, clock=CLOCK))
    yield (
        "an absent player loses point by point",
        Case(fresh).then(None, PenaltyPoint(Side.WHITE)).then(None, PenaltyPoint(Side.WHITE)),
    )
    opened = Case(fresh).then(Side.WHITE, StartGame()).then(None, OpenGame(), (2, 2), (5, 1))
    yield (
        "a house that was away, and a match without a result",
        opened.then(None, ShiftClock(3_000)).then(None, Annul("staff")),
    )
    running = Case(fresh).then(None, OpenGame(), (5, 1)).sitting.state
    yield (
        "a resignation declined, another accepted",
        Case(running)
        .then(Side.BLACK, Resign(WinKind.SINGLE))
        .then(Side.WHITE, DeclineResignation())
        .then(Side.WHITE, Resign(WinKind.GAMMON))
        .then(Side.BLACK, AcceptResignation()),
    )
    yield "a game and a match that end level", last_roll()
    fresh = initial_state(Rules.table(3, 60, 60, length=TableStakes(3, 60, 60, top_up=True)))
    table = Case(fresh).then(None, OpenGame(), (5, 1)).then(Side.WHITE, Resign(WinKind.SINGLE))
    between = table.then(Side.BLACK, StartGame()).sitting.state
    yield (
        "a stack is filled up, then its owner leaves the table",
        Case(between).then(None, TopUp(Side.WHITE, 2)).then(Side.WHITE, Leave()),
    )
    yield (
        "a table that is walked out of",
        Case(between).then(None, OpenGame(), (4, 1)).then(None, Forfeit(Side.BLACK, "abandoned")),
    )


def last_roll() -> Case:
    """Both bear off their last checker, White first."""
    state = set_up(
        Rules.fixed(1, variant=LAST_ROLL),
        position("1:1 off:14", "1:1 off:14"),
        Side.WHITE,
        dice=Dice(2, 1),
    )
    off = MakePlay(moves("1/off(2)"))
    return Case(state).then(Side.WHITE, off).then(Side.BLACK, Roll(), (2, 5)).then(Side.BLACK, off)


def cases() -> Iterator[dict[str, Any]]:
    """Every case as it lies in the file."""
    for name, (rules, seed) in RANDOM_MATCHES.items():
        after, events, _ = play_random_match(rules, seed)
        yield case(name, initial_state(rules), events, after)
    for name, arrangement in arranged():
        sitting = arrangement.sitting
        yield case(name, arrangement.before, sitting.events, sitting.state)


def case(
    name: str, before: MatchState, events: Sequence[Event], after: MatchState
) -> dict[str, Any]:
    return {
        "name": name,
        "rules": rules_to_dict(before.rules),
        "before": state_to_dict(before),
        "events": [event_to_dict(event) for event in events],
        "after": state_to_dict(after),
    }


def test_the_file_is_what_the_rules_make_today() -> None:
    lines = (json.dumps(each, separators=(",", ":")) for each in cases())
    assert_golden("reducer_cases.json", "[\n" + ",\n".join(lines) + "\n]\n")


def in_the_file() -> list[dict[str, Any]]:
    return list(json.loads((GOLDEN / "reducer_cases.json").read_text()))


def test_the_cases_hold_every_kind_of_event() -> None:
    found = {event["type"] for each in in_the_file() for event in each["events"]}
    assert found == {snake_case(kind.__name__) for kind in get_args(Event)}


def snake_case(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


def test_folding_the_events_of_a_case_gives_its_last_state() -> None:
    for each in in_the_file():
        rules = rules_from_dict(each["rules"])
        state = state_from_dict(each["before"], rules)
        for event in each["events"]:
            state = evolve(state, event_from_dict(event))
        assert state_to_dict(state) == each["after"], each["name"]
