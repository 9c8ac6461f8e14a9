"""The socket of a match: one player at one board."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from backgammon import (
    AcceptResignation,
    Action,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Drop,
    Leave,
    MakePlay,
    Move,
    Raccoon,
    Resign,
    Roll,
    Side,
    StartGame,
    Take,
    WinKind,
)
from chat.handlers import say_in
from chat.protocol import Say
from chat.selectors import room_history
from matches import protocol
from matches.facts import LiveMatch
from matches.fast import road
from matches.judge import Request
from matches.projection import events_message, snapshot_message
from matches.selectors import event_bodies_since, match_about
from matches.services import match_present, match_stream
from wire.codec import encode
from wire.consumer import BaseConsumer, welcome
from wire.errors import Conflict, Forbidden, Malformed
from wire.hub import FRAME, Parcel, hub
from wire.offload import offload
from wire.time import now_ms

LONGEST_RUN = 200  # events; whoever is further behind gets a snapshot
SOMEWHERE = 2**53  # a number beyond all others: there may be news, nobody knows how much

ACTIONS: Mapping[type[protocol.Act], Callable[[Any], Action]] = {
    protocol.Start: lambda message: StartGame(),
    protocol.Roll: lambda message: Roll(),
    protocol.Double: lambda message: Double(),
    protocol.Beaver: lambda message: Beaver(),
    protocol.Raccoon: lambda message: Raccoon(),
    protocol.Take: lambda message: Take(),
    protocol.Drop: lambda message: Drop(),
    protocol.Play: lambda message: MakePlay(tuple(Move(*step) for step in message.moves)),
    protocol.Resign: lambda message: Resign(WinKind[message.level.upper()]),
    protocol.ResignAccept: lambda message: AcceptResignation(),
    protocol.ResignDecline: lambda message: DeclineResignation(),
    protocol.Leave: lambda message: Leave(),
    protocol.FlagClaim: lambda message: ClaimFlag(),
}


class MatchConsumer(BaseConsumer):
    """Speaks for one player of one match.

    Nothing numbered is sent before `hello` was answered; from then on this
    socket knows the last number it sent and never sends one twice or out of order.
    """

    stream: str = ""
    live: LiveMatch
    side: Side
    sent: int | None = None  # the last number sent; None before `hello` was answered
    heard: int = 0  # the last number the hub spoke of
    _reading: asyncio.Lock
    _catching_up: "asyncio.Task[None] | None" = None

    async def opened(self) -> None:
        """Only the two players sit here."""
        self._reading = asyncio.Lock()
        match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.live = await road.find(match_id)
        if self.user.pk not in self.live.facts.sides:
            raise Forbidden("auth.forbidden", "Only its players may sit at this board.")
        self.side = self.live.facts.sides[self.user.pk]
        self.stream = match_stream(match_id)

    async def closing(self) -> None:
        """The other player sees that this one is gone."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        if self.stream and not self._sits_in_another_tab():
            self._tell(self._presence(online=False))

    def stream_seq(self) -> int:
        """How far the match has come as known here."""
        return self.live.seq

    # --- messages ---------------------------------------------------------------

    async def hello(self, message: protocol.Hello) -> None:
        """Subscribe first, then read: nothing that happens in between is missed."""
        await self.follow(self.stream)
        await offload(
            match_present,
            match_id=self.live.facts.match_id,
            user_pk=self.user.pk,
            contribution=message.contribution,
        )
        self._tell(self._presence(online=True))
        async with self._reading_aloud():
            await road.renew(self.live)
            parts = await self._since(message.since)
            self.put(
                welcome(
                    you={"name": self.user.username, "side": self.side.value},
                    seq=self.sent,
                    chat=await offload(room_history, self.stream),
                    **parts,
                )
            )

    async def resume(self, message: protocol.Resume) -> None:
        """Repeat what came after a number, or send a snapshot."""
        self._require_hello()
        async with self._reading_aloud():
            await road.renew(self.live)
            await self._put_since(message.since)

    async def act(self, message: protocol.Act) -> None:
        """Any action at the board. Whoever is behind is told so and gets the position as it is."""
        self._require_hello()
        request = Request(
            side=self.side,
            action=ACTIONS[type(message)](message),
            request_id=message.id,
            seen=message.seen,
        )
        try:
            seq = await road.act(self.live, request)
        except Conflict as conflict:
            self.put_error(conflict, message.id)
            async with self._reading_aloud():
                await road.renew(self.live)
                self.put(await self._snapshot())
        else:
            self.put({"type": "ack", "re": message.id, "seq": seq})

    async def say(self, message: Say) -> None:
        """A line to the other player."""
        await say_in(self, message, room=self.stream)

    HANDLERS: ClassVar = {
        protocol.Hello: hello,
        protocol.Resume: resume,
        **dict.fromkeys(ACTIONS, act),
        Say: say,
    }

    # --- the stream -------------------------------------------------------------

    def receive_parcel(self, parcel: Parcel) -> None:
        """Pass a run of events on if it is the next one; fetch what is missing if it is not."""
        if parcel.stream != self.stream or parcel.first == 0:
            self._receive_unnumbered(parcel)
            return
        self.heard = max(self.heard, parcel.last)
        is_next = self.sent is not None and parcel.first == self.sent + 1
        if is_next and parcel.body and not self._is_reading():
            self.sent = parcel.last
            self.put_text(parcel.body)
        else:
            self._catch_up_if_behind()

    def _receive_unnumbered(self, parcel: Parcel) -> None:
        if parcel.stream == self.stream and parcel.body == self._presence(online=False):
            # Another tab of this player closed, in this process or elsewhere; he is still here.
            self._tell(self._presence(online=True))
        else:
            self.put_text(parcel.body)

    def stream_broken(self, stream: str) -> None:
        """Something may have been missed: look at the stored events."""
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
        about = await offload(match_about, self.live.facts.match_id)
        self.sent = self.live.seq
        return snapshot_message(self.live.seq, self.live.state, now_ms(), about)

    def _require_hello(self) -> None:
        if self.sent is None:
            raise Malformed("request.hello_first", "Say hello before anything else.")

    # --- presence ---------------------------------------------------------------

    def _sits_in_another_tab(self) -> bool:
        others = hub().followers_of(self.stream)
        return any(getattr(other, "user", None) == self.user for other in others)

    def _presence(self, *, online: bool) -> str:
        side = self.side.value
        return encode({"type": "match.presence", "side": side, "online": online}).decode()

    def _tell(self, text: str) -> None:
        hub().publish(Parcel(self.stream, FRAME, text))
