"""One hub a process: which local sockets follow which stream, and the road between processes.

The hub hands the already encoded text of a message to every local socket of
its stream, at once and without waiting, and sends the same text to the other
processes through Redis publish/subscribe. Redis is only a hint: the numbers
and the stored rows are the truth, and whoever sees a hole asks for the rest.
Why not the channel layer: docs/decisions/0002-one-hub-per-process.md.
"""

import asyncio
import logging
import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec
import redis

from wire.coalescer import Coalescer
from wire.headcount import HeadCount
from wire.redis import redis_client
from wire.relay import Relay
from wire.rollcall import RollCall

log = logging.getLogger(__name__)

PROCESS = secrets.token_hex(4)

FRAME = "frame"
CHANGED = "changed"
SIGN_OUT = "sign_out"
SHUT_OUT = "shut_out"

AT_ONCE = 1_000  # parcels that Redis is given before it is asked how that went


class Parcel(msgspec.Struct, frozen=True, array_like=True):
    """One message on its way to a stream.

    kind: FRAME, whose `body` is the text to send as it is, CHANGED, whose `body`
    names a row that should be read again, SIGN_OUT, whose `body` lists the
    sessions of a user that stay, or SHUT_OUT for a user who may not be here
    (`wire.signout`). `first` and `last` number the events in a frame of a
    numbered stream; 0 means unnumbered.
    """

    stream: str
    kind: str
    body: str
    first: int = 0
    last: int = 0
    origin: str = PROCESS


class Follower(Protocol):
    """A local socket, as the hub sees it."""

    def receive_parcel(self, parcel: Parcel) -> None:
        """Take a message of a followed stream. Must not wait."""

    def stream_broken(self, stream: str) -> None:
        """Messages of the stream may have been missed; find out and repair."""

    def sign_out(self, staying: str) -> None:
        """Close, unless the session behind this socket is one of those that stay."""

    def shut_out(self) -> None:
        """Close: its person is kept out of the house."""


class Hub:
    """The followers of every stream in this process."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.rollcall = RollCall(PROCESS)
        self.headcount = HeadCount(PROCESS)
        self.coalescer = Coalescer(self._deliver_text)
        self._followers: dict[str, set[Follower]] = {}
        self._relay = Relay(self._arrived, self._all_broken)

    async def follow(self, stream: str, follower: Follower) -> None:
        """Deliver the stream to this socket from now on, from every process.

        Returns once the other processes' messages are sure to arrive, so that
        a snapshot read afterwards leaves no hole.
        """
        followers = self._followers.setdefault(stream, set())
        followers.add(follower)
        await self._relay.subscribe(stream)

    def unfollow(self, stream: str, follower: Follower) -> None:
        """Stop delivering. Following nothing is fine."""
        followers = self._followers.get(stream)
        if followers is None:
            return
        followers.discard(follower)
        if not followers:
            del self._followers[stream]
            self.coalescer.forget(stream)
            self._relay.unsubscribe(stream)

    def publish(self, parcel: Parcel) -> None:
        """Deliver here and tell the other processes. On the hub's loop only."""
        self._deliver(parcel)
        self._relay.publish(parcel.stream, msgspec.json.encode(parcel))

    def followers_of(self, stream: str) -> Iterable[Follower]:
        """The local sockets that follow the stream."""
        return tuple(self._followers.get(stream, ()))

    async def close(self) -> None:
        """Let go of everything, at the end of the process."""
        await self._relay.close()
        await self.rollcall.close()
        await self.headcount.close()

    def _arrived(self, payload: bytes) -> None:
        try:
            parcel = msgspec.json.decode(payload, type=Parcel)
        except msgspec.MsgspecError:
            log.warning("an unreadable parcel was dropped")
            return
        if parcel.origin != PROCESS:
            self._deliver(parcel)

    def _deliver(self, parcel: Parcel) -> None:
        if parcel.kind == CHANGED:
            if parcel.stream in self._followers:
                self.coalescer.note(parcel.stream, parcel.body)
            return
        for follower in tuple(self._followers.get(parcel.stream, ())):
            try:
                if parcel.kind == SIGN_OUT:
                    follower.sign_out(parcel.body)
                elif parcel.kind == SHUT_OUT:
                    follower.shut_out()
                else:
                    follower.receive_parcel(parcel)
            except Exception:  # nobody goes without news because of somebody else's trouble
                log.exception("a socket could not take a message of %s", parcel.stream)

    def _deliver_text(self, stream: str, text: str) -> None:
        self._deliver(Parcel(stream, FRAME, text))

    def _all_broken(self) -> None:
        for stream, followers in tuple(self._followers.items()):
            self.coalescer.renew_epoch(stream)
            for follower in tuple(followers):
                follower.stream_broken(stream)


_hub: Hub | None = None


def hub() -> Hub:
    """The hub of the running event loop. Call it on the loop."""
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is None or _hub.loop is not loop:
        _hub = Hub(loop)
    return _hub


async def close_hub() -> None:
    """Close the hub of the running loop, if it has one."""
    global _hub
    if _hub is not None and _hub.loop is asyncio.get_running_loop():
        closing, _hub = _hub, None
        await closing.close()


def send_parcels(parcels: Sequence[Parcel]) -> None:
    """Publish from any thread of any process, with or without a hub of its own.

    Many reach the other processes in one breath, in their order.
    """
    here = _hub
    if here is not None and here.loop.is_running():
        for parcel in parcels:
            here.loop.call_soon_threadsafe(here.publish, parcel)
        return
    for first in range(0, len(parcels), AT_ONCE):
        _tell_others(parcels[first : first + AT_ONCE])


def _tell_others(parcels: Sequence[Parcel]) -> None:
    try:
        with redis_client().pipeline(transaction=False) as pipeline:
            for parcel in parcels:
                pipeline.publish(Relay.channel(parcel.stream), msgspec.json.encode(parcel))
            pipeline.execute()
    except redis.RedisError:
        log.warning("nobody could be told of news on %s", parcels[0].stream)
