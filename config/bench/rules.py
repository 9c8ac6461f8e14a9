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

from backgammon import (
    BACKGAMMON,
    LONG_NARDY,
    Dice,
    Position,
    Side,
    Turn,
    Variant,
    pack,
    results,
    unpack,
)
from backgammon.movegen import all_results

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
    variant: Variant = BACKGAMMON

    @property
    def is_installed(self) -> bool:
        """Whether it can be measured here."""
        try:
            import_module(self.module)
        except ImportError:
            return False
        return True


def self_play_rows(count: int = ROWS, variant: Variant = BACKGAMMON) -> list[Row]:
    """Turns from the beginning to the end of random games, the same at every call."""
    chance = random.Random(_SEED)  # noqa: S311
    rows: list[Row] = []
    while len(rows) < count:
        position = variant.opening_position
        for _ in range(_LONGEST_GAME):
            row = Row(position, (chance.randint(1, 6), chance.randint(1, 6)))
            rows.append(row)
            turn = _turn(row, variant)
            reached = sorted(all_results(variant, turn)) or [turn.start]
            after = unpack(chance.choice(reached), Side.WHITE, variant.geometry)
            if after.white[0] == variant.checkers:
                break
            position = Position(after.black, after.white)
    return rows[:count]


def _turn(row: Row, variant: Variant) -> Turn:
    return Turn(pack(row.position, Side.WHITE, variant.geometry), Dice(*row.dice))


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


def _nardy_job(row: Row) -> Job:
    turn = _turn(row, LONG_NARDY)
    return lambda: all_results(LONG_NARDY, turn)


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
    Contestant("nardy", "the same, long nardy", "backgammon", _nardy_job, LONG_NARDY),
    Contestant("bgsage", "bgsage (C++)", "bgsage", _bgsage_job),
    Contestant("gym-backgammon", "gym-backgammon (Python)", _GYM, _gym_job),
)
