"""Whose presence has changed, gathered: a page that is left for another one changes nothing.

Whatever the coming and going, the lobby hears of it at most once in `HEADCOUNT_S`.
"""

import asyncio
from typing import Any

from lobby.streams import ONLINE, person_row
from tournaments.streams import LOBBY
from wire.hub import CHANGED, Parcel, hub

HEADCOUNT_S = 2.0

_changed: dict[asyncio.AbstractEventLoop, set[str]] = {}


def presence_note(user: Any) -> None:
    """Somebody has come, gone, turned away or back; his row is read again a little later."""
    loop = asyncio.get_running_loop()
    if loop not in _changed:
        _changed[loop] = set()
        loop.call_later(HEADCOUNT_S, _tell, loop)
    _changed[loop].add(user.get_username())


def _tell(loop: asyncio.AbstractEventLoop) -> None:
    for row in (ONLINE, *map(person_row, sorted(_changed.pop(loop, ())))):
        hub().publish(Parcel(LOBBY, CHANGED, row))
