"""Positions, plays and matches for the tests of the rules, written the way players say them."""

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from backgammon import (
    Action,
    Cube,
    Dice,
    Event,
    Fault,
    GivenDice,
    IllegalAction,
    Leave,
    MakePlay,
    MatchState,
    Move,
    Phase,
    Play,
    Position,
    Resign,
    Rules,
    SeededDice,
    Side,
    WinKind,
    decide,
    evolve,
    initial_state,
    legal_actions,
    legal_plays,
    set_up,
)
from backgammon.position import Checkers
from backgammon.scoring import GameResult

WHITE, BLACK = Side.WHITE, Side.BLACK
DATA = Path(__file__).parents[1] / "data" / "rules"
START = "24:2 13:5 8:3 6:5"


def checkers(text: str) -> Checkers:
    """The checkers of ``24:2 6:5 bar:1 off:7``."""
    cells = [0] * 26
    for part in text.split():
        place, count = part.split(":")
        cells[{"off": 0, "bar": 25}.get(place, -1) if place.isalpha() else int(place)] = int(count)
    return tuple(cells)


def position(white: str, black: str) -> Position:
    """A position from both sides' texts."""
    return Position(checkers(white), checkers(black))


def a_game(
    white: str = START,
    black: str = START,
    *,
    on_roll: Side = WHITE,
    dice: tuple[int, int] | None = None,
    rules: Rules | None = None,
    cube: Cube | None = None,
    score: tuple[int, int] | None = None,
    crawford: bool = False,
) -> MatchState:
    """A match to 7 (or by `rules`) set up in the middle of a game."""
    return set_up(
        rules or Rules.match(7),
        position(white, black),
        on_roll,
        dice=None if dice is None else Dice(*dice),
        cube=cube or Cube(),
        score=score,
        crawford=crawford,
    )


def moves(text: str) -> Play:
    """The play of ``bar/23 13/7 4/off(6)``: the die only where it cannot be counted."""
    return tuple(_move(step) for step in text.split())


def _move(step: str) -> Move:
    step, _, die = step.partition("(")
    source, target = step.split("/")
    start = 25 if source == "bar" else int(source)
    end = 0 if target == "off" else int(target)
    return Move(start, int(die.rstrip(")")) if die else start - end)


def written(play: Play) -> str:
    """A play as text."""
    return " ".join(str(move) for move in play)


def plays_of(state: MatchState) -> list[str]:
    """One way to each legal result, as sorted texts."""
    return sorted(written(play) for play in legal_plays(state).values())


@dataclass
class Sitting:
    """A match being played: acts are decided and folded, events kept."""

    state: MatchState
    throws: list[tuple[int, int]] = field(default_factory=list)
    now_ms: int = 0
    events: list[Event] = field(default_factory=list)

    def act(self, side: Side | None, action: Action) -> tuple[Event, ...]:
        """What follows from the action; the state moves on."""
        dice = GivenDice(self.throws)
        events = decide(self.state, side, action, dice=dice, now_ms=self.now_ms)
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        used = sum(type(event).__name__ in ("Rolled", "OpeningRolled") for event in events)
        self.throws = self.throws[used:]
        return events

    def refusal(self, side: Side | None, action: Action) -> Fault:
        """The fault of a refused action; the state must not change and no dice be used."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            decide(self.state, side, action, dice=GivenDice(self.throws), now_ms=self.now_ms)
        assert self.state == before
        return caught.value.fault


def result_of(state: MatchState) -> GameResult:
    """How the last game ended; it must have ended."""
    result = state.running_game.result
    assert result is not None
    return result


def winner_of(state: MatchState) -> Side | None:
    """The winner of a match that must be over."""
    assert state.outcome is not None
    return state.outcome.winner


def names(events: tuple[Event, ...]) -> list[str]:
    """The event types of a batch, in order."""
    return [type(event).__name__ for event in events]


def play_random_match(
    rules: Rules, seed: int, *, longest_pause_ms: int = 9_000
) -> tuple[MatchState, list[Event], list[MatchState]]:
    """A whole match by two random players: the last state, the events, every state between."""
    chance = random.Random(seed)
    sitting = Sitting(initial_state(rules))
    source = SeededDice(seed)
    states = [sitting.state]
    while sitting.state.phase is not Phase.OVER:
        sitting.now_ms += chance.randrange(longest_pause_ms)
        side, action = a_random_action(sitting.state, chance)
        sitting.throws = [source.roll() for _ in range(12)]
        sitting.act(side, action)
        states.append(sitting.state)
    return sitting.state, sitting.events, states


def a_random_action(state: MatchState, chance: random.Random) -> tuple[Side, Action]:
    """Something one of the two sides may do; resignations are rare, and nobody leaves a table."""
    choices: list[tuple[Side, Any]] = [
        (side, action)
        for side in Side
        for action in sorted(legal_actions(state, side), key=lambda each: each.__name__)
        if action is not Leave and (action is not Resign or chance.random() < 0.01)
    ]
    side, kind = chance.choice(choices)
    if kind is Resign:
        return side, Resign(chance.choice(list(WinKind)))
    if kind is MakePlay:
        return side, MakePlay(chance.choice(list(legal_plays(state).values())))
    return side, kind()


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The rows of a file of JSON lines, compressed or not."""
    opened = gzip.open if name.endswith(".gz") else open
    with opened(DATA / name, "rt") as lines:
        yield from map(json.loads, lines)


def golden(name: str) -> Any:
    """A JSON file of golden data."""
    return json.loads((DATA / name).read_text())
