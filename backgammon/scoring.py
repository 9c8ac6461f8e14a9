"""What a game was worth, and the most it could still cost.

Source: docs/rules.md, "Single, gammon, backgammon" and "Resignation".
"""

from dataclasses import dataclass

from backgammon.position import Geometry, Position
from backgammon.sides import Side
from backgammon.variants.base import Variant, WinKind


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: who won, how, and the points it counts; a draw has no winner."""

    winner: Side | None
    kind: WinKind | None
    points: int


DRAWN_GAME = GameResult(None, None, 0)


def win_kind(position: Position, winner: Side, variant: Variant) -> WinKind:
    """How `winner` has won if the game ends in this position."""
    loser = position.of(winner.other)
    if loser[0]:
        return WinKind.SINGLE
    if variant.worth.backgammon is not None and _is_far_behind(loser, variant.geometry):
        return WinKind.BACKGAMMON
    return WinKind.GAMMON


def _is_far_behind(loser: tuple[int, ...], geometry: Geometry) -> bool:
    """The loser has a checker on the bar or in the winner's home."""
    return bool(loser[25]) or any(loser[geometry.across(point)] for point in range(1, 7))


def has_contact(position: Position, geometry: Geometry) -> bool:
    """The two sides can still meet: some checker has an enemy checker before it."""
    if position.white[25] or position.black[25]:
        return True
    white_rear = max((p for p in range(1, 25) if position.white[p]), default=0)
    if geometry is Geometry.PARALLEL:
        return True
    black_rear = max((p for p in range(1, 25) if position.black[p]), default=0)
    return white_rear > geometry.across(black_rear) if white_rear and black_rear else False


def most_at_risk(position: Position, resigner: Side, variant: Variant) -> WinKind:
    """The dearest way the resigner could still lose, without counting rolls."""
    checkers = position.of(resigner)
    if checkers[0]:
        return WinKind.SINGLE
    if variant.worth.backgammon is None:
        return WinKind.GAMMON
    if has_contact(position, variant.geometry) or _is_far_behind(checkers, variant.geometry):
        return WinKind.BACKGAMMON
    return WinKind.GAMMON


def game_points(
    kind: WinKind, cube_value: int, variant: Variant, *, counts_single: bool = False
) -> int:
    """Points for the winner: cube x kind; `counts_single` is Jacoby without an accepted double."""
    return cube_value * variant.worth.of(WinKind.SINGLE if counts_single else kind)


def settlement(points: int, stake_chips: int, covered_chips: int) -> int:
    """Chips the loser pays: what is owed, or all that the smaller stack covered.

    `points` already includes cube and kind of win; `covered_chips` is the smaller stack when the
    game started. Never negative.

    Source: docs/rules.md, "Table stakes".
    """
    return min(points * stake_chips, covered_chips)
