"""Following one match by number: what players and watchers have in common.

It knows nothing of seats. What is said here reaches anybody who may look at the match; what only
a player may hear or do is added in `matches.consumers.player`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from chat.consumers import TalkConsumer
from matches import protocol
from matches.facts import LiveMatch
from matches.fast import road
from matches.projection import events_message, snapshot_message
from matches.selectors import event_bodies_since, public_about, watchers_of
from matches.services import match_stream
from wire.consumer import welcome
from wire.errors import Malformed
from wire.hub import Parcel
from wire.offload import offload
from wire.time import now_ms

LONGEST_RUN = 200  # events; whoever is further behind gets a snapshot
SOMEWHERE = 2**53  # a number beyond all others: there may be news, nobody knows how much


class MatchStream(TalkConsumer):
    """One socket at one match.

    Nothing numbered is sent before `hello` was answered; from then on this
    socket knows the last number it sent and never sends one twice or out of order.
    """

    stream: str = ""
    live: LiveMatch
    sent: int | None = None  # the last number sent; None before `hello` was answered
    heard: int = 0  # the last number the hub spoke of
    _reading: asyncio.Lock
    _catching_up: "asyncio.Task[None] | None" = None

    async def opened(self) -> None:
        """Find the match, and whether this person may be here."""
        self._reading = asyncio.Lock()
        match_id = self.scope["url_route"]["kwargs"]["match_id"]
        live = await road.find(match_id)
        self.admit(live)
        self.live = live
        self.stream = match_stream(match_id)

    async def closing(self) -> None:
        """Nothing is read any more for a socket that is gone."""
        await super().closing()
        if self._catching_up is not None:
            self._catching_up.cancel()

    def stream_seq(self) -> int:
        """How far the match has come as known here."""
        return self.live.seq

    # --- for players and watchers --------------------------------------------------

    def admit(self, live: LiveMatch) -> None:
        """Raise to turn this person away."""
        raise NotImplementedError

    async def arrive(self, message: protocol.Hello) -> None:
        """He is here: every message of the match is followed from now on, none is sent yet."""
        await self.follow(self.stream)

    def greeting(self) -> dict[str, Any]:
        """What `welcome` says beside the match itself. Reads the database."""
        match_id = self.live.facts.match_id
        return {"watchers": watchers_of([match_id])[match_id]}

    def about(self) -> dict[str, Any]:
        """What a snapshot says around the position. Reads the database."""
        return public_about(self.live.facts.match_id)

    # --- messages ---------------------------------------------------------------

    async def hello(self, message: protocol.Hello) -> None:
        """Subscribe first, then read: nothing that happens in between is missed."""
        await self.arrive(message)
        async with self._reading_aloud():
            await road.renew(self.live)
            parts = await self._since(message.since)
            greeting = await offload(self.greeting)
            self.put(welcome(seq=self.sent, **greeting, **parts))

    async def resume(self, message: protocol.Resume) -> None:
        """Repeat what came after a number, or send a snapshot."""
        self.require_hello()
        async with self._reading_aloud():
            await road.renew(self.live)
            await self._put_since(message.since)

    HANDLERS: ClassVar = {
        **TalkConsumer.HANDLERS,
        protocol.Hello: hello,
        protocol.Resume: resume,
    }

    def require_hello(self) -> None:
        """Raises Malformed `request.hello_first` before the first `hello`."""
        if self.sent is None:
            raise Malformed("request.hello_first", _("Say hello before anything else."))

    async def put_position(self) -> None:
        """Send a snapshot, and after it whatever happens meanwhile."""
        async with self._reading_aloud():
            await road.renew(self.live)
            self.put(await self._snapshot())

    # --- the stream -------------------------------------------------------------

    def receive_parcel(self, parcel: Parcel) -> None:
        """Pass a run of events on if it is the next one; fetch what is missing if it is not."""
        if parcel.stream != self.stream or parcel.first == 0:
            self.receive_unnumbered(parcel)
            return
        self.heard = max(self.heard, parcel.last)
        is_next = self.sent is not None and parcel.first == self.sent + 1
        if is_next and parcel.body and not self._is_reading():
            self.sent = parcel.last
            self.put_text(parcel.body)
        else:
            self._catch_up_if_behind()

    def receive_unnumbered(self, parcel: Parcel) -> None:
        """Presence, talk, the number of watchers, and what is for this person on any page."""
        super().receive_parcel(parcel)

    def stream_broken(self, stream: str) -> None:
        """Something may have been missed: look at the stored events."""
        super().stream_broken(stream)
        if stream == self.stream:
            self.heard = SOMEWHERE
            self._catch_up_if_behind()

    @asynccontextmanager
    async def _reading_aloud(self) -> AsyncIterator[None]:
        """Hold live events back while stored ones are read for this socket; fetch them after."""
        async with self._reading:
            yield
        self._catch_up_if_behind()

    def _is_reading(self) -> bool:
        is_catching_up = self._catching_up is not None and not self._catching_up.done()
        return is_catching_up or self._reading.locked()

    def _catch_up_if_behind(self) -> None:
        if self.sent is not None and self.heard > self.sent and not self._is_reading():
            self._catching_up = asyncio.ensure_future(self._catch_up())

    async def _catch_up(self) -> None:
        async with self._reading:
            while self.sent is not None and self.heard > self.sent:
                self.heard = self.sent  # what is heard during this look leads to another one
                await road.renew(self.live)
                if self.live.seq > self.sent:
                    await self._put_since(self.sent)

    async def _put_since(self, since: int) -> None:
        parts = await self._since(since)
        self.put(parts.get("snapshot") or parts["events"])

    async def _since(self, since: int | None) -> dict[str, Any]:
        """`{"events": …}` where that run is short enough, else `{"snapshot": …}`."""
        live, until = self.live, self.live.seq
        if since is None or since > until or until - since > LONGEST_RUN:
            return {"snapshot": await self._snapshot()}
        state = live.state
        bodies = await offload(event_bodies_since, live.facts.pk, since, until)
        self.sent = until
        return {"events": events_message(since + 1, bodies, state, now_ms())}

    async def _snapshot(self) -> dict[str, Any]:
        about = await offload(self.about)
        self.sent = self.live.seq
        return snapshot_message(self.live.seq, self.live.state, now_ms(), about)


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
