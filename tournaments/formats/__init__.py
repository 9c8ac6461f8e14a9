"""Pairing as pure code: who meets whom, who stands where. No Django, no clock, no entropy.

A format is a value without state: it looks at the history of an event and says
what follows. To add one, write its class and name it in `FORMATS`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tournaments.formats.base import Format
from tournaments.formats.knockout import Knockout

if TYPE_CHECKING:
    from tournaments.card import RulesCard

#: By key: the format as a card wants it.
FORMATS: Mapping[str, Callable[["RulesCard"], Format]] = {
    Knockout.key: lambda card: Knockout(),
}


def format_of(card: "RulesCard") -> Format:
    """The format of an event with this card. Raises KeyError for a key no card may carry."""
    return FORMATS[card.format](card)
