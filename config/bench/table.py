"""A live match as its two players see it: each action is sent, acknowledged and received.

The players know no rules. Whose turn it is stands in the clock of every message, and
which plays are legal in its list; they choose one of those and never double.
"""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from time import monotonic, perf_counter
from typing import Protocol

import msgspec

from config.bench import BenchFailed
from config.bench.furnishing import Invitation
from config.bench.websocket import OnTrouble, connect, report_closing
from wire.consumer import BURST, MESSAGES_PER_S
from wire.envelope import SUBPROTOCOL
from wire.throttle import TokenBucket

_ACK = b'{"type":"ack"'
_EVENTS = b'{"type":"match.events"'
_WELCOME = b'{"type":"welcome"'
_TROUBLE = (b'{"type":"error"', b'{"type":"bye"', b'{"type":"match.snapshot"')
_OTHER = {"white": "black", "black": "white"}

# A little below what the house allows, because its clock is not ours.
_RATE = 0.9 * MESSAGES_PER_S
_BURST = int(0.9 * BURST)


class Clock(msgspec.Struct):
    """Whose clock runs; between games nobody's."""

    running: str | None = None


class Events(msgspec.Struct):
    """A run of events, as far as a player here needs to understand it."""

    first: int
    events: list[msgspec.Raw]
    clock: Clock | None
    legal: list[msgspec.Raw]


class Snapshot(msgspec.Struct):
    """The match at one number."""

    seq: int
    clock: Clock | None
    legal: list[msgspec.Raw]


class Welcome(msgspec.Struct):
    """The first answer of a match socket."""

    snapshot: Snapshot


_read_events = msgspec.json.Decoder(Events).decode
_read_welcome = msgspec.json.Decoder(Welcome).decode


def handshake(port: int, session: str) -> dict[str, str]:
    """The headers of a browser that is signed in and asks from our own page."""
    return {
        "Cookie": f"sessionid={session}",
        "Origin": f"http://127.0.0.1:{port}",
        "Sec-WebSocket-Protocol": SUBPROTOCOL,
    }


class Speaks(Protocol):
    """The part of a `WebSocket` that a table needs."""

    def send(self, text: bytes) -> None:
        """Send one message."""
        ...

    async def close(self) -> int:
        """Say goodbye; the code that ended the socket."""
        ...


class Table:
    """One match with both players connected. At most one action is under way.

    `on_done(table, latency_s)` is called when an action has been acknowledged to the
    one who acted and received by the other; `latency_s` is the time to the latter.
    `on_trouble` is called with whatever goes wrong.
    """

    def __init__(self, chance: random.Random, on_trouble: OnTrouble) -> None:
        self.on_done: Callable[[Table, float], None] = lambda table, latency_s: None
        self.on_trouble = on_trouble
        self.is_over = False
        self.is_waiting = False
        self._chance = chance
        self._sockets: dict[str, Speaks] = {}
        self._buckets = {
            side: TokenBucket(rate=_RATE, burst=_BURST, clock=monotonic) for side in _OTHER
        }
        self._seq = 0
        self._running: str | None = None
        self._starts = 0
        self._legal: list[msgspec.Raw] = []
        self._actor = ""
        self._sent_s = 0.0
        self._latency_s: float | None = None
        self._is_acknowledged = False
        self._welcomed: asyncio.Future[Snapshot] | None = None

    async def seat(self, port: int, invitation: Invitation) -> None:
        """Connect both players. The second to come opens the game, so his welcome shows it."""
        for side, session in (("white", invitation.white), ("black", invitation.black)):
            self._welcomed = asyncio.get_running_loop().create_future()
            socket = await connect(
                port,
                f"/ws/match/{invitation.match_id}/",
                on_text=partial(self.hear, side),
                headers=handshake(port, session),
            )
            report_closing(socket, f"{side}'s socket", self.on_trouble)
            self.join(side, socket)
            socket.send(b'{"type":"hello","since":null}')
            snapshot = await self._welcomed
        self.begin(snapshot)

    def join(self, side: str, socket: Speaks) -> None:
        """This socket speaks for a side; what it hears is passed to `hear`."""
        self._sockets[side] = socket

    def begin(self, snapshot: Snapshot) -> None:
        """Go on from here: both have sat down."""
        self._turn(snapshot.seq, snapshot.clock, snapshot.legal)

    async def leave(self) -> None:
        """Close both sockets."""
        for socket in self._sockets.values():
            await socket.close()

    def act(self) -> bool:
        """Send what is to be done next. False where that player has spoken too often just now."""
        actor = self._running or ("white", "black")[self._starts % 2]
        if not self._buckets[actor].take():
            return False
        if self._running is None:
            self._starts += 1
            order = b'"match.start"'
        elif self._legal:
            order = b'"match.play","moves":' + bytes(self._chance.choice(self._legal))
        else:
            order = b'"match.roll"'
        self.is_waiting = True
        self._actor, self._is_acknowledged, self._latency_s = actor, False, None
        text = b'{"type":%b,"id":"%d","seen":%d}' % (order, self._seq, self._seq)
        self._sent_s = perf_counter()
        self._sockets[actor].send(text)
        return True

    def hear(self, side: str, text: bytes) -> None:
        """Anything either player receives."""
        try:
            if text.startswith(_EVENTS):
                if side != self._actor and self.is_waiting:
                    self._receive(_read_events(text))
            elif text.startswith(_ACK):
                self._is_acknowledged = True
                self._finish()
            elif text.startswith(_WELCOME):
                assert self._welcomed is not None
                self._welcomed.set_result(_read_welcome(text).snapshot)
            elif text.startswith(_TROUBLE):
                raise BenchFailed(f"the house said to {side}: {text[:300].decode()}")
        except (BenchFailed, msgspec.MsgspecError) as trouble:
            self.on_trouble(trouble)

    def _receive(self, news: Events) -> None:
        """The other player learns what was done, or, just after sitting down, what is known."""
        if news.first <= self._seq:
            return
        if news.first > self._seq + 1:
            raise BenchFailed(f"event {self._seq + 1} was expected, {news.first} came")
        self._latency_s = perf_counter() - self._sent_s
        self.is_over = any(b'"match_won"' in bytes(event) for event in news.events)
        self._turn(self._seq + len(news.events), news.clock, news.legal)
        self._finish()

    def _turn(self, seq: int, clock: Clock | None, legal: list[msgspec.Raw]) -> None:
        """Remember how the match stands."""
        self._seq, self._legal = seq, legal
        self._running = clock.running if clock is not None else None
        if self._running is not None:
            self._starts = 0

    def _finish(self) -> None:
        """Once both players know, the action is done."""
        if self._is_acknowledged and self._latency_s is not None and self.is_waiting:
            self.is_waiting = False
            self.on_done(self, self._latency_s)
