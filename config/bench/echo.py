"""The yardsticks: JSON echoes on the very server that serves the house, and nothing else."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from config.embedded.guard import listening_socket
from config.embedded.web import serve
from wire.codec import encode

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def asgi_echo(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """As little as an ASGI application can do: read JSON, write the same JSON."""
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        message = msgspec.json.decode(event["text"])
        await send({"type": "websocket.send", "text": encode(message).decode()})


class ChannelsEcho(AsyncJsonWebsocketConsumer):
    """A consumer as tutorials write it."""

    async def receive_json(self, content: Any, **_: Any) -> None:
        await self.send_json(content)


ECHOES: dict[str, Any] = {"asgi": asgi_echo, "channels": ChannelsEcho.as_asgi()}


def serve_echo(name: str) -> None:
    """Serve the echo on a free port until told to stop, and say where."""
    with listening_socket("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        greeting = f"The echo is open: http://127.0.0.1:{port}/"
        serve(ECHOES[name], listener, ready=lambda: print(greeting, flush=True))  # noqa: T201
