"""What a table can be played for, and how much time that is worth, as data.

Source: docs/rules.md, "What is played for" and "The clock".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from backgammon import ClockRules, Rules, Variant
from lobby.stakes import MOST_BUY_IN_CHIPS, MOST_STAKE_CHIPS, numbers_refusals
from wire.refusals import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number that belongs to a kind. `least` and `most` guide the hand; the rules judge."""

    key: str
    label: Promise
    default: int
    least: int = 1
    most: int


Numbers = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One way to play for something.

    key: the word of `rules_to_dict`. gives: the words that options may need (`lobby/options.py`).
    make: the preset of the rules for these numbers. parts: how many times a clock's reserve is
    given; `is_clock_renewed` where it is given anew for each game. refusals: what the house says
    to the numbers before the rules judge them, by number.
    """

    key: str
    name: Promise
    about: Promise
    numbers: tuple[Number, ...]
    gives: frozenset[str]
    make: Callable[[Numbers, Variant], Rules]
    parts: Callable[[Any], int]
    is_clock_renewed: bool = False
    refusals: Callable[[Numbers], Mapping[str, Refusal]] = lambda numbers: {}


KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind(
            key="match",
            name=_("Match to points"),
            about=_("The first to reach the points has won."),
            numbers=(Number(key="points", label=_("Points to win"), default=5, most=25),),
            gives=frozenset({"points"}),
            make=lambda numbers, variant: Rules.match(numbers["points"], variant=variant),
            parts=lambda length: length.points,
        ),
        Kind(
            key="fixed",
            name=_("A number of games"),
            about=_("Every game is played; the most points win."),
            numbers=(Number(key="games", label=_("Games"), default=3, most=99),),
            gives=frozenset({"games", "set"}),
            make=lambda numbers, variant: Rules.fixed(numbers["games"], variant=variant),
            parts=lambda length: length.games,
        ),
        Kind(
            key="table",
            name=_("Table stakes"),
            about=_("For chips: each game moves some across the table, until one side has all."),
            numbers=(
                Number(key="stake", label=_("Chips for a point"), default=1, most=MOST_STAKE_CHIPS),
                Number(
                    key="buy_in", label=_("Chips you bring"), default=50, most=MOST_BUY_IN_CHIPS
                ),
            ),
            gives=frozenset({"games", "stakes"}),
            make=lambda numbers, variant: Rules.table(
                numbers["stake"], numbers["buy_in"], numbers["buy_in"], variant=variant
            ),
            parts=lambda length: 1,
            is_clock_renewed=True,
            refusals=numbers_refusals,
        ),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock by its stored key. `reserve_s` is for each point, or each game; 0: no clock."""

    key: str
    name: Promise
    delay_s: int
    reserve_s: int

    @property
    def word(self) -> str:
        """The word of a row of the lobby that says it has this clock."""
        return f"clock-{self.key}"

    @property
    def gives(self) -> frozenset[str]:
        """The words that options may need (`lobby/options.py`)."""
        return frozenset({"clock"} if self.reserve_s else ())

    def rules(self, kind: Kind, rules: Rules) -> ClockRules | None:
        """The clock of a match by these rules, or None without one."""
        if not self.reserve_s:
            return None
        return ClockRules(
            delay_ms=self.delay_s * 1000,
            reserve_ms=self.reserve_s * 1000 * kind.parts(rules.length),
            renews_each_game=kind.is_clock_renewed,
        )


CLOCKS: Mapping[str, Clock] = {
    clock.key: clock
    for clock in (
        Clock(key="standard", name=_("Standard"), delay_s=12, reserve_s=120),
        Clock(key="fast", name=_("Fast"), delay_s=8, reserve_s=20),
        Clock(key="casual", name=_("Casual"), delay_s=15, reserve_s=180),
        Clock(key="untimed", name=_("No clock"), delay_s=0, reserve_s=0),
    )
}
