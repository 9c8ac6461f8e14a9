"""An HTTP client that behaves as a browser does towards our forms and sockets."""

from types import TracebackType
from urllib.parse import urlsplit

import httpx


class Visitor:
    """One person with a cookie jar. Redirects are followed; forms carry the CSRF token."""

    def __init__(self, url: str, *, session: str = "") -> None:
        self._origin = url.rstrip("/")
        self._client = httpx.Client(base_url=url, follow_redirects=True, timeout=20)
        if session:
            self._client.cookies.set("sessionid", session, domain=self._client.base_url.host)

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Gives the connections back."""
        self._client.close()

    def get(self, path: str) -> httpx.Response:
        """The page, whatever its status."""
        return self._client.get(path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Sends a form from one of our own pages."""
        if "csrftoken" not in self._client.cookies:
            self.get("/accounts/login/")
        token = self._client.cookies.get("csrftoken", "")
        return self._client.post(
            path,
            data={**fields, "csrfmiddlewaretoken": token},
            headers={"Origin": self._origin, "Referer": f"{self._origin}/"},
        )

    @property
    def cookie_header(self) -> str:
        """The Cookie header a browser would send with a socket's handshake."""
        return "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())

    @property
    def socket_headers(self) -> dict[str, str]:
        """Headers of a handshake from one of our own pages, for any WebSocket client."""
        return {"Cookie": self.cookie_header, "Origin": self._origin}

    def socket_url(self, path: str) -> str:
        """The ws:// address of a path."""
        return f"ws://{urlsplit(self._origin).netloc}{path}"
