"""Plays as players write them: `bar/22 8/5*(2) 6/off`.

A stop names where a checker goes, `*` a hit there, `(2)` two checkers alike. One checker's stops
may be joined, `24/18*/13`, or skipped where nothing is hit on the way, `24/13`.

Source: docs/rules.md, "Plays as text".
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from backgammon.errors import Fault, NotationError
from backgammon.movegen import after_move, move_fault
from backgammon.packed import enemy_count
from backgammon.play import BAR, OFF, Move, Play
from backgammon.variants.base import Turn, Variant

Stop: TypeAlias = tuple[int, bool]
"""A point, and whether a hit is marked on it."""

Trip: TypeAlias = tuple[int, tuple[Stop, ...]]
"""One checker's way: where it started and where it stopped."""

_TRIP = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?", re.ASCII)
_NAMES = {"bar": BAR, "off": OFF}


def format_play(play: Play, turn: Turn | None = None) -> str:
    """The play as text, highest start first; hits are marked where `turn` is given.

    Plays that differ only in the order of their moves have one text.
    """
    hits = set(_hits(play, turn)) if turn else set()
    counted = Counter(_trips(play, frozenset(hits)))
    written = []
    for (source, stops), times in sorted(counted.items(), reverse=True):
        # Of several ways to one point the first is said to hit there.
        ways = "".join(f"/{point or 'off'}{'*' * (point in hits)}" for point in stops)
        hits -= set(stops)
        alike = f"({times})" if times > 1 else ""
        written.append(f"{'bar' if source == BAR else source}{ways}{alike}")
    return " ".join(written)


def _hits(play: Play, turn: Turn) -> frozenset[int]:
    """The points on which the play hits."""
    targets = {move.target for move in play} - {OFF}
    return frozenset(target for target in targets if enemy_count(turn.start, target) == 1)


def _trips(play: Play, hits: frozenset[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The moves gathered by checker, each followed as far as moves lead, quiet stops left out."""
    left = sorted(((move.source, move.target) for move in play), reverse=True)
    while left:
        source = at = left[0][0]
        stops: list[int] = []
        while step := next((step for step in left if step[0] == at), None):
            left.remove(step)
            at = step[1]
            stops.append(at)
        yield source, (*(stop for stop in stops[:-1] if stop in hits), stops[-1])


def format_moves(play: Play, turn: Turn) -> str:
    """The play as match files have it: every move by itself, highest start first, bar 25, off 0."""
    hits = set(_hits(play, turn))
    written = []
    for move in sorted(play, key=lambda move: (move.source, move.target), reverse=True):
        written.append(f"{move.source}/{move.target}{'*' * (move.target in hits)}")
        hits.discard(move.target)
    return " ".join(written)


def parse_play(text: str, variant: Variant, turn: Turn) -> Play:
    """The play of a text with the dice of the turn; whether it is legal is judged elsewhere.

    A stop may be left out only where the checker hits nothing. Raises NotationError(MALFORMED) for
    text that is no play and for a hit that is none.
    """
    trips = [trip for part in text.replace(",", " ").split() for trip in _read_trips(part)]
    play = next(_ways_to_walk(variant, turn, trips), tuple(_as_written(trips, turn)))
    marked = {point for _, stops in trips for point, is_marked in stops if is_marked}
    if not marked <= _hits(play, turn):
        raise NotationError(Fault.MALFORMED, detail=f"{text}: a hit is marked where none is")
    return play


def _read_trips(part: str) -> list[Trip]:
    match = _TRIP.fullmatch(part.lower())
    if match is None:
        raise NotationError(Fault.MALFORMED, detail=f"{part!r} is no move")
    start, ways, times = match.groups()
    stops = tuple((_number(stop.rstrip("*")), stop.endswith("*")) for stop in ways[1:].split("/"))
    return [(_number(start), stops)] * int(times or 1)


def _number(name: str) -> int:
    return _NAMES[name] if name in _NAMES else int(name)


def _ways_to_walk(variant: Variant, turn: Turn, trips: list[Trip]) -> Iterator[Play]:
    """Every allowed order of moves that makes all the trips."""

    def walk(
        packed: int, dice: tuple[int, ...], going: tuple[Trip, ...], play: Play
    ) -> Iterator[Play]:
        if not going:
            yield play
        for trip in dict.fromkeys(going):
            for die in dict.fromkeys(dice):
                move = Move(trip[0], die)
                left = _left_of(trip, move, packed)
                if left is None or move_fault(variant, turn, packed, move) is not None:
                    continue
                others, fewer = list(going), list(dice)
                others.remove(trip)
                fewer.remove(die)
                further = (left, *others) if left[1] else tuple(others)
                after = after_move(packed, move, variant.contact)
                yield from walk(after, tuple(fewer), further, (*play, move))

    yield from walk(turn.start, turn.dice.pips, tuple(trips), ())


def _left_of(trip: Trip, move: Move, packed: int) -> Trip | None:
    """What is left of a trip after a move; None when the move does not belong to it."""
    stop, later = trip[1][0][0], trip[1][1:]
    if move.target == stop:
        return stop, later
    hits = enemy_count(packed, move.target) == 1
    return (move.target, trip[1]) if move.target > stop and not hits else None


def _as_written(trips: list[Trip], turn: Turn) -> Iterator[Move]:
    """Each stop as one move, for the judge to refuse with a reason."""
    for source, stops in trips:
        start = source
        for stop, _ in stops:
            large_enough = (die for die in sorted(turn.dice) if stop == OFF and die >= start)
            yield Move(start, next(large_enough, start - stop))
            start = stop
