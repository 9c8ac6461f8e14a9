"""A WebSocket client with next to no cost of its own, so that a bench measures the server.

It speaks what a bench needs: text in whole frames, pings answered, closes noticed. No
compression, no fragments, no TLS.
"""

import asyncio
import base64
import hashlib
import os
from collections.abc import Callable, Mapping
from typing import cast

from config.bench import BenchFailed

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_WHOLE = 0x80  # the FIN bit alone: a frame that is a whole message
_MASKED = 0x80
# A mask of zeros leaves the payload as it is. The server unmasks all the same.
_MASK = bytes(4)

_GOODBYE = (1000).to_bytes(2, "big")
ABNORMAL = 1006
"""The code of a connection that ended without a close frame."""

Frame = tuple[int, bytes]
OnText = Callable[[bytes], None]
OnTrouble = Callable[[Exception], None]


def frame(opcode: int, payload: bytes) -> bytes:
    """One whole frame from client to server."""
    size = len(payload)
    if size < 126:
        head = bytes((_WHOLE | opcode, _MASKED | size))
    elif size < 1 << 16:
        head = bytes((_WHOLE | opcode, _MASKED | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((_WHOLE | opcode, _MASKED | 127)) + size.to_bytes(8, "big")
    return head + _MASK + payload


def split_frames(data: bytes) -> tuple[list[Frame], bytes]:
    """The complete frames (opcode, payload) at the start of what a server sent, and the rest.

    Raises BenchFailed for a frame that a server of ours never sends: compressed, in
    parts, or masked.
    """
    frames: list[Frame] = []
    at, end = 0, len(data)
    while end - at >= 2:
        size = data[at + 1]
        begin = at + 2
        if size == 126:
            begin += 2
            size = int.from_bytes(data[at + 2 : begin], "big")
        elif size == 127:
            begin += 8
            size = int.from_bytes(data[at + 2 : begin], "big")
        elif size > 127:
            raise BenchFailed("the server sent a masked frame")
        if begin + size > end:
            break
        if data[at] & 0xF0 != _WHOLE:
            raise BenchFailed("the server sent a frame that is compressed or in parts")
        frames.append((data[at] & 0x0F, data[begin : begin + size]))
        at = begin + size
    return frames, data[at:]


class WebSocket(asyncio.Protocol):
    """One open socket. `on_text` is called with every message and may be exchanged."""

    def __init__(self, key: bytes, on_text: OnText) -> None:
        loop = asyncio.get_running_loop()
        self.on_text = on_text
        self.is_leaving = False
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[int] = loop.create_future()
        self._lost: asyncio.Future[None] = loop.create_future()
        self._accept = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
        self._rest = b""
        self._transport: asyncio.Transport

    def send(self, text: bytes) -> None:
        """Send one message, encoded as UTF-8."""
        self._transport.write(frame(_TEXT, text))

    async def close(self) -> int:
        """Say goodbye and hang up; the code the other side answered with."""
        self.is_leaving = True
        if not self.closed.done():
            self._transport.write(frame(_CLOSE, _GOODBYE))
        code = await self.closed
        self._transport.close()
        await self._lost
        return code

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(BenchFailed("the server hung up during the handshake"))
        if not self.closed.done():
            self.closed.set_result(ABNORMAL)
        self._lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self.opened.done():
            data = self._after_handshake(data)
        frames, self._rest = split_frames(data) if self.opened.done() else ([], data)
        for opcode, payload in frames:
            if opcode == _TEXT:
                self.on_text(payload)
            else:
                self._control(opcode, payload)

    def _after_handshake(self, data: bytes) -> bytes:
        """What follows the answer to our handshake; everything so far while that is incomplete."""
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if b" 101 " not in head.split(b"\r\n", 1)[0] or self._accept not in head:
            answer = head.split(b"\r\n", 1)[0].decode("latin1")
            self.opened.set_exception(BenchFailed(f"the handshake was refused: {answer}"))
            self._transport.close()
            return b""
        self.opened.set_result(None)
        return rest

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            self._transport.write(frame(_PONG, payload))
        elif opcode == _CLOSE and not self.closed.done():
            self.closed.set_result(int.from_bytes(payload[:2], "big") or ABNORMAL)
            self._transport.write(frame(_CLOSE, payload[:2]))
            self._transport.close()


def report_closing(socket: WebSocket, whose: str, on_trouble: OnTrouble) -> None:
    """Tell when the server ends a socket that we have not closed ourselves."""

    def tell(closed: "asyncio.Future[int]") -> None:
        if not socket.is_leaving:
            on_trouble(BenchFailed(f"the server closed {whose} with code {closed.result()}"))

    socket.closed.add_done_callback(tell)


def ignore(text: bytes) -> None:
    """What a socket does with messages nobody has asked for yet."""


async def connect(
    port: int, path: str, *, on_text: OnText = ignore, headers: Mapping[str, str] | None = None
) -> WebSocket:
    """An open socket to a server on this machine. Raises BenchFailed where it is refused."""
    key = base64.b64encode(os.urandom(16))
    lines = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key.decode(),
        "Sec-WebSocket-Version": "13",
        **(headers or {}),
    }
    request = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    loop = asyncio.get_running_loop()
    transport, socket = await loop.create_connection(
        lambda: WebSocket(key, on_text), "127.0.0.1", port
    )
    transport.write(f"GET {path} HTTP/1.1\r\n{request}\r\n".encode())
    await socket.opened
    return socket
