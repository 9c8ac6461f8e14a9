"""Who is let to a board, and with what words the others are turned away."""

from itertools import product

import pytest
from channels.db import database_sync_to_async as in_database
from channels.testing import WebsocketCommunicator

from config.asgi import application
from matches.models import Match
from matches.services import match_present
from tests.matches.sockets import headers_with, seat, session_cookie
from wire.envelope import SUBPROTOCOL, Close
from wire.errors import Forbidden

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("process")]


def communicator(path: str, cookie: str = "", *, subprotocols: tuple[str, ...] = (SUBPROTOCOL,)):
    return WebsocketCommunicator(
        application, path, headers=headers_with(cookie), subprotocols=list(subprotocols)
    )


def paths(match: Match) -> tuple[str, ...]:
    """Every socket of the house."""
    return (f"/ws/match/{match.public_id}/", "/ws/lobby/", "/ws/tournament/x/")


async def close_code_at_the_door(socket: WebsocketCommunicator) -> int:
    """The socket is accepted only to be told why not."""
    is_open, _ = await socket.connect(timeout=30)
    assert is_open
    while (output := await socket.receive_output(timeout=30))["type"] != "websocket.close":
        assert '"type":"bye"' in output["text"]
    return int(output["code"])


async def test_a_client_of_another_version_is_closed(match, alice) -> None:
    cookie = await in_database(session_cookie)(alice)
    for path, offered in product(paths(match), [(), ("backgammon.v2",), ("chat",)]):
        socket = communicator(path, cookie, subprotocols=offered)
        assert await close_code_at_the_door(socket) == Close.VERSION


async def test_nobody_sits_at_a_board_without_signing_in(match) -> None:
    for cookie in ("", "sessionid=forged", "sessionid=", "other=1"):
        socket = communicator(f"/ws/match/{match.public_id}/", cookie)
        assert await close_code_at_the_door(socket) == Close.LOGIN


async def test_a_match_that_is_not_there_is_closed_as_such(alice) -> None:
    cookie = await in_database(session_cookie)(alice)
    for match_id in ("2222222222", "x" * 3_000, "0", "-"):
        socket = communicator(f"/ws/match/{match_id}/", cookie)
        assert await close_code_at_the_door(socket) == Close.NO_SUCH_STREAM


async def test_an_address_that_cannot_be_is_refused_before_the_socket_opens(alice) -> None:
    cookie = await in_database(session_cookie)(alice)
    for match_id in ("\0", "a\0b", "\n", "..", "a b", "'--", "\u00e4", "a/b"):
        socket = communicator("/ws/match/x/", cookie)
        socket.scope["path"] = f"/ws/match/{match_id}/"
        assert (await socket.connect(timeout=30))[0] is False


def test_a_board_page_that_cannot_be_is_not_found(client, alice) -> None:
    client.force_login(alice)
    for match_id in ("%00", "a%00b", "%0A", "'--", "%C3%A4", "x" * 3_000):
        assert client.get(f"/match/{match_id}/").status_code == 404


async def test_somebody_elses_board_tells_nothing(match, carol, alice, bob) -> None:
    eve = await in_database(seat)(match, carol)
    await eve.socket.connect()
    assert await eve.close_code() == Close.NOT_ALLOWED
    assert [message["type"] for message in eve.heard] == ["bye"]


async def test_d_acc_02_a_players_cookie_opens_no_socket_for_a_foreign_page(match, alice) -> None:
    cookie = await in_database(session_cookie)(alice)
    own = [header for header in headers_with(cookie) if header[0] != b"origin"]
    foreign = (b"https://evil.example", b"null", b"http://testserver.evil", b"")
    for path, origin in product(paths(match), foreign):
        socket = communicator(path, cookie)
        socket.scope["headers"] = [*own, (b"origin", origin)] if origin else own
        assert await socket.connect(timeout=30) == (False, 1000)
        assert await socket.receive_nothing()


def test_a_stranger_cannot_come_by_the_service_either(match, carol) -> None:
    with pytest.raises(Forbidden):
        match_present(match_id=match.public_id, user_pk=carol.pk, contribution="")
