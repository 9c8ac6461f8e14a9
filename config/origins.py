"""Refuses sockets opened by other people's pages.

A browser sends our cookie with a handshake from any page. Django's CSRF check covers
forms only, so the same rule is applied here: the page must come from the host that
was asked, or from one of CSRF_TRUSTED_ORIGINS.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

Scope = Mapping[str, Any]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class SameOriginOnly:
    """Lets a WebSocket handshake through to `application` only if our own page asked for it.

    Everything else, a missing Origin included, is answered with 403 before the
    socket is accepted.
    """

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        is_own = is_own_origin(origin=_header(scope, b"origin"), host=_header(scope, b"host"))
        await (self._application if is_own else refuse_socket)(scope, receive, send)


async def refuse_socket(scope: Scope, receive: Any, send: Any) -> None:
    """Answers a handshake with 403: that is what closing before accepting means in ASGI."""
    await receive()
    await send({"type": "websocket.close"})


def is_own_origin(*, origin: str, host: str) -> bool:
    """Whether a page of `origin` (scheme://host:port) may open a socket to `host` (host:port)."""
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    try:
        asking = urlsplit(origin.lower())
    except ValueError:
        return False
    if asking.scheme in {"http", "https"} and asking.netloc == host.lower():
        return True
    return any(
        _matches(asking.scheme, asking.netloc, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS
    )


def _matches(scheme: str, netloc: str, trusted: str) -> bool:
    """Whether the origin is `trusted`, which may start its host with `*.` for every subdomain."""
    allowed = urlsplit(trusted.lower())
    if scheme != allowed.scheme:
        return False
    if allowed.netloc.startswith("*."):
        return netloc.endswith(allowed.netloc[1:])
    return netloc == allowed.netloc


def _header(scope: Scope, name: bytes) -> str:
    """The handshake header, or an empty string where it is missing or sent twice."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[0].decode("latin1") if len(values) == 1 else ""
