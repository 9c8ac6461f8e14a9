"""Matches to play with: made by the service, set to any position, their owner takes notes."""

from dataclasses import replace

import msgspec

from accounts.models import User
from backgammon import (
    ClockRules,
    Cube,
    Dice,
    GivenDice,
    MatchState,
    OpenGame,
    Phase,
    Position,
    Resign,
    Rules,
    Side,
    WinKind,
    decide,
    evolve,
    initial_state,
)
from backgammon.notation.codec import state_from_dict
from matches.judge import Request
from matches.models import NEVER_MS, Match
from matches.owners import GameOver, MatchResult, register_owner
from matches.projection import snapshot_text
from matches.services import match_act, match_create
from matches.store import load_live
from wire.time import now_ms

CLOCK = ClockRules(delay_ms=12_000, reserve_ms=360_000)


class NotingOwner:
    """Remembers what it was told."""

    key = "noting"
    back_text = "Back"

    def __init__(self) -> None:
        self.games: list[GameOver] = []
        self.results: list[MatchResult] = []

    def game_finished(self, result: GameOver) -> None:
        self.games.append(result)

    def match_finished(self, result: MatchResult) -> None:
        self.results.append(result)

    def back_path(self, owner_ref: str) -> str:
        return "/"

    def mute_scope(self, owner_ref: str) -> str:
        return ""


def a_noting_owner() -> NotingOwner:
    """A fresh owner, registered under its key."""
    owner = NotingOwner()
    register_owner(owner)
    return owner


def a_match(
    white: User, black: User, rules: Rules | None = None, *, step_ms: int = 60_000
) -> Match:
    """A match nobody has come to yet; to three points unless `rules` say otherwise."""
    return match_create(
        rules=rules or Rules.match(3, clock=CLOCK),
        white=white,
        black=black,
        owner="noting",
        owner_ref="7",
        title="A test match",
        step_ms=step_ms,
    )


def state_of(match: Match) -> MatchState:
    """The state as it is stored now."""
    return load_live(match.public_id).state


def opened(rules: Rules, *throws: tuple[int, int], at_ms: int = 0) -> MatchState:
    """A match whose first game was opened with these throws."""
    state = initial_state(rules)
    for event in decide(state, None, OpenGame(), dice=GivenDice(throws), now_ms=at_ms):
        state = evolve(state, event)
    return state


def to_roll(
    match: Match,
    side: Side,
    *,
    white: str = "",
    black: str = "",
    cube: Cube | None = None,
    score: tuple[int, int] | None = None,
) -> MatchState:
    """A running game with this side to roll; checkers as "24:2 off:1 bar:1", else the start."""
    rules = load_live(match.public_id).facts.rules
    state = opened(rules, (2, 1), at_ms=now_ms())
    game = state.running_game
    position = Position(
        checkers(white) if white else game.position.white,
        checkers(black) if black else game.position.black,
    )
    game = replace(game, position=position, on_roll=side, dice=None, cube=cube or game.cube)
    clock = state.clock
    if clock is not None and rules.clock is not None:
        clock = clock.passed_to(side, rules.clock, now_ms())
    score = score or state.score
    return replace(state, phase=Phase.TO_ROLL, to_act=side, game=game, score=score, clock=clock)


def to_move(
    match: Match,
    side: Side,
    dice: tuple[int, int],
    *,
    white: str = "",
    black: str = "",
    cube: Cube | None = None,
    score: tuple[int, int] | None = None,
) -> MatchState:
    """The same with the dice on the board."""
    state = to_roll(match, side, white=white, black=black, cube=cube, score=score)
    game = replace(state.running_game, dice=Dice(*dice))
    return replace(state, phase=Phase.TO_MOVE, game=game)


_PLACES = {"off": 0, "bar": 25}


def checkers(text: str) -> tuple[int, ...]:
    """26 counts from "24:2 13:5 bar:1 off:3"."""
    counts = [0] * 26
    for part in text.split():
        place, _, count = part.partition(":")
        counts[_PLACES[place] if place in _PLACES else int(place)] = int(count)
    return tuple(counts)


def put(match: Match, state: MatchState, *, seq: int = 1) -> None:
    """Set the stored match to a state, as if `seq` events had led there."""
    clock = state.rules.clock
    deadline_ms = state.clock.deadline_ms(clock) if state.clock and clock else None
    Match.objects.filter(pk=match.pk).update(
        snapshot=snapshot_text(state), seq=seq, deadline_ms=deadline_ms or NEVER_MS
    )
    match.seats.update(has_come=True)
    assert state_from_dict(msgspec.json.decode(snapshot_text(state)), state.rules) == state


def something_happens(match: Match, *, times: int = 1) -> int:
    """Events by the services: White offers a single game, which he may do again and again.

    The number of the last one. The match must stand near its beginning.
    """
    offer = Request(Side.WHITE, Resign(WinKind.SINGLE))
    return max(match_act(match_id=match.public_id, request=offer) for _ in range(times))
