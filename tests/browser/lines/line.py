"""A bad line between a real browser and a real house: slow, lossy, cut, silent or blocked.

A proxy on loopback in a thread of its own. What TCP makes of a lost packet is a pause in which
nothing behind it arrives, so loss is drawn as pauses; nothing is ever left out of the middle.
"""

import asyncio
import random
import re
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from enum import Enum
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tests.browser.lines.frames import heard

_CHUNK = 65_536
_UPGRADE = re.compile(rb"\r\nupgrade: *websocket", re.IGNORECASE)
#: Without it every message of a page is text that can be read on its way.
_COMPRESSION = re.compile(rb"\r\nsec-websocket-extensions:[^\r]*", re.IGNORECASE)
_REFUSAL = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_PATIENCE_S = 10

Result = TypeVar("Result")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Sockets(Enum):
    """What becomes of the wish to open a WebSocket."""

    OPEN = "open"
    REFUSED = "refused"  # by a proxy that knows only pages
    HANGING = "hanging"  # nobody ever answers


class Fate(Enum):
    """What becomes of an order on its way."""

    ARRIVES = "arrives"
    LOST = "lost before the house heard it"
    UNANSWERED = "heard by the house, cut before the answer"


class BadLine:
    """The line; a browser goes to `url` and finds the house behind it."""

    def __init__(self, house_url: str, *, delay_s: float = 0.0, loss: float = 0.0) -> None:
        """`delay_s` each way; `loss` is the share of packets after which everything waits."""
        parts = urlsplit(house_url)
        self._house = (parts.hostname or "127.0.0.1", parts.port or 80)
        self.delay_s = delay_s
        self.loss = loss
        self.stall_s = 0.6
        self.sockets = Sockets.OPEN
        self.fate_of: Callable[[str], Fate] = lambda _order: Fate.ARRIVES
        self.orders: list[tuple[str, Fate]] = []
        self.stalls = 0
        self.cuts = 0
        self._luck = random.Random(7)  # the same losses in every run
        self._loop = asyncio.new_event_loop()
        self.speech = asyncio.Event()
        self.speech.set()
        self._open: set[_Connection] = set()
        self._accepted: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._accept, "127.0.0.1", 0))
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/"

    def cut(self) -> None:
        """Every open WebSocket breaks at once."""
        self._run(self._cut())

    def fall_silent(self) -> None:
        """Every open WebSocket carries nothing from now on and does not say so."""
        self._run(self._fall_silent())

    def hold_answers(self) -> None:
        """What the house says over a WebSocket waits on its way; what it is told arrives."""
        self._loop.call_soon_threadsafe(self.speech.clear)

    def let_answers_through(self) -> None:
        """All that has waited arrives, in order."""
        self._loop.call_soon_threadsafe(self.speech.set)

    def close(self) -> None:
        """Takes the line down for good."""
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE_S)
        self._loop.close()

    # --- inside the thread of the line ------------------------------------------------

    def _run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(_PATIENCE_S)

    async def _cut(self) -> None:
        for connection in [each for each in self._open if each.is_socket]:
            self.break_off(connection)

    async def _fall_silent(self) -> None:
        for connection in self._open:
            connection.is_silent = connection.is_socket

    async def _close(self) -> None:
        self._server.close()
        for connection in list(self._open):
            connection.abort()
        for writer in self._accepted.values():
            writer.transport.abort()
        await asyncio.gather(*self._accepted)

    def break_off(self, connection: "_Connection") -> None:
        """Both ends find out at once, without a word of farewell."""
        self.cuts += 1
        connection.abort()

    async def maybe_stall(self) -> None:
        """A packet is lost now and then, and all behind it waits until it was sent again."""
        if self._luck.random() < self.loss:
            self.stalls += 1
            await asyncio.sleep(self.stall_s)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._accepted[task] = writer
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._serve(reader, writer)
        finally:
            del self._accepted[task]
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        is_socket = bool(_UPGRADE.search(head))
        if is_socket and self.sockets is Sockets.REFUSED:
            writer.write(_REFUSAL)
            await writer.drain()
            return
        if is_socket and self.sockets is Sockets.HANGING:
            await reader.read()  # until the browser gives up
            return
        house = await asyncio.open_connection(*self._house)
        connection = _Connection(self, (reader, writer), house, is_socket=is_socket)
        self._open.add(connection)
        try:
            await connection.carry(_COMPRESSION.sub(b"", head) if is_socket else head)
        finally:
            self._open.discard(connection)
            connection.abort()


class _Connection:
    """One TCP connection of the browser, carried on to the house."""

    def __init__(self, line: BadLine, browser: Streams, house: Streams, *, is_socket: bool) -> None:
        self.is_socket = is_socket
        self.is_silent = False
        self._line = line
        self._browser = browser
        self._house = house
        self._is_deaf = False

    def abort(self) -> None:
        for _, writer in (self._browser, self._house):
            writer.transport.abort()

    async def carry(self, head: bytes) -> None:
        """Carries both ways until one end is gone."""
        await asyncio.sleep(self._line.delay_s)
        self._house[1].write(head)
        ways = [self._to_house(), self._to_browser()]
        tasks = [asyncio.create_task(way) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _to_house(self) -> None:
        async for chunk in _delayed(self._browser[0], self._line):
            if self.is_silent:
                continue
            fate = self._fate_of(chunk)
            if fate is Fate.LOST:
                self._line.break_off(self)
                return
            if fate is Fate.UNANSWERED:
                self._is_deaf = True
            self._house[1].write(chunk)
            await self._house[1].drain()

    async def _to_browser(self) -> None:
        async for chunk in _delayed(self._house[0], self._line):
            if self._is_deaf:
                self._line.break_off(self)
                return
            if self.is_socket:
                await self._line.speech.wait()
            if not self.is_silent:
                self._browser[1].write(chunk)
                await self._browser[1].drain()

    def _fate_of(self, chunk: bytes) -> Fate:
        """Decided by the last order of the chunk; what is no order arrives."""
        fate = Fate.ARRIVES
        if self.is_socket:
            for message in heard(chunk):
                if message["type"].startswith("match.") and message["type"] != "match.resume":
                    fate = self._line.fate_of(message["type"])
                    self._line.orders.append((message["type"], fate))
        return fate


async def _delayed(reader: asyncio.StreamReader, line: BadLine) -> AsyncIterator[bytes]:
    """What comes in, in order, each piece as late as the line makes it; pieces travel together."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def read() -> None:
        while chunk := await reader.read(_CHUNK):
            queue.put_nowait((loop.time(), chunk))
        queue.put_nowait((loop.time(), b""))

    reading = asyncio.create_task(read())
    try:
        while True:
            came_at, chunk = await queue.get()
            await asyncio.sleep(came_at + line.delay_s - loop.time())
            if not chunk:
                return
            await line.maybe_stall()
            yield chunk
    finally:
        reading.cancel()
