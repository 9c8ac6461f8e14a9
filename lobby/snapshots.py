"""The lobby as a page gets it when it greets: read and written down once for all who come together.

When a house opens again after a closure, a thousand pages greet within a second. A snapshot holds
for everybody as long as no change was sent since it was read, and never longer than `HOLDS_S`.
"""

import asyncio
import time

import msgspec

from lobby.selectors import lobby_snapshot
from tournaments.streams import LOBBY
from wire.codec import encode
from wire.hub import hub
from wire.offload import offload

HOLDS_S = 1.0

Mark = tuple[str, int]


class Snapshots:
    """The snapshot of one event loop; whoever asks while it is being read waits for that one."""

    def __init__(self) -> None:
        self._mark: Mark = ("", -1)
        self._read_at = 0.0
        self._reading: asyncio.Task[msgspec.Raw] | None = None

    async def at_mark(self) -> tuple[int, msgspec.Raw]:
        """The number of the last change, and the snapshot as JSON, at least as new as that.

        Follow the lobby first: what changes while it is read is sent afterwards.
        """
        mark = hub().coalescer.mark(LOBBY)
        reading = self._reading
        is_old = mark != self._mark or time.monotonic() - self._read_at > HOLDS_S
        if reading is None or is_old:
            self._mark, self._read_at = mark, time.monotonic()
            reading = self._reading = asyncio.ensure_future(_read(mark))
        try:
            return mark[1], await asyncio.shield(reading)
        except Exception:
            self._mark = ("", -1)  # a failed reading is tried again by the next who comes
            raise


async def _read(mark: Mark) -> msgspec.Raw:
    epoch, seq = mark
    rows = await offload(lobby_snapshot)
    return msgspec.Raw(encode({"type": "lobby.snapshot", "seq": seq, "epoch": epoch, **rows}))


_snapshots: dict[asyncio.AbstractEventLoop, Snapshots] = {}


def snapshots() -> Snapshots:
    """The snapshots of the running loop."""
    loop = asyncio.get_running_loop()
    for other in [each for each in _snapshots if each.is_closed()]:
        del _snapshots[other]
    return _snapshots.setdefault(loop, Snapshots())
