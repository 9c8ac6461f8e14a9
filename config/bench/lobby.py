"""A full lobby: what its page costs, and how soon and how dearly a thousand people hear of tables.

What is done to the tables is done by programs of their own (`config/bench/hosts.py`), so that it
reaches the server as it would from another process of a large house.
"""

import asyncio
import http.client
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from time import perf_counter, time_ns

import msgspec
import uvloop

from config.bench import BenchFailed
from config.bench.contenders import (
    Arrival,
    Contender,
    Figures,
    Plan,
    bench_folder,
    furnished,
    growth_kb,
    in_the_lobby,
)
from config.bench.figures import percentile
from config.bench.load import Spent, alarm, spent_in
from config.bench.process import Server, environment, output_of, serving
from config.bench.table import handshake
from config.bench.websocket import WebSocket, report_closing

_CHANGED = b'{"type":"lobby.changed"'
_BURST = 100
_COLD = 5  # loads of the page before it is measured
_LOADS = 40
_SETTLE_S = 4.0  # until the lobby has told of everybody who came
_LATE_S = 2.0  # for the last messages to arrive
_DAY_S = 24 * 3600


class Change(msgspec.Struct, frozen=True):
    """A table was opened or closed: its row, and when that was asked of the house."""

    row: str
    at_ns: int


class _Row(msgspec.Struct):
    row: str


class _Changed(msgspec.Struct):
    changes: list[_Row]


class Ears:
    """When which text reached how many sockets. Every socket hears the same texts."""

    def __init__(self) -> None:
        self.arrivals: defaultdict[bytes, list[int]] = defaultdict(list)
        self.began = asyncio.Event()

    def hear(self, text: bytes) -> None:
        """One message at one socket."""
        if text.startswith(_CHANGED):
            self.arrivals[text].append(time_ns())
            self.began.set()

    def forget(self) -> None:
        """Listen for what comes from here on."""
        self.arrivals.clear()
        self.began.clear()

    def latencies_s(self, changes: Sequence[Change], sockets: int) -> list[float]:
        """From each change to each socket. Raises BenchFailed where somebody heard nothing."""
        news = [
            ({each.row for each in msgspec.json.decode(text, type=_Changed).changes}, at_ns)
            for text, at_ns in self.arrivals.items()
        ]
        latencies: list[float] = []
        for change in changes:
            later = (
                at_ns for rows, at_ns in news if change.row in rows and at_ns[-1] >= change.at_ns
            )
            heard = next(later, [])
            if len(heard) != sockets:
                raise BenchFailed(f"{len(heard)} of {sockets} sockets heard of {change.row}")
            latencies += [(at - change.at_ns) / 1e9 for at in heard]
        return latencies


class FullLobby(Contender):
    """2.5 sockets and 1.25 open tables for each socket of the matches: 1,000 and 500."""

    key = "full-lobby"
    title = "a lobby full of tables and people, as `make run` serves it"

    def measure(self, plan: Plan) -> Figures:
        """The page, then a steady pace of changes, then a burst of them."""
        rows, people = plan.sockets * 5 // 4, plan.sockets * 5 // 2
        with bench_folder() as folder:
            variables = environment(folder, {"HOUSE_SEAT_GRACE_S": str(_DAY_S)})
            with serving(["house"], variables) as server:
                sessions = furnished(variables, guests=people).guests
                output_of(["open", str(rows)], variables)
                figures = page_figures(server, sessions[0])
                return figures | uvloop.run(_live(server, sessions, variables, plan))


def page_figures(server: Server, session: str) -> Figures:
    """How long the page takes, once it is warm, one visitor at a time."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    times_s: list[float] = []
    size = 0
    for load in range(_COLD + _LOADS):
        if load == _COLD:
            before = server.usage()
        began_s = perf_counter()
        connection.request("GET", "/matches/", headers=handshake(server.port, session))
        answer = connection.getresponse()
        size = len(answer.read())
        times_s.append(perf_counter() - began_s)
        if answer.status != http.client.OK:
            raise BenchFailed(f"the lobby answered with {answer.status}")
    connection.close()
    warm = times_s[_COLD:]
    cpu_s = server.usage().cpu_s - before.cpu_s
    return {
        "page_cpu_ms": cpu_s / _LOADS * 1000,
        "page_p50_ms": percentile(warm, 50) * 1000,
        "page_p99_ms": percentile(warm, 99) * 1000,
        "page_kb": size / 1024,
    }


async def _live(
    server: Server, sessions: Sequence[str], variables: Mapping[str, str], plan: Plan
) -> Figures:
    async with alarm(plan.limit_s + len(sessions) / 20) as on_trouble:
        ears, sockets = Ears(), list[WebSocket]()

        async def visit(session: str) -> None:
            socket = await in_the_lobby(server.port, session)
            socket.on_text = ears.hear
            report_closing(socket, "a visitor's socket", on_trouble)
            sockets.append(socket)

        arrivals: list[Arrival] = [partial(visit, session) for session in sessions]
        await growth_kb(server, arrivals)
        await asyncio.sleep(_SETTLE_S)
        figures = await _at_a_pace(server, ears, len(sockets), variables, plan)
        figures |= await _at_once(ears, len(sockets), variables)
        for socket in sockets:
            await socket.close()
    return figures


async def _at_a_pace(
    server: Server, ears: Ears, sockets: int, variables: Mapping[str, str], plan: Plan
) -> Figures:
    """A tenth of the actions' fixed load in tables opened and closed: 20 a second."""
    ears.forget()
    rate = plan.rate / 10
    driving = asyncio.to_thread(_changes, ["change", str(rate), str(plan.seconds)], variables)
    driver = asyncio.ensure_future(driving)
    began = asyncio.ensure_future(ears.began.wait())
    await asyncio.wait({began, driver}, return_when=asyncio.FIRST_COMPLETED)
    spent: Spent = await spent_in(plan.seconds, server, lambda: len(ears.arrivals))
    changes = await driver
    await asyncio.sleep(_LATE_S)
    latencies_s = ears.latencies_s(changes, sockets)
    return {
        "change_p50_ms": percentile(latencies_s, 50) * 1000,
        "change_p99_ms": percentile(latencies_s, 99) * 1000,
        "change_worst_ms": max(latencies_s) * 1000,
        "changes_per_s": len(changes) / plan.seconds,
        "news_per_s": spent.per_s,
        "lobby_busy": spent.busy,
    }


async def _at_once(ears: Ears, sockets: int, variables: Mapping[str, str]) -> Figures:
    """Many changes that are committed together."""
    ears.forget()
    changes = await asyncio.to_thread(_changes, ["burst", str(_BURST)], variables)
    await asyncio.sleep(_LATE_S)
    latencies_s = ears.latencies_s(changes, sockets)
    return {
        "burst_messages": float(len(ears.arrivals)),
        "burst_worst_ms": max(latencies_s) * 1000,
    }


def _changes(program: Sequence[str], variables: Mapping[str, str]) -> list[Change]:
    return msgspec.json.decode(output_of(program, variables), type=list[Change])
