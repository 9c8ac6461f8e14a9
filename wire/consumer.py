"""The base of every socket: version, login, rate, dispatch by message type, errors as messages.

It drives its own receive loop instead of Channels' dispatch, because the stock
one visits a thread for every message to close old database connections, and
broadcasts then queue behind ORM work. Sockets here never touch the ORM on the
event loop; they `offload` it, which keeps connections clean by itself.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar

from channels.consumer import AsyncConsumer
from django.utils import timezone, translation

from wire.admission import admission_check
from wire.codec import MessageReader, encode, peek
from wire.envelope import LEVEL, PROTOCOL, SUBPROTOCOL, Away, ClientMessage, Close, Ping
from wire.errors import LoginRequired, Malformed, PlatformError, TooFast
from wire.hub import Parcel, hub
from wire.languages import language_of, zone_of
from wire.offload import offload
from wire.outbox import Outbox
from wire.presence import presence_changed
from wire.publish import user_stream
from wire.signout import BARRED, may_stay
from wire.texts import error_body
from wire.throttle import TokenBucket
from wire.time import now_ms

log = logging.getLogger(__name__)

MESSAGES_PER_S = 30.0
BURST = 40
PATIENCE = 400  # messages refused as too fast before the socket is closed
FAREWELL_S = 10.0  # for a socket that stands still to take the closing frame

Handler = Callable[[Any, Any], Awaitable[None]]


class BaseConsumer(AsyncConsumer):
    """One socket of one visitor.

    A subclass lists its messages in `HANDLERS` and may override `opened` and
    `closing`. Handlers raise `PlatformError`; the sender alone hears of it.
    """

    HANDLERS: ClassVar[Mapping[type[ClientMessage], Handler]] = {}
    login_required: ClassVar[bool] = True
    _reader: ClassVar[MessageReader]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.HANDLERS = {Ping: BaseConsumer.pong, Away: BaseConsumer.turn, **cls.HANDLERS}
        cls._reader = MessageReader(cls.HANDLERS)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scope = scope
        self.base_send = send
        self.user: Any = scope.get("user")
        # A socket is a task of its own, and so are the language and the clock of its person.
        translation.activate(language_of(scope))
        timezone.activate(zone_of(scope))
        self.outbox = Outbox(self._send_text)
        self._bucket = TokenBucket(rate=MESSAGES_PER_S, burst=BURST, clock=time.monotonic)
        self._too_fast = 0
        self._streams: set[str] = set()
        self._is_away = False
        self._closed = False
        self._farewell: asyncio.Future[None] | None = None
        self._time_left = asyncio.timeout(None)
        await receive()  # websocket.connect
        if not await self._welcome_in():
            return
        writer = asyncio.ensure_future(self.outbox.run())
        try:
            async with self._time_left:
                await self._converse(receive)
        except TimeoutError:
            if not self._time_left.expired():
                raise
        finally:
            await self._part(writer)

    # --- for subclasses -------------------------------------------------------

    async def opened(self) -> None:
        """The socket is open and its person is known. Raise to turn him away."""

    async def closing(self) -> None:
        """The socket is gone."""

    def stream_seq(self) -> int:
        """The last number of this socket's stream, for `pong`; 0 without one."""
        return 0

    def stream_broken(self, stream: str) -> None:
        """Messages of a stream may have been missed. Row streams mend themselves by epoch."""

    def receive_parcel(self, parcel: Parcel) -> None:
        """A message of a followed stream; sent on as it is."""
        self.put_text(parcel.body)

    def sign_out(self, staying: str) -> None:
        """Close where the session that opened this socket has ended."""
        session = self.scope.get("session")
        key = session.session_key if session is not None else None
        if not self._closed and not may_stay(key or "", staying):
            self._let_go(Close.LOGIN)

    def shut_out(self) -> None:
        """Close, whatever the session: who sits here is kept out of the house."""
        if not self._closed:
            self._let_go(Close.BARRED)

    # --- speaking -------------------------------------------------------------

    def put(self, message: dict[str, Any]) -> None:
        """Send a message to this socket, after everything already waiting."""
        self.put_text(encode(message).decode())

    def put_text(self, text: str) -> None:
        """Send encoded text; a socket that does not keep up is closed and may resume by number."""
        if not self.outbox.put(text) and not self._closed:
            self._let_go(Close.TOO_SLOW)

    def put_error(self, error: PlatformError, message_id: str) -> None:
        """Tell the sender, and nobody else, what is wrong."""
        self.put({"type": "error", "re": message_id, **error_body(error)})

    async def close(self, code: int) -> None:
        """Close the socket with a reason."""
        if not self._closed:
            self._closed = True
            await self._send_close(code)

    async def follow(self, stream: str) -> None:
        """Receive a stream from now on; returns once nothing published later can be missed."""
        self._streams.add(stream)
        await hub().follow(stream, self)

    def unfollow(self, stream: str) -> None:
        """Receive a stream no more."""
        self._streams.discard(stream)
        hub().unfollow(stream, self)

    async def pong(self, message: Ping) -> None:
        """Answer a ping with the time and the last number, so that holes are noticed."""
        self.put({"type": "pong", "t": message.t, "now_ms": now_ms(), "seq": self.stream_seq()})

    async def turn(self, message: Away) -> None:
        """Note whether anybody looks at this page. It counts for as long as the socket lives."""
        if not self.is_signed_in or message.is_away is self._is_away:
            return
        self._is_away = message.is_away
        await hub().rollcall.turned(self.user.pk, is_away=message.is_away)
        presence_changed(self.user)

    # --- the life of a socket -------------------------------------------------

    async def _welcome_in(self) -> bool:
        offered = SUBPROTOCOL in self.scope.get("subprotocols", ())
        await self.base_send(
            {"type": "websocket.accept", "subprotocol": SUBPROTOCOL if offered else None}
        )
        if not offered:
            await self.close(Close.VERSION)
        elif self.login_required and not self.is_signed_in:
            await self.close(Close.LOGIN)
        return not self._closed

    @property
    def is_signed_in(self) -> bool:
        """Whether a known person sits at the other end."""
        return bool(self.user is not None and self.user.is_authenticated)

    async def _converse(self, receive: Any) -> None:
        try:
            if self.is_signed_in:
                await hub().rollcall.arrived(self.user.pk)
                presence_changed(self.user)
                await self.follow(user_stream(self.user.pk))
                await offload(admission_check, self.scope)
            await self.opened()
        except PlatformError as error:
            await self._turn_away(error)
        while not self._closed:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            await self._take(event.get("text"))

    async def _turn_away(self, error: PlatformError) -> None:
        body = error_body(error)
        farewell = {"type": "bye", "code": body["code"], "message": body["message"]}
        await self._send_text(encode(farewell).decode())
        missing = isinstance(error, LoginRequired)
        if error.code == BARRED:
            await self.close(Close.BARRED)
            return
        code = {404: Close.NO_SUCH_STREAM, 403: Close.NOT_ALLOWED}.get(error.status)
        await self.close(Close.LOGIN if missing else code or Close.NOT_ALLOWED)

    async def _take(self, text: str | None) -> None:
        """One frame from the client: decode, dispatch, and turn trouble into an answer."""
        if not self._bucket.take():
            await self._slow_down(text)
            return
        message: ClientMessage | None = None
        try:
            if text is None:
                raise Malformed("request.malformed", problem="binary frames are not spoken here")
            message = self._reader.read(text)
            await self.HANDLERS[type(message)](self, message)
        except PlatformError as error:
            self.put_error(error, _id_of(message, text))
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("incident %s", incident)
            self.put_error(
                PlatformError("server.trouble", incident=incident), _id_of(message, text)
            )

    async def _slow_down(self, text: str | None) -> None:
        self._too_fast += 1
        if self._too_fast > PATIENCE:
            await self.close(Close.TOO_FAST)
            return
        self.put_error(TooFast("request.too_fast"), _id_of(None, text))

    def _let_go(self, code: int) -> None:
        """Close from outside the conversation, even if the other end never takes the frame."""
        self._closed = True
        self._unfollow_all()
        self._farewell = asyncio.ensure_future(self._send_close(code))
        self._time_left.reschedule(asyncio.get_running_loop().time() + FAREWELL_S)

    async def _send_close(self, code: int) -> None:
        with contextlib.suppress(Exception):  # the other end may be gone already
            await self.base_send({"type": "websocket.close", "code": int(code)})

    async def _send_text(self, text: str) -> None:
        if not self._closed:
            await self.base_send({"type": "websocket.send", "text": text})

    async def _part(self, writer: "asyncio.Task[None]") -> None:
        self._closed = True
        writer.cancel()
        if self._farewell is not None:
            self._farewell.cancel()
        self._unfollow_all()
        try:
            await self.closing()
        finally:
            if self.is_signed_in:
                await hub().rollcall.left(self.user.pk, was_away=self._is_away)
                presence_changed(self.user)

    def _unfollow_all(self) -> None:
        while self._streams:
            hub().unfollow(self._streams.pop(), self)


def _id_of(message: ClientMessage | None, text: str | None) -> str:
    """The id an answer should name, also when the message could not be read."""
    return message.id if message is not None else peek(text or "", "id")[:40]


def welcome(**parts: Any) -> dict[str, Any]:
    """The answer to `hello`: versions, the time, and what the stream brings."""
    return {"type": "welcome", "protocol": PROTOCOL, "level": LEVEL, "now_ms": now_ms(), **parts}
