"""Who has a room open: known over all processes, told to the room by few messages.

Each process writes its people into one sorted set a room, with the time, and renews them; what
a killed process wrote lapses. Like all presence it is no event: the last word counts.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import redis

from chat.rooms import room_stream
from wire.codec import encode
from wire.hub import FRAME, PROCESS, Parcel, hub
from wire.offload import offload
from wire.presence import LAPSE_MS, RENEW_S
from wire.redis import async_redis_client, is_cancelled, redis_client
from wire.time import now_ms

log = logging.getLogger(__name__)

#: So many names are told; all are counted.
MOST_NAMES: Final = 50

#: However many come and go in this time, one message tells of it. In a full room it takes longer,
#: `FULL_S` more for each person there, because each message goes to all of them.
GATHER_S = 0.5
FULL_S: Final = 0.01
LONGEST_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Company:
    """Who has a room open: how many people in all, and the first of them by name."""

    count: int = 0
    names: tuple[str, ...] = ()

    def message(self) -> dict[str, Any]:
        """As it is sent."""
        return {"count": self.count, "names": self.names}


def names_in(room: str) -> frozenset[str]:
    """Everybody who has the room open. Nobody while Redis is out of reach."""
    try:
        words: Any = redis_client().zrangebyscore(_key_of(room), now_ms() - LAPSE_MS, "+inf")
    except redis.RedisError:
        log.warning("nobody knows who is in %s", room)
        return frozenset()
    return frozenset(word.decode().partition(":")[2] for word in words)


def company_of(room: str) -> Company:
    """Who has the room open, as it is told."""
    names = sorted(names_in(room), key=str.casefold)
    return Company(len(names), tuple(names[:MOST_NAMES]))


def pause_s(company: Company) -> float:
    """How long news of who is in a room may wait, where so many hear it."""
    return min(GATHER_S + FULL_S * company.count, LONGEST_S)


def _key_of(room: str) -> str:
    return f"talk:here:{room}"


class Doorman:
    """The people of this process by the rooms they have open, and what was told of each room."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._sockets: Counter[tuple[str, str]] = Counter()
        self._told: dict[str, Company] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._client = async_redis_client()
        self._writing = asyncio.Lock()
        self._tending: asyncio.Task[None] | None = None

    async def came(self, room: str, name: str) -> None:
        """One more socket of this person shows the room."""
        self._sockets[room, name] += 1
        if self._tending is None:
            self._tending = asyncio.ensure_future(self._tend_for_ever())
        if self._sockets[room, name] == 1:
            await self._write(room, name)
            self._tell_soon(room)

    async def went(self, room: str, name: str) -> None:
        """One fewer."""
        self._sockets[room, name] -= 1
        if self._sockets[room, name] <= 0:
            del self._sockets[room, name]
            await self._write(room, name)
            self._tell_soon(room)

    async def close(self) -> None:
        """Tell nobody anything any more; the words of this process lapse by themselves."""
        tasks = [*self._telling.values(), *filter(None, [self._tending])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(redis.RedisError, OSError, RuntimeError):
            await self._client.aclose()

    def _word_of(self, name: str) -> str:
        return f"{self._process}:{name}"

    async def _write(self, room: str, name: str) -> None:
        # One after the other, so that the last word is the present one.
        async with self._writing:
            with contextlib.suppress(redis.RedisError, OSError):
                pipe = self._client.pipeline(transaction=False)
                if self._sockets[room, name]:
                    pipe.zadd(_key_of(room), {self._word_of(name): now_ms()})
                else:
                    pipe.zrem(_key_of(room), self._word_of(name))
                pipe.pexpire(_key_of(room), LAPSE_MS)
                await pipe.execute()

    def _tell_soon(self, room: str) -> None:
        if room not in self._telling:
            self._telling[room] = asyncio.ensure_future(self._gather_and_tell(room))

    async def _gather_and_tell(self, room: str) -> None:
        await asyncio.sleep(pause_s(self._told.get(room, Company())))
        del self._telling[room]  # who comes from here on is told of by the next message
        self._tell(room, await offload(company_of, room))

    def _tell(self, room: str, company: Company) -> None:
        if self._told.get(room) == company:
            return
        self._told[room] = company
        if room not in self._rooms():
            del self._told[room]
        message = {"type": "chat.here", "room": room, **company.message()}
        hub().publish(Parcel(room_stream(room), FRAME, encode(message).decode()))

    def _rooms(self) -> set[str]:
        return {room for room, _ in self._sockets}

    async def _tend_for_ever(self) -> None:
        """Renew what is true, and tell what another process can tell no more."""
        while not is_cancelled():
            await asyncio.sleep(RENEW_S)
            try:
                await self._renew()
            except (redis.RedisError, OSError):
                log.warning("%d people in rooms could not be renewed", len(self._sockets))
                continue
            for room in self._rooms() - set(self._telling):
                self._tell(room, await offload(company_of, room))

    async def _renew(self) -> None:
        moment = now_ms()
        async with self._writing:
            pipe = self._client.pipeline(transaction=False)
            for room, name in self._sockets:
                pipe.zadd(_key_of(room), {self._word_of(name): moment})
            for room in self._rooms():
                pipe.zremrangebyscore(_key_of(room), "-inf", moment - LAPSE_MS)
                pipe.pexpire(_key_of(room), LAPSE_MS)
            await pipe.execute()


_doorman: tuple[asyncio.AbstractEventLoop, Doorman] | None = None


def doorman() -> Doorman:
    """The doorman of the running event loop. Call it on the loop."""
    global _doorman
    loop = asyncio.get_running_loop()
    if _doorman is None or _doorman[0] is not loop:
        _doorman = (loop, Doorman(PROCESS))
    return _doorman[1]


async def close_doorman() -> None:
    """Close the doorman of the running loop, if it has one."""
    global _doorman
    if _doorman is not None and _doorman[0] is asyncio.get_running_loop():
        (_, closing), _doorman = _doorman, None
        await closing.close()
