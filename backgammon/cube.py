"""The doubling cube: its options and the checks before it may be turned.

Source: docs/rules.md, "The cube".
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from backgammon.errors import Fault
from backgammon.sides import Side


class Holland(Enum):
    """Where the rule "no double until both sides have rolled twice" holds."""

    OFF = "off"
    POST_CRAWFORD = "post_crawford"
    ALL_GAMES = "all_games"


class Turning(Enum):
    """What turning the cube is meant as."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


HIGHEST_VALUE = 1 << 30
"""Where even an uncapped cube stops, so that every score stays a number any program can hold."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The value last accepted and its owner; None: in the middle."""

    value: int = 1
    owner: Side | None = None

    def problem(self) -> Fault | None:
        """BAD_CUBE unless a power of two from 1 to 2^30 that belongs to nobody at 1."""
        is_power = type(self.value) is int and self.value > 0 and not self.value & self.value - 1
        if not is_power or self.value > HIGHEST_VALUE or (self.value == 1 and self.owner):
            return Fault.BAD_CUBE
        return None


CENTRED_CUBE = Cube()


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeRules:
    """The options of the cube.

    `automatic_doubles`: how many opening ties may turn the cube; None: no limit but `cap`.
    `dead_cube`: no double by a side that needs no more than the cube shows already.
    `cap`: the highest value, None for none.
    """

    enabled: bool = True
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: int | None = 0
    holland: Holland = Holland.OFF
    dead_cube: bool = True
    cap: int | None = None

    def may_reach(self, value: int) -> bool:
        """The cube may be turned to this value, as far as its cap goes."""
        return value <= (HIGHEST_VALUE if self.cap is None else self.cap)


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeFacts:
    """What the checks look at when `side` wants to turn the cube from `value` to twice that.

    `points_needed`: what the side still needs to win; None where no score decides.
    `fewest_rolls`: rolls made so far by the side that rolled less often.
    `is_covered`: the cube at `value` already covers all that can be lost.
    """

    turning: Turning
    side: Side
    value: int
    owner: Side | None
    has_rolled: bool
    is_crawford: bool
    is_after_crawford: bool
    points_needed: int | None
    fewest_rolls: int
    is_covered: bool


CubeCheck: TypeAlias = Callable[[CubeRules, CubeFacts], Fault | None]
"""Why the cube may not be turned, or None."""


def _is_in_play(rules: CubeRules, _facts: CubeFacts) -> Fault | None:
    return None if rules.enabled else Fault.CUBE_DISABLED


def _is_mine(_rules: CubeRules, facts: CubeFacts) -> Fault | None:
    is_mine = facts.owner in (None, facts.side) or facts.turning is not Turning.DOUBLE
    return None if is_mine else Fault.NOT_OWNER


def _is_before_the_roll(_rules: CubeRules, facts: CubeFacts) -> Fault | None:
    return Fault.ALREADY_ROLLED if facts.has_rolled else None


def _is_not_crawford(_rules: CubeRules, facts: CubeFacts) -> Fault | None:
    return Fault.CRAWFORD if facts.is_crawford else None


def _is_alive(rules: CubeRules, facts: CubeFacts) -> Fault | None:
    may_die = rules.dead_cube and facts.turning is Turning.DOUBLE
    if not may_die or facts.points_needed is None:
        return None
    return Fault.DEAD_CUBE if facts.points_needed <= facts.value else None


def _is_late_enough(rules: CubeRules, facts: CubeFacts) -> Fault | None:
    applies = rules.holland is Holland.ALL_GAMES or (
        rules.holland is Holland.POST_CRAWFORD and facts.is_after_crawford
    )
    return Fault.HOLLAND if applies and facts.fewest_rolls < 2 else None


def _is_not_covered(_rules: CubeRules, facts: CubeFacts) -> Fault | None:
    return Fault.STAKE_COVERED if facts.is_covered else None


def _is_under_the_cap(rules: CubeRules, facts: CubeFacts) -> Fault | None:
    return None if rules.may_reach(facts.value * 2) else Fault.CAP_REACHED


def _is_allowed_at_once(rules: CubeRules, facts: CubeFacts) -> Fault | None:
    is_allowed = {
        Turning.DOUBLE: True,
        Turning.BEAVER: rules.beavers,
        Turning.RACCOON: rules.raccoons,
    }[facts.turning]
    return None if is_allowed else Fault.BEAVERS_OFF


CUBE_CHECKS: tuple[CubeCheck, ...] = (
    _is_in_play,
    _is_mine,
    _is_before_the_roll,
    _is_not_crawford,
    _is_alive,
    _is_late_enough,
    _is_not_covered,
    _is_under_the_cap,
    _is_allowed_at_once,
)


def cube_fault(rules: CubeRules, facts: CubeFacts) -> Fault | None:
    """The first reason why the cube may not be turned, or None."""
    for check in CUBE_CHECKS:
        fault = check(rules, facts)
        if fault is not None:
            return fault
    return None
