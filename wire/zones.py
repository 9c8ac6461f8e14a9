"""The names of time zones, for whoever asks for one. No Django here: calendars are pure."""

from functools import cache
from typing import Final
from zoneinfo import available_timezones

#: Files that lie beside the zones: the server's own, and that of a machine nobody has set up.
NO_ZONES: Final = frozenset({"localtime", "Factory"})


@cache
def zone_names() -> frozenset[str]:
    """Every time zone that has a name, on any machine."""
    return frozenset(available_timezones() - NO_ZONES)
