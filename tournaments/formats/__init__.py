"""Pairing as pure code: who meets whom, who stands where. No Django, no clock, no entropy.

A format is a value without state: it looks at the history of an event and says
what follows. To add one, write its class and name it in `FORMATS`.
"""

from collections.abc import Mapping

from tournaments.formats.base import Format
from tournaments.formats.knockout import Knockout

FORMATS: Mapping[str, Format] = {each.key: each for each in (Knockout(),)}


def find_format(key: str) -> Format:
    """The format stored under `key`. Raises KeyError for a key no card may carry."""
    return FORMATS[key]
