"""Legal plays: how many positions a second one core works out, beside other packages.

A position is one row, a position with dice, and the complete set of its distinct
results, as integers or whatever the package at hand gives. Everybody gets the same rows
in his own form; bringing them into that form is not measured.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from time import process_time
from typing import Any

from backgammon import BACKGAMMON, Position, Side, pack, results, unpack

ROWS = 1_000
_SEED = 2
_LONGEST_GAME = 400
_GYM = "gym_backgammon.envs.backgammon"

Job = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A position with dice. Seen by White, who is to move."""

    position: Position
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A package that lists legal plays. `job` makes a row, in its form, a call to be repeated."""

    key: str
    title: str
    module: str
    job: Callable[[Row], Job]

    @property
    def is_installed(self) -> bool:
        """Whether it can be measured here."""
        try:
            import_module(self.module)
        except ImportError:
            return False
        return True


def self_play_rows(count: int = ROWS) -> list[Row]:
    """Turns from the beginning to the end of random games, the same at every call."""
    chance = random.Random(_SEED)  # noqa: S311
    rows: list[Row] = []
    while len(rows) < count:
        position = BACKGAMMON.opening_position
        for _ in range(_LONGEST_GAME):
            row = Row(position, (chance.randint(1, 6), chance.randint(1, 6)))
            rows.append(row)
            packed = pack(position, Side.WHITE)
            reached = sorted(results(packed, row.dice)) or [packed]
            after = unpack(chance.choice(reached), Side.WHITE)
            if after.white[0] == BACKGAMMON.checkers:
                break
            position = Position(after.black, after.white)
    return rows[:count]


def positions_per_core(jobs: Sequence[Job], seconds: float) -> float:
    """How many of the jobs one core does in a second, measured for about so many seconds."""
    done, began_s = 0, process_time()
    while (spent_s := process_time() - began_s) < seconds:
        for job in jobs:
            job()
        done += len(jobs)
    return done / spent_s


# --- the contestants ------------------------------------------------------------


def _house_job(row: Row) -> Job:
    packed, dice = pack(row.position, Side.WHITE), row.dice
    return lambda: results(packed, dice)


def _bgsage_job(row: Row) -> Job:
    """One signed number a cell: the other side's bar, points 1 to 24, the mover's bar."""
    possible_moves = import_module("bgsage").possible_moves
    own, other = row.position.white, row.position.black
    board = [other[25], *(own[point] - other[25 - point] for point in range(1, 25)), own[25]]
    first, second = row.dice
    return lambda: possible_moves(board, first, second)


def _gym_job(row: Row) -> Job:
    """A game object of its own, White to move; it gives plays, several to some results."""
    gym = import_module(_GYM)
    own, other = row.position.white, row.position.black
    game = gym.Backgammon()
    game.board = [
        (own[point], gym.WHITE)
        if own[point]
        else (other[25 - point], gym.BLACK)
        if other[25 - point]
        else (0, None)
        for point in range(1, 25)
    ]
    game.bar, game.off = [own[25], other[25]], [own[0], other[0]]
    game.players_positions = game.get_players_positions()
    first, second = row.dice
    roll = (-first, -second)  # White moves downwards
    return lambda: game.get_valid_plays(gym.WHITE, roll)


HOUSE_RULES = Contestant("rules", "backgammon.results", "backgammon", _house_job)

CONTESTANTS = (
    HOUSE_RULES,
    Contestant("bgsage", "bgsage (C++)", "bgsage", _bgsage_job),
    Contestant("gym-backgammon", "gym-backgammon (Python)", _GYM, _gym_job),
)
