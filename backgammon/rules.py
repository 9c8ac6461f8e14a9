"""The rules of one match: variant, length, cube, first move and clock, with presets.

Source: docs/rules.md, "Options and their defaults".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from backgammon.clock import ClockRules
from backgammon.cube import Cube, CubeRules, Holland
from backgammon.errors import Fault, InvalidRules
from backgammon.length import FixedGames, Length, PointMatch, TableStakes
from backgammon.variants.base import Opening, Variant
from backgammon.variants.catalogue import BACKGAMMON

_ONE_POINT = PointMatch(1)
_PLAIN_CUBE = CubeRules()
_NO_CUBE = CubeRules(enabled=False)


class FirstMove(Enum):
    """Who starts the games after the first.

    ROLL: an opening throw decides every game. LOSER: who lost the game before; after a draw as
    ALTERNATE. ALTERNATE: the side that did not start the game before.
    """

    ROLL = "roll"
    LOSER = "loser"
    ALTERNATE = "alternate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything two players agree on before a match. Compare, store and replay by value."""

    variant: Variant = BACKGAMMON
    length: Length = _ONE_POINT
    cube: CubeRules = _PLAIN_CUBE
    first_move: FirstMove = FirstMove.ROLL
    clock: ClockRules | None = None

    @classmethod
    def match(cls, points: int, **changes: Any) -> Rules:
        """A match to `points`: Crawford on, no Jacoby, beavers or automatic doubles."""
        return _preset(PointMatch(points), CubeRules(crawford=True), changes)

    @classmethod
    def fixed(cls, games: int, **changes: Any) -> Rules:
        """A fixed number of games: no Crawford, no dead cube."""
        return _preset(FixedGames(games), CubeRules(dead_cube=False), changes)

    @classmethod
    def table(cls, stake: int, white: int, black: int, **changes: Any) -> Rules:
        """Table stakes: Jacoby and beavers on."""
        cube = CubeRules(jacoby=True, beavers=True, dead_cube=False)
        return _preset(TableStakes(stake, white, black), cube, changes)

    def problems(self) -> tuple[Fault, ...]:
        """Everything that does not fit together; empty means sound."""
        found = [self.length.problem(), *self._cube_problems()]
        if not self.variant.has_cube and self.cube != _NO_CUBE:
            found.append(Fault.VARIANT_HAS_NO_CUBE)
        is_played = self.variant.opening is Opening.ROLL_IS_PLAYED
        if is_played and self.first_move is not FirstMove.ROLL:
            found.append(Fault.FIRST_MOVE_IN_VARIANT)
        if self.clock is not None and not self.clock.is_sound:
            found.append(Fault.CLOCK_RANGE)
        return tuple(fault for fault in found if fault is not None)

    def checked(self) -> Rules:
        """These rules; raises InvalidRules with the first problem."""
        for fault in self.problems():
            raise InvalidRules(fault)
        return self

    def _cube_problems(self) -> list[Fault]:
        cube, is_match = self.cube, isinstance(self.length, PointMatch)
        found = []
        if cube.raccoons and not cube.beavers:
            found.append(Fault.RACCOONS_NEED_BEAVERS)
        if cube.cap is not None and (cube.cap == 1 or Cube(cube.cap).problem() is not None):
            found.append(Fault.CUBE_CAP_VALUE)
        if cube.automatic_doubles is not None and cube.automatic_doubles < 0:
            found.append(Fault.AUTOMATIC_DOUBLES_VALUE)
        if is_match:
            money_only = {
                Fault.JACOBY_IN_MATCH: cube.jacoby,
                Fault.BEAVERS_IN_MATCH: cube.beavers,
                Fault.AUTOMATIC_DOUBLES_IN_MATCH: cube.automatic_doubles != 0,
                Fault.CUBE_CAP_IN_MATCH: cube.cap is not None,
            }
            found += [fault for fault, is_on in money_only.items() if is_on]
        else:
            if cube.crawford:
                found.append(Fault.CRAWFORD_NEEDS_MATCH)
            if cube.holland is Holland.POST_CRAWFORD:
                found.append(Fault.HOLLAND_NEEDS_MATCH)
        return found


def _preset(length: Length, cube: CubeRules, changes: dict[str, Any]) -> Rules:
    """Rules with a length's own cube; a variant without a cube switches it off."""
    variant = changes.get("variant", BACKGAMMON)
    if not variant.has_cube:
        cube = _NO_CUBE
    if variant.opening is Opening.ROLL_DECIDES_ONLY:
        changes = {"first_move": FirstMove.ALTERNATE, **changes}
    return replace(Rules(length=length, cube=cube), **changes)
