"""The web server of the house: uvicorn on the main thread."""

import gc
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from config import environment as env

# One frame of a client; our own limit is far lower and answers with a coded error.
_LARGEST_FRAME = 2 * 1024 * 1024


class _Server(uvicorn.Server):
    """Tells when the first request can be answered."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(application: Any, listener: socket.socket, *, ready: Callable[[], None]) -> None:
    """Serves until SIGINT or SIGTERM, then lets open requests finish for three seconds."""
    config = uvicorn.Config(
        application,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=_LARGEST_FRAME,
        # Compressing small JSON costs 32 us a message and 48 KB a socket.
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(env.text("FORWARDED_ALLOW_IPS")),
        timeout_graceful_shutdown=3,
    )
    calm_the_collector()
    _Server(config, ready).run(sockets=[listener])


def calm_the_collector() -> None:
    """Keeps the garbage collector from walking the loaded program under load.

    Measured with 200 live matches: p99 falls from 60 to about 20 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
