"""The bench's own WebSocket client, against the library that serves everybody else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from config.bench import BenchFailed
from config.bench.websocket import ABNORMAL, WebSocket, connect, report_closing, split_frames

TEXT = 0x1


def from_server(payload: bytes) -> bytes:
    """One text frame as a server sends it: whole, without a mask."""
    size = len(payload)
    if size < 126:
        length = bytes((size,))
    elif size < 1 << 16:
        length = bytes((126,)) + size.to_bytes(2, "big")
    else:
        length = bytes((127,)) + size.to_bytes(8, "big")
    return bytes((0x80 | TEXT,)) + length + payload


@asynccontextmanager
async def a_server(handler) -> AsyncIterator[int]:
    """The port of a server that treats each of its connections so."""
    async with serve(handler, "127.0.0.1", 0, compression=None) as server:
        yield server.sockets[0].getsockname()[1]


async def echo(connection: ServerConnection) -> None:
    async for message in connection:
        await connection.send(message)


class Ear:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._news = asyncio.Event()

    def __call__(self, text: bytes) -> None:
        self.heard.append(text)
        self._news.set()

    async def next(self) -> bytes:
        await asyncio.wait_for(self._news.wait(), 30)
        self._news.clear()
        return self.heard[-1]


@given(
    payloads=st.lists(
        st.sampled_from([b"", b"short", b"x" * 125, b"y" * 126, b"z" * 65_535, b"w" * 65_536]),
        max_size=5,
    ),
    cuts=st.lists(st.integers(0, 140_000), max_size=6),
)
def test_frames_are_the_same_however_the_bytes_arrive(payloads, cuts) -> None:
    sent = b"".join(from_server(payload) for payload in payloads)
    edges = [0, *sorted(cut for cut in cuts if cut < len(sent)), len(sent)]
    got, rest = [], b""
    for begin, end in pairwise(edges):
        frames, rest = split_frames(rest + sent[begin:end])
        got += frames
    assert got == [(TEXT, payload) for payload in payloads]
    assert rest == b""


@pytest.mark.parametrize("head", [b"\x01\x02", b"\xc1\x02", b"\x81\x82"])
def test_frames_in_parts_compressed_or_masked_are_refused(head) -> None:
    with pytest.raises(BenchFailed, match="frame"):
        split_frames(head + b"hi")


@pytest.mark.parametrize("size", [2, 126, 70_000])
async def test_a_text_of_any_length_comes_back(size: int) -> None:
    ear = Ear()
    async with a_server(echo) as port:
        socket = await connect(port, "/", on_text=ear)
        socket.send(b"a" * size)
        assert await ear.next() == b"a" * size
        assert await socket.close() == 1000


async def test_the_listener_may_be_exchanged() -> None:
    first, second = Ear(), Ear()
    async with a_server(echo) as port:
        socket = await connect(port, "/", on_text=first)
        socket.on_text = second
        socket.send(b"hello")
        assert await second.next() == b"hello"
        assert first.heard == []
        await socket.close()


async def test_headers_reach_the_server() -> None:
    async def tell(connection: ServerConnection) -> None:
        assert connection.request is not None
        await connection.send(connection.request.headers["Cookie"])

    ear = Ear()
    async with a_server(tell) as port:
        socket = await connect(port, "/", on_text=ear, headers={"Cookie": "sessionid=alice"})
        assert await ear.next() == b"sessionid=alice"
        await socket.close()


async def test_a_ping_is_answered() -> None:
    answered = asyncio.Event()

    async def ping(connection: ServerConnection) -> None:
        await (await connection.ping())
        answered.set()

    async with a_server(ping) as port:
        await connect(port, "/")
        await asyncio.wait_for(answered.wait(), 30)


async def test_the_code_of_a_close_is_known() -> None:
    async def turn_away(connection: ServerConnection) -> None:
        await connection.close(4404)

    async with a_server(turn_away) as port:
        socket = await connect(port, "/")
        assert await asyncio.wait_for(socket.closed, 30) == 4404


async def test_a_cut_connection_counts_as_closed() -> None:
    async def cut(connection: ServerConnection) -> None:
        connection.transport.abort()

    async with a_server(cut) as port:
        socket = await connect(port, "/")
        assert await asyncio.wait_for(socket.closed, 30) == ABNORMAL


async def test_a_refused_handshake_says_what_the_server_said() -> None:
    async def process_request(connection: ServerConnection, request):
        return connection.respond(403, "no")

    async with serve(echo, "127.0.0.1", 0, process_request=process_request) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(BenchFailed, match="403"):
            await connect(port, "/")


async def test_only_a_close_that_we_did_not_ask_for_is_trouble() -> None:
    async def leave_on_a_word(connection: ServerConnection) -> None:
        try:
            await connection.recv()
        except ConnectionClosed:
            return
        await connection.close(4408)

    troubles: list[Exception] = []

    async def closed(socket: WebSocket) -> None:
        report_closing(socket, "the socket", troubles.append)
        await asyncio.wait_for(socket.closed, 30)
        await asyncio.sleep(0)

    async with a_server(leave_on_a_word) as port:
        ours = await connect(port, "/")
        await asyncio.gather(closed(ours), ours.close())
        assert troubles == []
        theirs = await connect(port, "/")
        theirs.send(b"go")
        await closed(theirs)
    assert "4408" in str(troubles[0])
