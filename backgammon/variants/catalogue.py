"""The games of this house, as data.

Source: docs/rules.md, "Variants".
"""

from dataclasses import replace

from backgammon.position import Geometry, points
from backgammon.variants.base import BearOff, Contact, Opening, Variant, Worth
from backgammon.variants.restrictions import HeadRule, PrimeRule, StackLimit


def _(name: str) -> str:
    """Mark a name for the catalogue; it becomes a language where it is shown."""
    return name


BACKGAMMON = Variant(
    key="backgammon",
    name=_("Backgammon"),
    start=points(p24=2, p13=5, p8=3, p6=5),
)
NACKGAMMON = replace(
    BACKGAMMON,
    key="nackgammon",
    name=_("Nackgammon"),
    start=points(p24=2, p23=2, p13=4, p8=3, p6=4),
)
HYPERGAMMON = replace(
    BACKGAMMON,
    key="hypergammon",
    name=_("Hypergammon"),
    start=points(p24=1, p23=1, p22=1),
)
FORCED_BEAR_OFF = replace(
    BACKGAMMON, key="forced_bear_off", name=_("Forced bear-off"), bear_off=BearOff.FORCED
)
REARMOST_BEAR_OFF = replace(
    BACKGAMMON, key="rearmost_bear_off", name=_("Rearmost bear-off"), bear_off=BearOff.REARMOST
)
FIVE_HIGH = replace(BACKGAMMON, key="five_high", name=_("Five high"), restrictions=(StackLimit(5),))
LONG_NARDY = Variant(
    key="long_nardy",
    name=_("Long nardy"),
    start=points(p24=15),
    geometry=Geometry.PARALLEL,
    contact=Contact.CLOSED,
    opening=Opening.ROLL_DECIDES_ONLY,
    restrictions=(HeadRule(), PrimeRule(6)),
    worth=Worth(single=1, gammon=2),
    has_cube=False,
    resignation_is_judged=True,
    offers=("end_setting", "opening_double_exception", "last_roll"),
)
