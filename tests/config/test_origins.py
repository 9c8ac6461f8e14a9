"""D-ACC-02: a foreign page cannot open a socket with the player's cookie."""

import asyncio
from collections.abc import Callable

import pytest
from channels.testing import ApplicationCommunicator
from django.test import Client
from pytest_django import Settings
from websockets import InvalidStatus
from websockets.asyncio.client import connect

from config.asgi import application
from config.origins import is_own_origin
from tests.support.house import House

OpenHouse = Callable[..., House]

PATHS = ("/ws/lobby/", "/ws/tournament/x/", "/ws/match/x/", "/ws/nowhere/")
HOST = "127.0.0.1:8000"


async def handshake(path: str, *headers: tuple[bytes, bytes]) -> dict[str, object]:
    """The first thing the house answers to a handshake."""
    scope = {
        "type": "websocket",
        "path": path,
        "query_string": b"",
        "subprotocols": [],
        "headers": [(b"host", HOST.encode()), *headers],
    }
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    answer = await socket.receive_output(timeout=30)
    await socket.wait()
    return answer


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", [b"https://evil.example", b"http://127.0.0.1:9000", b"null"])
async def test_a_foreign_origin_is_refused_before_the_socket_is_accepted(
    path: str, origin: bytes
) -> None:
    # Closing a socket that was never accepted is answered with 403 by the server.
    assert (await handshake(path, (b"origin", origin)))["type"] == "websocket.close"


@pytest.mark.parametrize("path", PATHS)
async def test_a_missing_origin_is_refused(path: str) -> None:
    assert (await handshake(path))["type"] == "websocket.close"


async def test_two_origins_are_no_origin() -> None:
    own = (b"origin", f"http://{HOST}".encode())
    foreign = (b"origin", b"https://evil.example")

    assert (await handshake("/ws/lobby/", own, foreign))["type"] == "websocket.close"


async def test_an_unknown_path_is_refused_and_not_an_error() -> None:
    own = (b"origin", f"http://{HOST}".encode())

    assert (await handshake("/ws/nowhere/", own))["type"] == "websocket.close"


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("HTTP://LocalHost:8000", "localhost:8000", True),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("http://localhost:8000", "127.0.0.1:8000", False),
        ("ftp://localhost", "localhost", False),
        ("http://rebound.example", "rebound.example", False),  # not one of ALLOWED_HOSTS
        ("http://[", "localhost", False),
        ("", "localhost", False),
        ("https://house.example", "localhost", True),  # trusted by name
        ("http://house.example", "localhost", False),
        ("https://fi.clubs.example", "localhost", True),  # trusted with its subdomains
        ("https://clubs.example.evil.example", "localhost", False),
        ("https://evilclubs.example", "localhost", False),
    ],
)
def test_an_origin_is_own_or_trusted_by_the_settings(
    settings: Settings,
    origin: str,
    host: str,
    own: bool,
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://house.example", "https://*.clubs.example"]

    assert is_own_origin(origin=origin, host=host) is own


@pytest.mark.parametrize(
    "path",
    [
        "/guest/",
        "/claim/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/logout/",
        "/event/x/join/",
        "/event/x/leave/",
    ],
)
def test_a_form_without_our_token_is_refused(db: None, path: str) -> None:
    browser = Client(enforce_csrf_checks=True)

    assert browser.post(path, headers={"origin": "https://evil.example"}).status_code == 403
    assert browser.post(path).status_code == 403


async def test_a_real_server_answers_a_foreign_handshake_with_403(open_house: OpenHouse) -> None:
    house = await asyncio.to_thread(open_house)
    address = house.visitor().socket_url("/ws/lobby/")

    with pytest.raises(InvalidStatus) as foreign:
        await connect(address, additional_headers={"Origin": "https://evil.example"})
    assert foreign.value.response.status_code == 403
    async with connect(address, additional_headers=house.visitor().socket_headers) as own:
        assert own.response is not None
        assert own.response.status_code == 101
