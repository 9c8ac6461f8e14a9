"""What is played for: when a match is over and who has won it.

A score is a pair, white first: points in a match or a set of games, the chips before each
player at a table.

Source: docs/rules.md, "What is played for".
"""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, TypeAlias

from backgammon.errors import Fault
from backgammon.scoring import settlement
from backgammon.sides import Side

Score: TypeAlias = tuple[int, int]

MOST = 10**12
"""No stack, stake or score is higher, so that each stays a number any program can hold."""


class TieBreak(Enum):
    """What follows when a set of games ends level."""

    DRAW = "draw"
    ONE_MORE_GAME = "one_more_game"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decided match; `winner` is None for a draw."""

    winner: Side | None


def _of(score: Score, side: Side) -> int:
    return score[0] if side is Side.WHITE else score[1]


def plus(score: Score, side: Side, points: int) -> Score:
    """The score with so many more for one side."""
    white, black = score
    return (white + points, black) if side is Side.WHITE else (white, black + points)


def _leader(score: Score) -> Side | None:
    white, black = score
    return None if white == black else Side.WHITE if white > black else Side.BLACK


@dataclass(frozen=True, slots=True)
class PointMatch:
    """The first to reach `points` wins; a score may pass it."""

    points: int

    settles_the_game: ClassVar[bool] = False

    @property
    def first_score(self) -> Score:
        """The score before the first game."""
        return (0, 0)

    def problem(self) -> Fault | None:
        """LENGTH_RANGE unless 1 to 25 points."""
        return None if 1 <= self.points <= 25 else Fault.LENGTH_RANGE

    def allows(self, score: Score) -> bool:
        """A match may go on at this score: nobody has won it."""
        return min(score) >= 0 and max(score) < self.points

    def points_needed(self, score: Score, side: Side) -> int | None:
        """What the side still needs; 0 or less when it has won."""
        return self.points - _of(score, side)

    def is_covered(self, _score: Score, _cube_value: int) -> bool:
        """Never: nothing but the score is at stake."""
        return False

    def chips(self, _score: Score, _points: int) -> int:
        """None: points are not paid for."""
        return 0

    def after(self, score: Score, winner: Side, points: int) -> Score:
        """The score after a game."""
        return plus(score, winner, points)

    def verdict(self, score: Score, _games_played: int) -> Verdict | None:
        """The winner, or None while both still need points."""
        leader = _leader(score)
        if leader is not None and _of(score, leader) >= self.points:
            return Verdict(leader)
        return None


@dataclass(frozen=True, slots=True)
class FixedGames:
    """The most points after `games` games win; every game is played."""

    games: int
    tie_break: TieBreak = TieBreak.DRAW

    settles_the_game: ClassVar[bool] = False

    @property
    def first_score(self) -> Score:
        """The score before the first game."""
        return (0, 0)

    def problem(self) -> Fault | None:
        """LENGTH_RANGE unless 1 to 99 games."""
        return None if 1 <= self.games <= 99 else Fault.LENGTH_RANGE

    def allows(self, score: Score) -> bool:
        """A set may go on at this score."""
        return min(score) >= 0 and max(score) <= MOST

    def points_needed(self, _score: Score, _side: Side) -> int | None:
        """None: no number of points decides early."""
        return None

    def is_covered(self, _score: Score, _cube_value: int) -> bool:
        """Never: nothing but the score is at stake."""
        return False

    def chips(self, _score: Score, _points: int) -> int:
        """None: points are not paid for."""
        return 0

    def after(self, score: Score, winner: Side, points: int) -> Score:
        """The score after a game."""
        return plus(score, winner, points)

    def verdict(self, score: Score, games_played: int) -> Verdict | None:
        """The leader after the last game, a draw, or None while games are left."""
        if games_played < self.games:
            return None
        leader = _leader(score)
        if leader is None and self.tie_break is TieBreak.ONE_MORE_GAME:
            return None
        return Verdict(leader)


@dataclass(frozen=True, slots=True)
class TableStakes:
    """Games for `stake` chips a point until one side holds everything on the table.

    `white` and `black` are the chips each brought; a game moves no more than the smaller stack.
    Who runs out of time or walks out loses the running game (`settles_the_game`) and keeps the
    rest of its stack; elsewhere it loses the whole match. `games`: after so many the sitting is
    over and has been won by who has gained; 0 for no such end.
    """

    stake: int
    white: int
    black: int
    leave_between_games: bool = True
    top_up: bool = False
    games: int = 0

    settles_the_game: ClassVar[bool] = True

    @property
    def first_score(self) -> Score:
        """The chips before each side when it sits down."""
        return (self.white, self.black)

    def problem(self) -> Fault | None:
        """STAKE_RANGE unless the stake and both stacks are 1 to 10^12, LENGTH_RANGE unless the
        sitting ends by itself or after 1 to 99 games."""
        sums = (self.stake, self.white, self.black)
        if min(sums) <= 0 or max(sums) > MOST:
            return Fault.STAKE_RANGE
        return None if 0 <= self.games <= 99 else Fault.LENGTH_RANGE

    def allows(self, score: Score) -> bool:
        """Games may go on with these stacks: nobody has lost everything."""
        return min(score) > 0 and max(score) <= MOST

    def points_needed(self, _score: Score, _side: Side) -> int | None:
        """None: no number of points decides."""
        return None

    def is_covered(self, score: Score, cube_value: int) -> bool:
        """The cube already covers the smaller stack."""
        return cube_value * self.stake >= min(score)

    def chips(self, score: Score, points: int) -> int:
        """What a game of so many points moves from the loser's stack to the winner's."""
        return settlement(points, self.stake, min(score))

    def after(self, score: Score, winner: Side, points: int) -> Score:
        """The stacks after a game: what was owed, or all that was covered, has moved."""
        chips = self.chips(score, points)
        return plus(plus(score, winner, chips), winner.other, -chips)

    def missing(self, score: Score, side: Side) -> int:
        """Chips a side's stack is short of what it first brought; never negative."""
        return max(0, _of(self.first_score, side) - _of(score, side))

    def verdict(self, score: Score, games_played: int) -> Verdict | None:
        """The side that holds everything, or after the last game the one that has gained, nobody
        where neither has; None while both have chips and games are left.
        """
        if min(score) == 0:
            return Verdict(_leader(score))
        if self.games == 0 or games_played < self.games:
            return None
        return Verdict(_leader((score[0] - self.white, score[1] - self.black)))


Length: TypeAlias = PointMatch | FixedGames | TableStakes


def ladder_points_to_win(length: PointMatch) -> int:
    """Penalty points after which the absent side has lost: more than half the match.

    1 point in a 1-point match, 2 in 3, 3 in 5, 4 in 7, 6 in 11.

    Source: docs/rules.md, "The penalty ladder".
    """
    return length.points // 2 + 1
