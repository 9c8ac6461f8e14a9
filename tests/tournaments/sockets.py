"""A page that follows rows, as a socket: the lobby, or the page of an event."""

from itertools import count
from typing import Any

import msgspec
from channels.testing import WebsocketCommunicator

from config.asgi import application
from wire.envelope import SUBPROTOCOL

_numbers = count(1)

PATIENCE_S = 30  # a machine that does many things at once answers late, and rightly


class Page:
    """One open page. Without a cookie its visitor is a stranger."""

    def __init__(self, path: str, cookie: str = "") -> None:
        self.socket = WebsocketCommunicator(
            application,
            path,
            headers=[
                (b"host", b"testserver"),
                (b"origin", b"http://testserver"),
                (b"cookie", cookie.encode()),
            ],
            subprotocols=[SUBPROTOCOL],
        )

    async def open(self) -> dict[str, Any]:
        """Connect and say hello; what the house answers."""
        is_open, _ = await self.socket.connect(timeout=PATIENCE_S)
        assert is_open
        await self.send("hello", since=None)
        return await self.hear("welcome")

    async def close(self) -> None:
        """Leave the page, unless it was cut off before: whoever waited in vain has ended it."""
        if not self.socket.future.done():
            await self.socket.disconnect(timeout=PATIENCE_S)

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a message without waiting; its id."""
        message_id = f"p{next(_numbers)}"
        text = msgspec.json.encode({"type": kind, "id": message_id, **fields}).decode()
        await self.socket.send_to(text_data=text)
        return message_id

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its ack or error."""
        message_id = await self.send(kind, **fields)
        while True:
            message = await self.next()
            if message.get("re") == message_id:
                return message

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a type."""
        while True:
            message = await self.next()
            if message["type"] == kind:
                return message

    async def next(self) -> dict[str, Any]:
        """The next message."""
        text = await self.socket.receive_from(timeout=PATIENCE_S)
        message: dict[str, Any] = msgspec.json.decode(text)
        return message
