"""What a game was worth, and the most it could still cost.

Source: docs/rules.md, "Single, gammon, backgammon" and "Resignation".
"""

from dataclasses import dataclass

from backgammon.position import Geometry, Position
from backgammon.sides import Side
from backgammon.variants.base import Variant, WinKind


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: who won, how, and the points it counts; a draw has no winner.

    `chips` are what it moved across the table, 0 where nobody plays for chips.
    """

    winner: Side | None
    kind: WinKind | None
    points: int
    chips: int = 0


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


def has_contact(position: Position) -> bool:
    """Two sides on opposed ways can still meet: their rearmost checkers have not passed."""
    white_rear, black_rear = (
        max((point for point in range(1, 26) if checkers[point]), default=0)
        for checkers in (position.white, position.black)
    )
    return white_rear + black_rear > 25


def most_at_risk(position: Position, resigner: Side, variant: Variant) -> WinKind:
    """The dearest way the resigner could still lose, without counting rolls."""
    checkers = position.of(resigner)
    if checkers[0]:
        return WinKind.SINGLE
    if variant.worth.backgammon is None:
        return WinKind.GAMMON
    if has_contact(position) or _is_far_behind(checkers, variant.geometry):
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
