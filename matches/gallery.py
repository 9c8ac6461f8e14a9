"""The watchers around the boards: counted over all processes, and told of by a few messages.

Whoever shows the number of watchers elsewhere (the lobby) registers a hook; the number itself
is read with `matches.selectors.watchers_of`.
"""

import asyncio
from collections import Counter
from collections.abc import Callable

from matches.places import gallery_place
from matches.selectors import watchers_of
from matches.services import match_stream
from wire.codec import encode
from wire.hub import FRAME, Parcel, hub
from wire.offload import offload
from wire.presence import RENEW_S

GATHER_S = 0.5  # however many come and go in this time, one message tells of it

WatchersHook = Callable[[str], None]

_hooks: list[WatchersHook] = []


def on_watchers(hook: WatchersHook) -> None:
    """Have `hook(match_id)` called whenever another number of people watches a match.

    It is called on the event loop of the process that tells of it, and must not wait.
    """
    _hooks.append(hook)


class Gallery:
    """The watchers in this process, and the numbers it told of last."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._here: Counter[str] = Counter()
        self._told: dict[str, int] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._tending: asyncio.Task[None] | None = None

    async def came(self, match_id: str) -> None:
        """One more watches."""
        self._here[match_id] += 1
        if self._tending is None or self._tending.done():
            self._tending = asyncio.ensure_future(self._tend())
        await hub().headcount.came(gallery_place(match_id))
        self._tell_soon(match_id)

    async def went(self, match_id: str) -> None:
        """One fewer watches."""
        self._here[match_id] -= 1
        if self._here[match_id] <= 0:
            del self._here[match_id]
        await hub().headcount.went(gallery_place(match_id))
        self._tell_soon(match_id)

    async def close(self) -> None:
        """Tell nobody anything any more."""
        tasks = [*self._telling.values(), *filter(None, [self._tending])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _tell_soon(self, match_id: str) -> None:
        if match_id not in self._telling:
            self._telling[match_id] = asyncio.ensure_future(self._gather_and_tell(match_id))

    async def _gather_and_tell(self, match_id: str) -> None:
        await asyncio.sleep(GATHER_S)
        del self._telling[match_id]  # who comes from here on is told of by the next message
        counts = await offload(watchers_of, [match_id])
        self._tell(match_id, counts[match_id])

    def _tell(self, match_id: str, count: int) -> None:
        self._told[match_id] = count
        if match_id not in self._here:
            del self._told[match_id]
        message = {"type": "match.watchers", "count": count}
        hub().publish(Parcel(match_stream(match_id), FRAME, encode(message).decode()))
        for hook in _hooks:
            hook(match_id)

    async def _tend(self) -> None:
        """Put right what two processes told crosswise, or what a killed one left standing."""
        while self._here:
            await asyncio.sleep(RENEW_S)
            for match_id, count in (await offload(watchers_of, list(self._here))).items():
                if self._told.get(match_id, count) != count:
                    self._tell(match_id, count)


_gallery: Gallery | None = None


def gallery() -> Gallery:
    """The gallery of the running event loop. Call it on the loop."""
    global _gallery
    loop = asyncio.get_running_loop()
    if _gallery is None or _gallery.loop is not loop:
        _gallery = Gallery(loop)
    return _gallery


async def close_gallery() -> None:
    """Close the gallery of the running loop, if it has one."""
    global _gallery
    if _gallery is not None and _gallery.loop is asyncio.get_running_loop():
        closing, _gallery = _gallery, None
        await closing.close()
