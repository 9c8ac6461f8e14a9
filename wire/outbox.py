"""What waits to be written to one socket, in order, and never without bound."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

LIMIT = 256

Send = Callable[[str], Awaitable[None]]


class Outbox:
    """A queue between the house, which never waits, and a socket, which may.

    `put` answers False when the reader has fallen `LIMIT` messages behind; the
    owner then closes the socket, and the client resumes by number.
    """

    __slots__ = ("_closed", "_news", "_send", "_waiting")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[str] = deque()
        self._news = asyncio.Event()
        self._closed = False

    def put(self, text: str) -> bool:
        """Queue one message; False when the socket does not keep up."""
        if len(self._waiting) >= LIMIT:
            return False
        self._waiting.append(text)
        self._news.set()
        return True

    def close(self) -> None:
        """Write what still waits, then end `run`."""
        self._closed = True
        self._news.set()

    async def run(self) -> None:
        """Write until closed. The only task that writes to this socket."""
        while True:
            while self._waiting:
                await self._send(self._waiting.popleft())
            if self._closed:
                return
            self._news.clear()
            await self._news.wait()
