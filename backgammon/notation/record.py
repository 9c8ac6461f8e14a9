"""A match as its record keeps it: who played, and what was thrown, played and turned.

Opening ties, clocks, resignations that were declined and a roll nobody played are left out. A
record has a plain form for JSON here, and in `matchfile` the text form of match files.

Source: docs/rules.md, "Match files".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from backgammon.engine import evolve
from backgammon.errors import Fault, NotationError
from backgammon.events import (
    Beavered,
    Doubled,
    Dropped,
    Event,
    GameStarted,
    GameWon,
    OpeningRolled,
    PenaltyScored,
    Played,
    Raccooned,
    Rolled,
    Taken,
)
from backgammon.length import Score, plus
from backgammon.notation.codec import event_from_dict, event_to_dict
from backgammon.notation.course import Course, Step, first_cube, settled
from backgammon.notation.moment import MONEY, check_score, length_points_of
from backgammon.notation.plain import Plain, Reading, exactly, side_of, word
from backgammon.position import Geometry
from backgammon.rules import Rules
from backgammon.sides import Side
from backgammon.state import MatchState, Phase, initial_state
from backgammon.variants import BACKGAMMON, Variant, find_variant

FORMAT = 1
"""The number of the plain form; raised when old data would be misread."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: the score in points before it, its steps, and who won how many points.

    A game that was not played to its end has no winner and 0 points. One that has a winner
    without a last checker and without a drop was resigned.
    """

    score: Score
    steps: tuple[Step, ...] = ()
    winner: Side | None = None
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match: white's name and black's, 0 for `length_points` when played for money."""

    white: str
    black: str
    length_points: int = MONEY
    variant: Variant = BACKGAMMON
    games: tuple[GameRecord, ...] = ()

    def checked(self) -> "MatchRecord":
        """This record; raises NotationError where no match file can hold it, or naming game and
        step where it cannot have been played like that."""
        if self.variant.geometry is not Geometry.OPPOSED:
            raise _not_in_a_file(f"the game is {self.variant.key}")
        for name in (self.white, self.black):
            if not name.isprintable() or ":" in name or name != " ".join(name.split()) or not name:
                raise _not_in_a_file(f"{name!r} cannot be a name there")
        check_score(self.length_points, (0, 0))
        for number, game in enumerate(self.games, 1):
            check_score(self.length_points, game.score)
            course = Course(self.variant, f"game {number}", first_cube(self.length_points))
            for step in game.steps:
                course.follow(step)
            course.check_end(game.winner, game.points)
        return self


def _not_in_a_file(detail: str) -> NotationError:
    return NotationError(Fault.NOT_EXPRESSIBLE, form="a match file", detail=detail)


def record_of(rules: Rules, events: Iterable[Event], *, white: str, black: str) -> MatchRecord:
    """The record of a match played by these rules, as far as its events go.

    Raises NotationError(NOT_EXPRESSIBLE) for games whose sides do not meet head on, and for names
    that no match file can hold.
    """
    state = initial_state(rules)
    games: list[GameRecord] = []
    score = (0, 0)
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, GameStarted):
            games.append(GameRecord(score))
        elif isinstance(event, PenaltyScored):
            score = plus(score, event.side, 1)
        elif isinstance(event, GameWon):
            games[-1] = replace(games[-1], winner=event.side, points=event.points)
            score = plus(score, event.side, event.points)
        elif (step := _step_of(event, before, state)) is not None:
            games[-1] = replace(games[-1], steps=(*games[-1].steps, step))
    return MatchRecord(
        white=white,
        black=black,
        length_points=length_points_of(rules.length),
        variant=rules.variant,
        games=tuple(map(_without_idle_roll, games)),
    ).checked()


def _without_idle_roll(game: GameRecord) -> GameRecord:
    """The game without a last roll that was never played: other programs would play it.

    A first roll stays: without any there would have been no game.
    """
    is_idle = len(game.steps) > 1 and isinstance(game.steps[-1], Rolled)
    return replace(game, steps=game.steps[:-1]) if is_idle else game


def _step_of(event: Event, before: MatchState, after: MatchState) -> Step | None:
    """What the record keeps of an event."""
    if isinstance(event, OpeningRolled) and after.phase is Phase.TO_MOVE:
        game = after.running_game
        assert game.dice is not None, "an opening throw that decides is played"
        return Rolled(game.on_roll, game.dice)
    if isinstance(event, Played):
        variant = before.rules.variant
        return settled(Played(event.side, event.play), variant, before.running_game.turn(variant))
    if isinstance(event, Rolled | Doubled | Beavered | Raccooned | Taken | Dropped):
        return replace(event, at_ms=0)
    return None


def match_to_dict(record: MatchRecord) -> Plain:
    """The plain form of a record; sides are "white" and "black", a play is [source, die] pairs."""
    return {
        "format": FORMAT,
        "variant": record.variant.key,
        "length_points": record.length_points,
        "white": record.white,
        "black": record.black,
        "games": [
            {
                "score": list(game.score),
                "steps": [_step_to_dict(step) for step in game.steps],
                "winner": word(game.winner),
                "points": game.points,
            }
            for game in record.games
        ],
    }


def _step_to_dict(step: Step) -> Plain:
    data = event_to_dict(step)
    del data["at_ms"]
    return data


_count, _text = exactly(int), exactly(str)


def match_from_dict(data: Mapping[str, Any]) -> MatchRecord:
    """The record written by `match_to_dict`. Raises NotationError."""
    with Reading("match"):
        if data["format"] != FORMAT:
            raise ValueError(f"format {data['format']} is not {FORMAT}")
        return MatchRecord(
            white=_text(data["white"]),
            black=_text(data["black"]),
            length_points=_count(data["length_points"]),
            variant=find_variant(_text(data["variant"])),
            games=tuple(_game_from_dict(game) for game in data["games"]),
        ).checked()


def _game_from_dict(data: Mapping[str, Any]) -> GameRecord:
    white, black = map(_count, data["score"])
    steps = tuple(event_from_dict({**step, "at_ms": 0}) for step in data["steps"])
    winner, points = side_of(data["winner"]), _count(data["points"])
    return GameRecord((white, black), tuple(map(_as_step, steps)), winner, points)


def _as_step(event: Event) -> Step:
    if isinstance(event, Rolled | Played | Doubled | Beavered | Raccooned | Taken | Dropped):
        return event
    raise ValueError(f"{type(event).__name__} is no step of a game")
