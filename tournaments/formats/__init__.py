"""Pairing as pure code: who meets whom, who stands where. No Django, no clock, no entropy.

A format is a value without state: it looks at the history of an event and says
what follows. To add one, write its class and name it in `FORMATS`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tournaments.formats.base import Format
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swing import Swing
from tournaments.formats.swiss import Swiss
from tournaments.formats.tiebreaks import tie_breaks_of

if TYPE_CHECKING:
    from tournaments.card import RulesCard

#: By key: the format as a card wants it, and so many tickets if it is a satellite.
FORMATS: Mapping[str, Callable[["RulesCard", int], Format]] = {
    Knockout.key: lambda card, tickets: Knockout(survivors=max(1, tickets)),
    DoubleElimination.key: lambda card, tickets: DoubleElimination(),
    Swiss.key: lambda card, tickets: Swiss(card.rounds, tie_breaks_of(card.tie_breaks)),
    RoundRobin.key: lambda card, tickets: RoundRobin(tie_breaks_of(card.tie_breaks)),
    Groups.key: lambda card, tickets: Groups(tie_breaks_of(card.tie_breaks)),
    Swing.key: lambda card, tickets: Swing(card.swing.stack) if card.swing else Swing(),
}

#: Formats whose next round is paired, and begins, when the one before is decided.
BY_ROUND = frozenset(
    each.key
    for each in (Knockout, DoubleElimination, Swiss, RoundRobin, Groups, Swing)
    if each.by_round
)


def format_of(card: "RulesCard", *, tickets: int = 0) -> Format:
    """The format of an event with this card.

    tickets: of a satellite, how many are won; a knock-out stops when so many cannot miss.
    Raises KeyError for a format or a tie-break no card may carry.
    """
    return FORMATS[card.format](card, tickets)
