"""A socket below Channels' test client: it may stand still, or vanish without a word."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from config.asgi import application
from tests.matches.sockets import headers_with
from wire.envelope import SUBPROTOCOL

PATIENCE_S = 60  # hundreds of these may share a slow machine


class RawSocket:
    """One connection, as the server sees it. Make it inside a running loop.

    `got` is what reached the other end. While it stands still every `send` of the
    house waits, as it does when the buffers towards a sleeping laptop are full.
    """

    def __init__(self, path: str, cookie: str = "") -> None:
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": headers_with(cookie),
            "subprotocols": [SUBPROTOCOL],
        }
        self.got: list[dict[str, Any]] = []
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Event()
        self._reads = asyncio.Event()
        self._reads.set()
        self._said.put_nowait({"type": "websocket.connect"})
        self.handled = asyncio.ensure_future(application(scope, self._said.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        await self._reads.wait()
        if message["type"] == "websocket.close":
            self._said.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
        self.got.append(message)
        self._news.set()

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        text = msgspec.json.encode({"type": kind, **fields}).decode()
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def stand_still(self) -> None:
        """Read nothing more."""
        self._reads.clear()

    def read_on(self) -> None:
        """Read again."""
        self._reads.set()

    def vanish(self) -> None:
        """The connection is gone, without a closing frame."""
        self.read_on()
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until what has come makes this so."""
        while not is_so():
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE_S)

    async def hears(self, kind: str) -> dict[str, Any]:
        """Wait until a message of this type has come; the first such."""
        while True:
            for message in self.got:
                if f'"type":"{kind}"' in message.get("text", ""):
                    return dict(msgspec.json.decode(message["text"]))
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE_S)

    async def is_handled(self) -> None:
        """Wait until the house has done with this socket."""
        await asyncio.wait_for(self.handled, PATIENCE_S)

    @property
    def close_code(self) -> int | None:
        """The code the house closed it with, if it could."""
        codes = (message["code"] for message in self.got if message["type"] == "websocket.close")
        return next(codes, None)
