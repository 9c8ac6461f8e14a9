"""Collects the WebSocket routes of the apps."""

from channels.routing import URLRouter
from django.urls import re_path

import lobby.routing
import matches.routing
import tournaments.routing
from config.origins import refuse_socket

# The last route answers every unknown path with a refused handshake; without it
# the router raises, and a stranger's typing error fills the log with tracebacks.
websocket_router = URLRouter(
    [
        *matches.routing.websocket_urlpatterns,
        *tournaments.routing.websocket_urlpatterns,
        *lobby.routing.websocket_urlpatterns,
        re_path(r"", refuse_socket),  # type: ignore[arg-type]
    ]
)
